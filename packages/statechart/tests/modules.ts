/*
 * Modules as people write them, by the path of each: what only a file can have, beside the machines of
 * `public-machines.ts`. Each is the shape of one in a public repository.
 */

/** Four states for each of 26 rooms. */
const ROOMS = `Object.fromEntries(Array.from({ length: 26 }, (_, room) => [\`room\${room}\`, {
  initial: 'closed',
  on: { leave: { guard: 'mayLeave', target: \`room\${(room + 1) % 26}\`, actions: 'count' } },
  states: {
    closed: { on: { open: 'opened' } },
    opened: { on: { enter: { guard: { type: 'fits', params: { room } }, target: 'inside' } } },
    inside: { tags: 'busy', after: { 500: 'closed' }, entry: 'greet' },
  },
}]))`;

export const modules: Readonly<Record<string, string>> = {
  'split/names.ts': `export enum State { Idle = 'Idle', Working = 'Working', Failed = 'Failed' }
export enum Event { Start = 'START', Retry = 'RETRY' }`,
  'split/setup.ts': `import { fromPromise, setup } from 'xstate';
export const worker = setup({
  actors: { work: fromPromise(async () => 1) },
  guards: { isFirst: () => true, isNever: () => false, isAllowed: ({ event }) => event.user.isAdmin },
  actions: { report: () => undefined },
});`,
  'split/working.ts': `import { Event, State } from './names';
import { worker } from './setup';
export const working = worker.createStateConfig({
  tags: ['busy'],
  invoke: { src: 'work', onDone: { target: State.Idle, actions: 'report' }, onError: State.Failed },
  on: { [Event.Retry]: { guard: 'isAllowed', target: State.Working, reenter: true } },
});`,
  'split/machine.ts': `import { Event, State } from './names';
import { worker } from './setup';
import { working } from './working';
export const machine = worker.createMachine({
  id: 'worker',
  initial: State.Idle,
  states: {
    [State.Idle]: { on: { [Event.Start]: [{ guard: 'isFirst', target: State.Working }, 'deciding'] } },
    deciding: { always: [{ guard: 'isNever', target: State.Working }, State.Failed] },
    [State.Working]: working,
    archived: { type: 'final' },
    [State.Failed]: { entry: 'report', on: { [Event.Retry]: '#worker' } },
  },
});`,
  'node-only.ts': `import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assign, fromCallback, setup } from 'xstate';
const own = readFileSync(join(import.meta.dirname, 'node-only.ts'), 'utf8');
export const machine = setup({
  actors: { watch: fromCallback(() => () => undefined) },
  delays: { COPY_TIME: 5_000 },
  guards: { isOther: ({ context, event }) => event.digest !== context.digest },
}).createMachine({
  id: 'scanner',
  context: { digest: createHash('sha256').update(own).digest('hex') },
  initial: 'watching',
  states: {
    watching: {
      invoke: { src: 'watch', id: 'watcher' },
      on: { changed: { guard: 'isOther', target: 'copying', actions: assign({ digest: ({ event }) => event.digest }) } },
    },
    copying: { after: { COPY_TIME: 'watching' }, always: { guard: () => false, target: 'watching' } },
  },
});`,
  'wildcards.ts': `import { createMachine, not, or } from 'xstate';
export const machine = createMachine({
  id: 'pointer',
  initial: 'free',
  on: { '*': { actions: 'log' } },
  states: {
    free: { on: { 'mouse.*': 'held', 'mouse.up': undefined, SET_NAME: { guard: or([not('isLocked'), () => false]), target: 'held' } } },
    held: { on: { 'key.down': { target: 'free', guard: ({ event }) => event.code.length > 0 } } },
  },
}).provide({ guards: { isLocked: () => false } });`,
  'rooms.ts': `import { setup } from 'xstate';
export const machine = setup({
  guards: { mayLeave: ({ event }) => event.ticket.isPaid, fits: () => false },
  actions: { count: () => undefined, greet: () => undefined },
}).createMachine({ id: 'rooms', initial: 'room0', states: ${ROOMS} });`,
};
