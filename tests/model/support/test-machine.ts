import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
} from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import type { AuthEmitted, AuthEvent } from '#machines/auth/auth.types.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { authInput, RANDOM } from '#machines/auth-cases/auth-stepper.ts';
import { invocations } from '#machines/auth-cases/payload-cases.ts';
import type { StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { START } from '#statechart/explore/stepper.ts';
import { TestClock } from './test-clock.ts';

/** An invoked actor that stays pending until a test settles it. */
export interface DeferredCall {
  readonly id: string;
  readonly actor: keyof AuthActorContracts;
  readonly input: unknown;
  /** Milliseconds on the clock of the timers. */
  readonly madeAt: number;
  /** `aborted`: the machine stopped the actor, and must ignore its result. */
  state: 'pending' | 'settled' | 'aborted';
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** One run of the real actor on a simulated clock. Its calls are deferred, and everything it does is recorded. */
export interface TestRun {
  readonly actor: ActorRefFrom<AuthMachine>;
  readonly clock: TestClock;
  readonly calls: readonly DeferredCall[];
  readonly pending: ReadonlySet<DeferredCall>;
  readonly emitted: readonly AuthEmitted[];
  /** The names of the executed actions that the app provides. */
  readonly actions: readonly string[];
  /** The transition definitions taken, in order, `always` included. */
  readonly taken: readonly AnyTransitionDefinition[];
  readonly now: () => number;
  /** Sends an event of a person. */
  readonly send: (event: AuthEvent) => void;
  /** Sends an external event through the actor `externalEvents`. */
  readonly sendExternal: (event: AuthEvent) => void;
  /** Moves the time of day on by `ms` while the timers stand still. */
  readonly sleep: (ms: number) => void;
}

interface RunOptions {
  readonly random?: () => number;
  /** Whether taken transitions are recorded; a run of many steps is faster without. */
  readonly isRecording?: boolean;
}

/** The machine with deferred actors and recorded actions. Only the latest run may be used. */
export interface TestMachine {
  readonly machine: AnyStateMachine;
  readonly start: (input: StartInputData, options?: RunOptions) => TestRun;
}

/** What the provided actors and actions write to: the state of the latest run. */
interface RunState {
  readonly clock: TestClock;
  readonly calls: DeferredCall[];
  readonly pending: Set<DeferredCall>;
  readonly actions: string[];
  sendExternal: (event: AuthEvent) => void;
}

/**
 * The real machine with deferred actors and recorded actions.
 *
 * @param machine the machine to run; the product's own unless a test breaks one
 */
export function createTestMachine(machine: AnyStateMachine = authMachine): TestMachine {
  let current = newRunState();

  const recorded = (name: string) => () => {
    current.actions.push(name);
  };
  const externalEvents = fromCallback<AuthEvent>(({ sendBack }) => {
    current.sendExternal = sendBack;
  });
  const deferred = (actor: keyof AuthActorContracts): AnyActorLogic =>
    fromPromise<unknown, unknown>(({ input, self, signal }) => {
      const { calls, pending, clock } = current;
      return new Promise((resolve, reject) => {
        const end = (state: DeferredCall['state']) => {
          if (call.state === 'pending') call.state = state;
          pending.delete(call);
        };
        const call: DeferredCall = {
          id: self.id,
          actor,
          input,
          madeAt: clock.now(),
          state: 'pending',
          resolve: (output) => {
            end('settled');
            resolve(output);
          },
          reject: (error) => {
            end('settled');
            reject(error);
          },
        };
        signal.addEventListener('abort', () => end('aborted'));
        calls.push(call);
        pending.add(call);
      });
    });
  const provided = machine.provide({
    actors: {
      externalEvents,
      ...Object.fromEntries(Object.values(invocations).map((name) => [name, deferred(name)])),
    },
    actions: {
      expireIntermediateSession: recorded('expireIntermediateSession'),
      discardCallback: recorded('discardCallback'),
      claimHandoff: recorded('claimHandoff'),
      forgetLinkRequests: recorded('forgetLinkRequests'),
      removeSession: recorded('removeSession'),
    },
  });

  const start: TestMachine['start'] = (
    input,
    { random = () => RANDOM, isRecording = true } = {},
  ) => {
    const state = newRunState();
    const { clock, calls, pending, actions } = state;
    current = state;
    let slept = 0;
    const now = () => START + clock.now() + slept;
    const taken: AnyTransitionDefinition[] = [];
    const emitted: AuthEmitted[] = [];
    const inspect = (event: InspectionEvent) => {
      if (event.type === '@xstate.microstep') taken.push(...event._transitions);
    };
    const actor = createActor(provided, {
      input: authInput(input, { now, random }),
      clock,
      ...(isRecording ? { inspect } : {}),
    });
    actor.on('*', (event) => emitted.push(event));
    actor.start();
    return {
      actor,
      clock,
      calls,
      pending,
      emitted,
      actions,
      taken,
      now,
      send: actor.send,
      sendExternal: (event) => state.sendExternal(event),
      sleep: (ms) => {
        slept += ms;
      },
    };
  };
  return { machine: provided, start };
}

function newRunState(): RunState {
  return {
    clock: new TestClock(),
    calls: [],
    pending: new Set(),
    actions: [],
    sendExternal: () => undefined,
  };
}

/** Settles a deferred call, and waits until the machine has processed it. */
export async function settleCall(
  call: DeferredCall,
  settlement: { readonly output: unknown } | { readonly error: unknown },
): Promise<void> {
  if ('output' in settlement) call.resolve(settlement.output);
  else call.reject(settlement.error);
  await flushMicrotasks();
}

/** Lets settled promises reach the machine: one microtask for the promise, and those of its listeners. */
async function flushMicrotasks(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await Promise.resolve();
}
