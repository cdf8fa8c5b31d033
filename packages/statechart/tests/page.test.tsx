// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnyStateMachine, and, createMachine, not, setup, stateIn } from 'xstate';
import { defaultStepper } from '../explore/default-stepper.ts';
import { StatechartPage } from '../page/statechart-page.tsx';
import { computeChart } from '../plugin/chart-data.ts';
import { encodeSequence } from '../walks/encode-sequence.ts';
import { commands, foreign, friends, profile } from './foreign-machines.ts';

async function openPage(machine: AnyStateMachine, testTemplate = '') {
  const data = await computeChart({ machine, testTemplate });
  const chart = { data, loadStepper: async () => defaultStepper(machine) };
  const { container } = render(<StatechartPage chart={chart} />);
  await screen.findByText(/Steps so far|The machine cannot start|All transitions/);
  return container;
}

/** Clicks, and lets the page be drawn before anything else happens. */
async function click(element: Element) {
  fireEvent.click(element);
  await Promise.resolve();
}

const press = (name: string | RegExp) => click(screen.getByRole('button', { name }));
const simulated = () => screen.getByTestId('simulated-state').textContent;

beforeEach(() => {
  location.hash = '';
});
afterEach(cleanup);

test.each(Object.entries(foreign))(
  'the simulation of %s says what it needs',
  async (_, [machine, text]) => {
    const container = await openPage(machine);
    expect(container.querySelector('aside')?.textContent).toMatch(text);
  },
);

test('the map names its lines, and shows the other names of a line while it is looked at', async () => {
  const states = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [
      `s${index}`,
      {
        on: {
          [`to ${(index + 1) % 9}`]: `s${(index + 1) % 9}`,
          [`skip ${index}`]: `s${(index + 3) % 9}`,
        },
      },
    ]),
  );
  const container = await openPage(createMachine({ id: 'ring', initial: 's0', states }));
  expect(container.querySelector('h1')?.textContent).toBe('Statechart ring');
  const labels = () => [...container.querySelectorAll('.sc-label')].map((each) => each.textContent);
  const [fitting, lines] = [labels(), [...container.querySelectorAll('[data-edge*="→"]')]];
  expect(fitting.length).toBeGreaterThan(10);
  expect(fitting.length).toBeLessThan(lines.length);
  const named = lines.filter((line) => {
    fireEvent.pointerOver(line);
    return labels().length === fitting.length + 1;
  });
  expect(named).toHaveLength(lines.length - fitting.length);
  fireEvent.pointerOver(named[0] ?? container);
  fireEvent.pointerLeave(container.querySelector('.sc-frame svg') ?? container);
  expect(labels()).toEqual(fitting);
  for (let step = 0; step < 3; step += 1) fireEvent.click(screen.getByLabelText('Zoom in'));
  expect(labels()).toHaveLength(lines.length);
});

test('the drawing leaves the keys and the wheel to the browser, but for its own', async () => {
  const container = await openPage(profile);
  const drawing = container.querySelector('.sc-frame svg') ?? container;
  const isKeyTaken = (held: object) => !fireEvent.keyDown(drawing, { key: 'ArrowDown', ...held });
  const held = [{}, { ctrlKey: true }, { metaKey: true }, { altKey: true }];
  expect(held.map(isKeyTaken)).toEqual([true, false, false, false]);
  const width = () => Number(drawing.getAttribute('width'));
  const before = width();
  const isWheelTaken = (keys: object) => {
    const wheel = new Event('wheel', { bubbles: true, cancelable: true });
    return !fireEvent(drawing, Object.assign(wheel, { deltaY: -90, ...keys }));
  };
  expect([isWheelTaken({}), width()]).toEqual([false, before]);
  expect([isWheelTaken({ ctrlKey: true }), width() > before]).toEqual([true, true]);
  await press('Zoom out');
  await press('Zoom out');
  expect(width()).toBeLessThan(before);
});

test('the drawing is one tab stop, also when the focused state is closed, and shows it; the space bar selects', async () => {
  const inner = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`s${index}`, {}]));
  const states = { a: { initial: 's0', states: inner }, b: {} };
  location.hash = '#level=details';
  const container = await openPage(createMachine({ id: 'deep', initial: 'a', states }));
  const drawing = container.querySelector('.sc-frame svg') ?? container;
  const stop = () => drawing.querySelector('[tabindex="0"]')?.getAttribute('data-state');
  const frame = container.querySelector('.sc-frame') ?? container;
  frame.scrollTo(0, 0);
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp']) fireEvent.keyDown(drawing, { key });
  expect([stop(), document.activeElement?.getAttribute('data-state')]).toEqual(['a.s0', 'a.s0']);
  expect(frame.scrollTop).toBeGreaterThan(0);
  fireEvent.keyDown(drawing, { key: ' ' });
  expect(location.hash).toBe('#level=details&state=a.s0');
  await press('map');
  expect(stop()).toBe('a');
});

