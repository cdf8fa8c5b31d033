// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { defaultStepper } from '../explore/default-stepper.ts';
import { StatechartPage } from '../page/statechart-page.tsx';
import { computeChart } from '../plugin/chart-data.ts';
import { encodeSequence } from '../walks/encode-sequence.ts';
import { commands, foreign, friends, profile } from './foreign-machines.ts';

async function openPage(machine: AnyStateMachine) {
  const data = await computeChart({ machine }, null);
  const chart = { data, loadStepper: async () => defaultStepper(machine) };
  const { container } = render(<StatechartPage chart={chart} />);
  await screen.findByText(/Steps so far|The machine cannot start/);
  return container;
}

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

test('the map names its lines where there is room, and each of them in a tooltip', async () => {
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
  const textsOf = (selector: string) =>
    [...container.querySelectorAll(selector)].map((each) => each.textContent);
  const fitting = textsOf('.sc-label');
  const lines = [...container.querySelectorAll('[data-edge*="→"]')];
  expect(fitting.length).toBeGreaterThan(10);
  expect(fitting.length).toBeLessThan(lines.length);
  const tips = lines.map((line) => line.querySelector('title')?.textContent);
  expect(tips).toEqual(expect.arrayContaining(fitting));
  expect(tips).toContain('skip 4');
  expect(tips).not.toContain(undefined);
});

test('the drawing leaves the keys with Ctrl, Cmd or Alt to the browser', async () => {
  const container = await openPage(profile);
  const drawing = container.querySelector('.sc-frame svg') ?? container;
  const isTaken = (key: string, held: object = {}) => !fireEvent.keyDown(drawing, { key, ...held });
  expect(isTaken('ArrowDown')).toBe(true);
  const held = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }];
  expect(held.map((each) => isTaken('ArrowDown', each))).toEqual([false, false, false]);
});

test('says of a transition that it enters again or is forbidden, and of a state that it is a history', async () => {
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
  fireEvent.click(screen.getByRole('button', { name: 'details' }));
  expect(texts()).toEqual(
    expect.arrayContaining(['again → a (enters again)', 'From the start.', 'no (forbidden)']),
  );
  fireEvent.click(screen.getByRole('button', { name: 'inspect' }));
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

test('an input can be typed, and is part of the address', async () => {
  await openPage(profile);
  fireEvent.change(screen.getByLabelText('Input (JSON)'), {
    target: { value: '{"user": {"name": "Ada"}}' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Start with this input' }));
  expect(screen.getByTestId('simulated-state').textContent).toContain('viewing');
  expect(location.hash).toContain('run=');
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

test('a link that is no sequence starts the machine, and says so', async () => {
  location.hash = '#mode=simulate&run=rubbish';
  const side = (await openPage(commands)).querySelector('aside')?.textContent;
  expect(side).toContain('The link is broken.');
  expect(side).toContain('Step 0 of 0');
});
