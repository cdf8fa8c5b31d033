import { type AnyStateMachine, assign, createMachine, fromPromise, not, or, setup } from 'xstate';

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
export const friends = setup({ actors: { child } }).createMachine({
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

export const foreign: Readonly<Record<string, readonly [AnyStateMachine, RegExp]>> = {
  commands: [commands, /SELECT needs data:.*trim/],
  friends: [friends, /rename needs data:.*id/],
  ticking: [ticking, /tick done · without output/],
  profile: [profile, /The machine cannot start:.*name/],
  looping: [looping, /The machine cannot start:.*without end/],
  snake: [snake, /The machine cannot start:.*seconds|needs data/],
  names: [names, /toString · without data/],
  regions: [regions, /again · without data/],
};
