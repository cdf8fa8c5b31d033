import {
  type ActorRefFrom,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate';
import type { AuthEmitted, AuthEvent } from '#machines/auth/auth.events.ts';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import { authInput } from '#machines/auth-cases/auth-stepper.ts';
import { invocations } from '#machines/auth-cases/payload-cases.ts';
import type { StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { START } from '#statechart/explore/stepper.ts';
import { TestClock } from './test-clock.ts';

/** An invoked actor that stays pending until a test settles it. */
export interface DeferredCall {
  readonly id: string;
  readonly input: unknown;
  readonly settle: (settlement: Settlement) => void;
}

type Settlement = { readonly output: unknown } | { readonly error: unknown };

/** One run of the real actor on a simulated clock. Its calls are deferred, and everything it does is recorded. */
export interface TestRun {
  readonly actor: ActorRefFrom<AuthMachine>;
  readonly clock: TestClock;
  /** Every call that was made. */
  readonly calls: readonly DeferredCall[];
  /** Those that are neither settled nor aborted by the machine. */
  readonly pending: ReadonlySet<DeferredCall>;
  readonly emitted: readonly AuthEmitted[];
  /** The names of the executed actions that the app provides. */
  readonly actions: readonly string[];
  /** The transition definitions taken, in order, `always` included. */
  readonly taken: readonly AnyTransitionDefinition[];
  /** The time of day, in epoch milliseconds. */
  readonly now: () => number;
  /** Sends an event of a person. */
  readonly send: (event: AuthEvent) => void;
  /** Sends an external event through the actor `sessionMonitor`. */
  readonly sendExternal: (event: AuthEvent) => void;
  /** Moves the time of day on by `ms` while the timers stand still. */
  readonly sleep: (ms: number) => void;
}

/** The machine with deferred actors and recorded actions. Only the latest run may be used. */
export interface TestMachine {
  readonly start: (input: StartInputData) => TestRun;
}

/** What the provided actors and actions write to: the state of the latest run. */
function newRecord() {
  const calls: DeferredCall[] = [];
  const actions: string[] = [];
  const sendExternal: (event: AuthEvent) => void = () => undefined;
  return { calls, actions, pending: new Set<DeferredCall>(), sendExternal };
}

/** The real machine with deferred actors and recorded actions. */
export function createTestMachine(): TestMachine {
  let record = newRecord();
  const recorded = (name: string) => () => {
    record.actions.push(name);
  };
  const sessionMonitor = fromCallback<AuthEvent>(({ sendBack }) => {
    record.sendExternal = sendBack;
  });
  const deferred = fromPromise<unknown, unknown>(({ input, self, signal }) => {
    const { calls, pending } = record;
    return new Promise((resolve, reject) => {
      const call: DeferredCall = {
        id: self.id,
        input,
        settle: (settlement) => {
          pending.delete(call);
          if ('output' in settlement) resolve(settlement.output);
          else reject(settlement.error);
        },
      };
      signal.addEventListener('abort', () => pending.delete(call));
      calls.push(call);
      pending.add(call);
    });
  });
  const calls = Object.values(invocations).map((name) => [name, deferred] as const);
  const provided = stubbedAuthMachine.provide({
    actors: { sessionMonitor, ...Object.fromEntries(calls) },
    actions: {
      removeIntermediateCookie: recorded('removeIntermediateCookie'),
      removeCallbackToken: recorded('removeCallbackToken'),
      removeLinkRequests: recorded('removeLinkRequests'),
      removeSession: recorded('removeSession'),
    },
  });
  const start: TestMachine['start'] = (input) => {
    const own = newRecord();
    record = own;
    const clock = new TestClock();
    let slept = 0;
    const now = () => START + clock.now() + slept;
    const taken: AnyTransitionDefinition[] = [];
    const emitted: AuthEmitted[] = [];
    const actor = createActor(provided, {
      input: authInput(input, { now }),
      clock,
      inspect: (event) => {
        if (event.type === '@xstate.microstep') taken.push(...event._transitions);
      },
    });
    actor.on('*', (event) => emitted.push(event));
    actor.start();
    return {
      ...own,
      actor,
      clock,
      emitted,
      taken,
      now,
      send: actor.send,
      sendExternal: (event) => own.sendExternal(event),
      sleep: (ms) => {
        slept += ms;
      },
    };
  };
  return { start };
}

/** Settles a deferred call, and waits until the machine has processed it. */
export async function settleCall(call: DeferredCall, settlement: Settlement): Promise<void> {
  call.settle(settlement);
  // One microtask for the promise, and those of its listeners.
  for (let count = 0; count < 3; count += 1) await Promise.resolve();
}
