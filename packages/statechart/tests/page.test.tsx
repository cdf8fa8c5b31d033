// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine, fromPromise, not, or, setup } from 'xstate';
import { defaultStepper } from '../explore/default-stepper.ts';
import { nodesOf } from '../explore/machine-graph.ts';
import { StatechartPage } from '../page/statechart-page.tsx';
import { computeChart } from '../plugin/chart-data.ts';
import { publicMachines } from './public-machines.ts';

/*
 * Machines with what others use and a chart easily fails on: each is the shape of a machine in a public repository or of
 * a report. The text is one that the simulation shows.
 */

/** A guard and an assign that read data: the command bar of KittyCAD/modeling-app. */
const commands = createMachine({
  id: 'commands',
  initial: 'Closed',
  context: { commands: [] },
  states: {
    Closed: {
      on: {
        'Add commands': {
          actions: assign({ commands: ({ event }) => event.data.commands.slice() }),
        },
        SELECT: { guard: ({ event }) => event.name.trim() !== '', target: 'Selecting argument' },
        open: 'Selecting argument',
      },
    },
    'Selecting argument': { on: { close: 'Closed' } },
  },
});

const child = createMachine({ id: 'child' });

/** Actors in the context: `examples/friends-list` of statelyai/xstate. */
const friends = setup({ actors: { child } }).createMachine({
  id: 'friends',
  context: ({ spawn }) => ({ ref: spawn('child', { id: 'friend-1' }) }),
  on: { rename: { actions: assign({ ref: ({ event }) => event.ref.id.trim() }) } },
});

/** An actor that others find by a name of the system. */
const ticking = setup({ actors: { tick: fromPromise(async () => 1) } }).createMachine({
  id: 'ticking',
  initial: 'on',
  states: {
    on: { invoke: { src: 'tick', systemId: 'tick', onDone: 'off' } },
    off: { on: { start: 'on' } },
  },
});

/** An input that the context needs. */
const profile = setup({
  types: { input: {} as { user: { name: string } } },
}).createMachine({
  id: 'profile',
  context: ({ input }) => ({ name: input.user.name }),
  initial: 'viewing',
  states: { viewing: { on: { edit: 'editing' } }, editing: {} },
});

const looping = createMachine({
  id: 'looping',
  initial: 'a',
  states: { a: { always: 'b' }, b: { always: 'a' } },
});

/** The snake game of statelyai/xstate. */
const snake = createMachine({
  id: 'snake',
  initial: 'moving',
  context: { gone: false },
  states: {
    moving: {
      always: { guard: or([({ context }) => context.gone, not(() => true)]), target: 'over' },
      on: { key: { guard: ({ event }) => event.direction.length > 0, actions: assign({}) } },
      after: { slow: 'moving' },
    },
    over: { type: 'final' },
  },
}).provide({ delays: { slow: ({ event }) => event.wait.seconds } });

/** Names that are properties of every object, a reset by the root's id, and names in no Latin letters. */
const names = createMachine({
  id: 'names',
  initial: 'constructor',
  states: {
    constructor: { on: { toString: '空闲', valueOf: 'hasOwnProperty' } },
    空闲: { on: { RESET: '#names' } },
    hasOwnProperty: { initial: 'in', states: { in: { on: { reset: '#names', 'mouse.*': {} } } } },
  },
});

const regions = createMachine({
  id: 'regions',
  type: 'parallel',
  states: {
    one: { initial: 'a', states: { a: { on: { RESET: { target: '#regions', reenter: true } } } } },
    two: {},
  },
  on: { again: { target: '#regions', reenter: true }, first: '#regions.one.a' },
});

const foreign: Readonly<Record<string, readonly [AnyStateMachine, RegExp]>> = {
  commands: [commands, /SELECT needs data:.*trim/],
  friends: [friends, /rename needs data:.*id/],
  ticking: [ticking, /tick done · without output/],
  profile: [profile, /The machine cannot start:.*name/],
  looping: [looping, /The machine cannot start:.*without end/],
  snake: [snake, /The machine cannot start:.*seconds|needs data/],
  names: [names, /toString · without data/],
  regions: [regions, /again · without data/],
};

async function openPage(machine: AnyStateMachine) {
  const data = await computeChart({ machine }, null);
  const chart = {
    ...{ data, loadStepper: async () => defaultStepper(machine) },
    loadDeclarations: async () => ({}),
  };
  const { container } = render(<StatechartPage chart={chart} />);
  await screen.findByText(/Steps so far|The machine cannot start/);
  return container;
}

beforeEach(() => {
  location.hash = '';
});
afterEach(cleanup);

describe.each([
  ...Object.entries(foreign),
  ...Object.entries(publicMachines).map(([name, machine]) => [name, [machine, /./]] as const),
])('%s', (_, [machine, text]) => {
  test('is drawn with every state, simulated, and shown as a table', async () => {
    const container = await openPage(machine);
    expect(container.querySelector('aside')?.textContent).toMatch(text);
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    const drawn = [...container.querySelectorAll('[data-state]')];
    const count = drawn.filter((each) => each.getAttribute('data-state') !== '(root)').length;
    const states = nodesOf(machine).filter(({ parent }) => parent !== undefined);
    expect(count).toBe(states.length);
    fireEvent.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByRole('table')).toBeTruthy();
  });
});

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
  for (let step = 0; step < 3; step += 1) fireEvent.click(screen.getByLabelText('Zoom in'));
  expect(labels()).toHaveLength(lines.length);
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
  fireEvent.click(screen.getByRole('button', { name: 'Details' }));
  expect(texts()).toEqual(
    expect.arrayContaining(['again → a (enters again)', 'From the start.', 'no (forbidden)']),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Table' }));
  expect(screen.getByRole('table').textContent).toMatch(/enters again[\s\S]*forbidden/);
});

test('an actor in the context is its id, and an object that contains itself opens step by step', async () => {
  const circle: Record<string, unknown> = { name: 'round' };
  circle.self = circle;
  const container = await openPage(friends.provide({}));
  expect(container.querySelector('aside')?.textContent).toContain('ref: actor friend-1');
  cleanup();
  const round = createMachine({ id: 'round', context: { circle }, on: { go: {} } });
  expect((await openPage(round)).querySelector('aside')?.textContent).toContain('circle');
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