test('a click selects a state, on a line its other end; a drag with the mouse selects none', async () => {
  const container = await openPage(profile);
  const part = (selector: string) => container.querySelector(selector) ?? container;
  const viewing = part('[data-state="viewing"]');
  const mouse = { pointerType: 'mouse', button: 0, buttons: 1 };
  fireEvent.pointerDown(viewing, { ...mouse, clientX: 0, clientY: 0 });
  fireEvent.pointerMove(viewing, { ...mouse, clientX: 9, clientY: 0 });
  fireEvent.pointerUp(viewing, mouse);
  await click(viewing);
  expect(location.hash).toBe('');
  fireEvent.pointerDown(viewing, mouse);
  await click(viewing);
  expect(location.hash).toBe('#state=viewing');
  await click(part('[data-edge="viewing → editing"]'));
  expect(location.hash).toBe('#state=editing');
  expect(part('[data-edge="viewing → editing"]').classList).toContain('sc-incoming');
  expect(part('aside').textContent).toMatch(/Leads toNone\.Comes fromviewing edit/);
  fireEvent.keyDown(part('[data-state="editing"]'), { key: 'Escape' });
  expect(location.hash).toBe('');
});

test('marks reentering and forbidden transitions, and history states', async () => {
  const machine = createMachine({
    id: 'rare',
    initial: 'a',
    states: {
      a: {
        on: {
          again: { target: 'a', reenter: true, description: 'From the start.' },
          no: undefined,
        },
      },
      b: { initial: 'c', states: { c: {}, past: { type: 'history', history: 'deep' } } },
    },
  });
  const container = await openPage(machine);
  const texts = () =>
    [...container.querySelectorAll('.sc-frame text')].map((each) => each.textContent);
  expect(texts()).toContain('past (H*)');
  await press('details');
  expect(screen.getByRole('button', { name: 'details', pressed: true })).toBeDefined();
  expect(texts()).toEqual(
    expect.arrayContaining(['again → a (enters again)', 'From the start.', 'no (forbidden)']),
  );
  await press('inspect');
  expect(container.querySelector('aside')?.textContent).toMatch(/enters again[\s\S]*forbidden/);
});

test('an actor in the context is its id, and an object that contains itself ends', async () => {
  const circle: Record<string, unknown> = { name: 'round' };
  circle.self = circle;
  const container = await openPage(friends.provide({}));
  expect(container.querySelector('aside')?.textContent).toContain('"ref": "actor friend-1"');
  cleanup();
  const round = createMachine({ id: 'round', context: { circle }, on: { go: {} } });
  expect((await openPage(round)).querySelector('aside')?.textContent).toContain('"self": "…"');
});

test('the search shows a part once its whole name is typed: its code, and what uses it', async () => {
  const machine = setup({
    guards: { isPaid: ({ event }) => event.paid },
    actions: { ring: () => undefined },
    actors: { oven: createMachine({}) },
  }).createMachine({
    id: 'order',
    initial: 'new',
    states: {
      new: { tags: 'open', on: { pay: { guard: 'isPaid', target: 'made', actions: 'ring' } } },
      made: { entry: 'ring', invoke: { src: 'oven' }, after: { 500: 'new' } },
    },
  });
  const container = await openPage(machine);
  const shownFor = async (value: string) => {
    fireEvent.change(screen.getByLabelText(/^Find a part/), { target: { value } });
    // Lets the page be drawn before anything else happens.
    await Promise.resolve();
    return container.querySelector('aside')?.textContent;
  };
  await shownFor('event pa');
  expect(location.hash).toBe('');
  expect(await shownFor('event pay')).toMatch(/Transitionsnew pay \[isPaid\] → made/);
  expect(location.hash).toBe('#part=event+pay');
  expect(await shownFor('guard isPaid')).toMatch(/event\.paid[\s\S]*Transitionsnew pay/);
  expect(await shownFor('action ring')).toMatch(/Statesmade[\s\S]*Transitionsnew pay/);
  expect(await shownFor('delay 500')).toMatch(/Transitionsmade after 500 ms +→ new/);
  expect(await shownFor('tag open')).toMatch(/Statesnew$/);
  expect(await shownFor('actor oven')).toMatch(/Statesmade$/);
  expect(await shownFor('state made')).toMatch(/Invokesoven.*Comes fromnew pay/);
  await shownFor('guard isPaid');
  expect(location.hash).toBe('#part=guard+isPaid');
  cleanup();
  location.hash = '#part=guard+gone';
  await openPage(machine);
  screen.getByText('This machine has no guard gone.');
});

test('a guard made of others leads to the first that has a name, and a function without one leads nowhere', async () => {
  const guards = [and([not('isPaid'), () => true]), () => true, stateIn({ new: 'a' })];
  const go = guards.map((guard) => ({ guard, actions: () => undefined }));
  await openPage(createMachine({ id: 'order', on: { go } }));
  await press('inspect');
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter((name) => name?.match(/\((?!root)/))).toEqual([
    'and(not(isPaid), (inline))',
    'stateIn({"new":"a"})',
  ]);
  await press(/^and/);
  expect(location.hash).toContain('part=guard+isPaid');
});

