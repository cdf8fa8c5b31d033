import {
  type AnyStateMachine,
  assign,
  cancel,
  createMachine,
  fromPromise,
  not,
  or,
  raise,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';

/*
 * Machines with the shapes of examples in public repositories, each named at its machine. They have what a chart easily
 * loses: regions, history, final states, raised events and spawned actors.
 */

/** Deep history of a parallel state, which a switch returns to: `examples/16.js` of mattcroat/state-machines. */
export const heater = createMachine({
  id: 'heater',
  initial: 'off',
  states: {
    off: { on: { power: 'on.remembered', reset: 'on.start' } },
    on: {
      type: 'parallel',
      on: { power: 'off' },
      states: {
        heat: {
          initial: 'low',
          states: { low: { on: { heat: 'high' } }, high: { on: { heat: 'low' } } },
        },
        swing: {
          initial: 'disabled',
          states: {
            disabled: { on: { swing: 'enabled' } },
            enabled: { on: { swing: 'disabled' } },
          },
        },
        remembered: { type: 'history', history: 'deep' },
        start: { type: 'history', target: 'heat.high' },
      },
    },
  },
});

/** A parallel state that is done with its regions: the light of the final states in the documents of statelyai/xstate. */
const crossing = createMachine({
  id: 'crossing',
  initial: 'green',
  states: {
    green: { on: { next: 'yellow' } },
    yellow: { on: { next: 'red' } },
    red: {
      type: 'parallel',
      states: {
        north: {
          initial: 'walk',
          states: { walk: { on: { 'north.wait': 'wait' } }, wait: { type: 'final' } },
        },
        south: {
          initial: 'walk',
          states: { walk: { on: { 'south.wait': 'wait' } }, wait: { type: 'final' } },
        },
      },
      onDone: [
        { guard: 'isNight', target: 'dark' },
        { target: 'green', actions: 'count' },
      ],
    },
    dark: { type: 'final' },
  },
}).provide({ guards: { isNight: () => false }, actions: { count: () => undefined } });

/**
 * An event raised at once, another one raised later and cancelled: `send4b.ts` of the SCXML fixtures and the changelog of
 * statelyai/xstate.
 */
export const reminder = createMachine({
  id: 'reminder',
  initial: 'waiting',
  context: { count: 0 },
  states: {
    waiting: {
      entry: [raise({ type: 'remind' }, { delay: 200, id: 'timer' }), assign({ count: 1 })],
      exit: cancel('timer'),
      on: { remind: 'reminding', stop: 'stopped' },
      after: { 5000: 'stopped' },
    },
    reminding: {
      initial: { target: 'ringing', actions: () => undefined },
      entry: raise({ type: 'ring' }),
      states: { ringing: { on: { ring: 'heard' } }, heard: {} },
      on: { again: { target: 'waiting', reenter: true } },
    },
    stopped: {},
  },
});

/**
 * An actor that others find by a name of the system, others that are spawned and stopped by events: exercise 8 of
 * davidkpiano/frontend-masters-react-workshop.
 */
export const timers = setup({
  actors: { timer: fromPromise(async () => 1), load: fromPromise(async () => 2) },
}).createMachine({
  id: 'timers',
  initial: 'loading',
  context: { timers: [] },
  states: {
    loading: { invoke: { src: 'load', systemId: 'load', onDone: 'ready', onError: 'failed' } },
    ready: {
      on: {
        add: { actions: spawnChild('timer', { id: 'first' }) },
        assign: { actions: assign({ timers: ({ spawn }) => [spawn('timer')] }) },
        remove: { actions: stopChild('first') },
      },
    },
    failed: {},
  },
});

/**
 * Families of events, one that ends with the machine's id, a forbidden one, and guards that combine others: what a file by
 * other people may hold at once.
 */
const pointer = createMachine({
  id: 'pointer',
  initial: 'free',
  on: { '*': { actions: 'log' }, 'hide.pointer': '.free' },
  states: {
    free: {
      on: {
        'mouse.*': 'held',
        'mouse.up': undefined,
        SET_NAME: { guard: or([not('isLocked'), () => false]), target: 'held' },
        start: 'deciding',
      },
    },
    deciding: { always: [{ guard: 'isLocked', target: 'held' }, { target: 'free' }] },
    held: {
      on: {
        'key.down': [
          { target: 'free', guard: ({ event }) => event.code.length > 0 },
          { target: 'deciding', guard: 'isLocked' },
        ],
      },
    },
  },
}).provide({ guards: { isLocked: () => false } });

/** Names that a format of a file may take for something else. */
export const odd = createMachine({
  id: 'odd',
  initial: 'end',
  states: {
    end: { on: { ' ': 'a_b', '\t': 'a_b', 'a: b; c #1': '"x" y' } },
    'a.b': { on: { '{}': '空闲' } },
    a_b: {},
    '"x" y': {},
    空闲: { type: 'final' },
  },
});

/** Four states for each of 26 rooms. */
const rooms = createMachine({
  id: 'rooms',
  initial: 'room0',
  states: Object.fromEntries(
    Array.from({ length: 26 }, (_, room) => [
      `room${room}`,
      {
        initial: 'closed',
        on: { leave: { guard: 'mayLeave', target: `room${(room + 1) % 26}`, actions: 'count' } },
        states: {
          closed: { on: { open: 'opened' } },
          opened: {
            on: { enter: { guard: { type: 'fits', params: { room } }, target: 'inside' } },
          },
          inside: { tags: 'busy', after: { 500: 'closed' }, entry: 'greet' },
        },
      },
    ]),
  ),
}).provide({
  guards: { mayLeave: ({ event }) => event.ticket.isPaid, fits: () => false },
  actions: { count: () => undefined, greet: () => undefined },
});

export const publicMachines: Readonly<Record<string, AnyStateMachine>> = {
  heater,
  crossing,
  reminder,
  timers,
  pointer,
  rooms,
};
