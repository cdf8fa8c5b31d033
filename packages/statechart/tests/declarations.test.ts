import { expect, test } from 'vitest';
import { assign, createMachine } from 'xstate';
import { machineGraph } from '../explore/machine-graph.ts';
import { findDeclarations } from '../plugin/declarations.ts';

const MACHINE = `import { open } from './open.ts';

/** The lifetime of a door, in milliseconds. */
const LIFETIME = 2 * 60_000;

const states = {
  /** Nobody can pass. */
  closed: {
    on: {
      push: [
        { guard: 'isUnlocked', target: 'open' },
        { actions: 'ring' },
      ],
    },
  },
  open,
};
const guards = {
  /** The key was turned. */
  isUnlocked: ({ context }) => context.isUnlocked,
};
const delays = { AUTO_CLOSE: ({ context }) => context.openedAt, WARNING: 30_000 };
export const machine = setup({ guards, delays, actions: { ring: assign(ring) } });
/** Wakes somebody. */
function ring() {
  return { openedAt: Date.now() + LIFETIME };
}
`;
const OPEN = `type Events =
  /** Somebody pushes. */
  | { type: 'push' };
export const open = {
  after: {
    AUTO_CLOSE: 'closed',
  },
};
`;

const graph = machineGraph(
  createMachine({
    initial: 'closed',
    context: {},
    states: {
      closed: { on: { push: [{ guard: 'isUnlocked', target: 'open' }, { actions: 'ring' }] } },
      open: { after: { AUTO_CLOSE: 'closed', WARNING: 'open' }, entry: assign({}) },
    },
  }),
);

const found = findDeclarations(graph, [
  { path: 'src/machine.ts', text: MACHINE },
  { path: 'src/open.ts', text: OPEN },
]);

test('finds the line of a state, also of one in another file, and of each branch of a transition', () => {
  const at = Object.fromEntries(Object.entries(found).map(([key, value]) => [key, value.at]));
  expect(at).toMatchObject({
    'state closed': 'src/machine.ts:8',
    'state open': 'src/open.ts:4',
    'transition closed | push | 0': 'src/machine.ts:11',
    'transition closed | push | 1': 'src/machine.ts:12',
    'transition open | xstate.after.AUTO_CLOSE | 0': 'src/open.ts:6',
    'event push': 'src/open.ts:3',
    'guard isUnlocked': 'src/machine.ts:20',
    'action ring': 'src/machine.ts:23',
  });
});

test('has the comment of each, and that of the function that an action names', () => {
  expect(found['state closed']?.comment).toBe('Nobody can pass.');
  expect(found['guard isUnlocked']?.comment).toBe('The key was turned.');
  expect(found['event push']?.comment).toBe('Somebody pushes.');
  expect(found['action ring']?.code).toBe('ring: assign(ring)');
});

test('follows a delay to the constant that it depends on, with its value', () => {
  expect(found['delay AUTO_CLOSE']?.constants).toEqual(['LIFETIME = 2 min']);
  expect(found['constant LIFETIME']?.constants).toEqual(['LIFETIME = 2 min']);
});

test('has the length of a delay that is a number', () => {
  expect(found['delay WARNING']?.constants).toEqual(['WARNING = 30 s']);
});

test('leaves out what it does not find', () => {
  expect(findDeclarations(graph, [])).toEqual({});
});