test('an input can be typed, and is part of the address', async () => {
  await openPage(profile);
  fireEvent.change(screen.getByLabelText('Input (JSON)'), { target: { value: '{"user"' } });
  const start = screen.getByRole('button', { name: 'Start with this input' });
  expect(start).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText('Input (JSON)'), {
    target: { value: '{"user": {"name": "Ada"}}' },
  });
  await press('Start with this input');
  expect(simulated()).toContain('viewing');
  expect(location.hash).toContain('run=');
});

test('steps can be undone and redone, another one replaces those that were undone, and all are a test', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openPage(commands, '{{title}} {{input}}\n{{steps}}');
  screen.getByRole('button', { name: /^open · without data ?→/ }).focus();
  await press(/^open · without data ?→/);
  expect(document.activeElement).toBe(screen.getByTestId('simulated-state'));
  await press(/^close · without data ?→/);
  await press('Undo');
  await press('Undo');
  expect(simulated()).toBe('ClosedStep 0 of 2');
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', true);
  await press('Redo');
  expect(simulated()).toMatch(/^Selecting.argumentStep 1 of 2$/);
  await press('Undo');
  await press(/^open · without data ?→/);
  expect(simulated()).toMatch(/Step 1 of 1$/);
  expect(screen.getByRole('button', { name: 'Redo' })).toHaveProperty('disabled', true);
  await press('Undo');
  await press('open · without data');
  expect(simulated()).toMatch(/Step 1 of 1$/);
  expect(document.querySelector('[aria-current]')?.textContent).toMatch(/^open/);
  copied.mockRejectedValueOnce(new Error('denied'));
  await press('Copy as a test');
  await screen.findByText('The clipboard cannot be used.');
  await press('Copy as a test');
  await screen.findByText('Copied.');
  expect(
    copied.mock.lastCall?.[0].replaceAll('\u00a0', ' '),
  ).toBe(`"start: to Selecting argument" "start"
  expect(state()).toBe("Closed");
  await step("open", "without data", 1);
  expect(state()).toBe("Selecting argument");`);
});

const OPENED = { event: 'open', from: 'Closed', to: 'Selecting\u00a0argument' };
test.each([
  ['', /The text contains no steps of a machine\./],
  [JSON.stringify({ ...OPENED, event: 'close' }), /No payload cases lead through the steps/],
  [
    JSON.stringify(OPENED),
    /Step 1 of 1[\s\S]*(?<!version of the machine\. )These steps fit the report/,
  ],
  [
    JSON.stringify({ machine: 'another', steps: [OPENED] }),
    /Step 1 of 1[\s\S]*The report is of another version of the machine\. These steps/,
  ],
])('a pasted report %s is simulated, or says why not [R18.8]', async (text, said) => {
  const container = await openPage(commands);
  fireEvent.change(screen.getByLabelText(/^Error report/), { target: { value: text } });
  await press('Simulate its steps');
  expect(container.querySelector('aside')?.textContent).toMatch(said);
});

test('says how to get to a state, and of one without a way that no walk was found', async () => {
  const states = { a: { on: { go: 'b' } }, b: {}, island: {} };
  const container = await openPage(createMachine({ id: 'sea', initial: 'a', states }));
  await click(container.querySelector('[data-state="island"]') ?? container);
  await press('How do I get here?');
  await screen.findByText('No walk to this state was found.');
  expect(document.activeElement?.textContent).toBe('island');
  await click(container.querySelector('[data-state="b"]') ?? container);
  expect(screen.queryByText('No walk to this state was found.')).toBeNull();
  await press('How do I get here?');
  await screen.findByText('Step 1 of 1');
  expect(simulated()).toBe('bStep 1 of 1');
});

test('a link of another version is opened up to its first unknown step, and says so', async () => {
  const steps = [
    { type: 'open', case: 'without data' },
    { type: 'gone', case: 'x' },
    { type: 'close', case: 'without data' },
  ];
  const run = encodeSequence({ machine: 'another', input: 'start', steps });
  location.hash = `#${new URLSearchParams({ mode: 'simulate', run })}`;
  const side = (await openPage(commands)).querySelector('aside')?.textContent;
  expect(side).toContain('The link is of another version of the machine.');
  expect(side).toContain('The next step fails: No payload case for "gone#x".');
  expect(screen.getByTestId('simulated-state').textContent).toMatch(
    /^Selecting.argumentStep 1 of 3$/,
  );
});

test.each(['', 'rubbish', '{}', 'null', '{"m":"x","i":"y","s":[[1,"z"]]}'])(
  'a link %j, which is no sequence, starts the machine, and says so',
  async (run) => {
    location.hash = `#${new URLSearchParams({ mode: 'simulate', run })}`;
    const side = (await openPage(commands)).querySelector('aside')?.textContent;
    expect(side).toContain('The link is broken.');
    expect(side).toContain('Step 0 of 0');
    await press(/^open · without data ?→/);
    expect(screen.queryByText('The link is broken.')).toBeNull();
  },
);
