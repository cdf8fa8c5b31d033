import { type AnyStateMachine, assign, createMachine, setup } from 'xstate';

/*
 * Machines with what others use and a chart easily fails on: each is the shape of a machine in a public repository or of
 * a report. The text is one that the simulation shows.
 */

/** A guard and an assign that read data: the command bar of KittyCAD/modeling-app. */
export const commands = createMachine({
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
export const friends = setup({ actors: { child } }).createMachine({
  id: 'friends',
  context: ({ spawn }) => ({ ref: spawn('child', { id: 'friend-1' }) }),
  on: { rename: { actions: assign({ ref: ({ event }) => event.ref.id.trim() }) } },
});

/** An input that the context needs. */
export const profile = setup({
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

/** A delay that reads data which no start has: the snake game of statelyai/xstate. */
const snake = createMachine({
  id: 'snake',
  initial: 'moving',
  states: { moving: { after: { slow: 'over' } }, over: { type: 'final' } },
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

export const foreign: Readonly<Record<string, readonly [AnyStateMachine, RegExp]>> = {
  commands: [commands, /SELECT needs data:.*trim/],
  friends: [friends, /rename needs data:.*id/],
  profile: [profile, /The machine cannot start:.*name/],
  looping: [looping, /The machine cannot start:.*without end/],
  snake: [snake, /The machine cannot start:.*seconds/],
  names: [names, /toString · without data/],
  regions: [regions, /again · without data/],
};
