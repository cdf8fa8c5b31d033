import type { AuthEvent } from '#machines/auth/auth.types.ts';
import { authCases } from '#machines/auth-cases/auth-stepper.ts';
import { eventForStep, eventSenders } from '#machines/auth-cases/payload-cases.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { TICK } from '#statechart/explore/stepper.ts';
import {
  invokeIdOf,
  type ModelStep,
  payloadOf,
  type StepKind,
  stepKind,
  UNEXPECTED,
} from '#statechart/explore/steps.ts';
import { type DeferredCall, settleCall, type TestRun } from './test-machine.ts';

/** A step, and the run in which it is performed. */
export interface StepContext {
  readonly run: TestRun;
  readonly step: ModelStep;
  /** When the step happens on the clock of the stepper, in milliseconds. */
  readonly clock: number;
}

/** How each kind of step is performed; a kind without an executor does not compile. */
export type Executors = Readonly<Record<StepKind, (context: StepContext) => Promise<void>>>;

/** Sends events, settles calls and advances the simulated clock; no view is involved. */
export const machineExecutors: Executors = {
  event: async ({ run, step }) => {
    run.clock.advance(TICK);
    sendEvent(run, step);
  },
  done: async ({ run, step }) => {
    run.clock.advance(TICK);
    await settleCall(pendingCall(run, step), { output: payloadOf(authCases, step, run.now()) });
  },
  error: async ({ run, step }) => {
    run.clock.advance(TICK);
    await settleCall(pendingCall(run, step), { error: UNEXPECTED });
  },
  after: fireTimer,
  wait: async ({ run, clock }) => run.clock.advance(clock - run.clock.now()),
  sleep: async ({ run }) => {
    run.clock.advance(TICK);
    run.sleep(REFRESH_INTERVAL);
  },
};

/** Sends the event of a step: as a person, or through the actor `externalEvents`. */
export function sendEvent(run: TestRun, step: ModelStep): void {
  const event: AuthEvent = eventForStep(step, run.now());
  if (eventSenders[event.type] === 'person') run.send(event);
  else run.sendExternal(event);
}

/** Performs a step by the executor of its kind. */
export function performStep(executors: Executors, context: StepContext): Promise<void> {
  return executors[stepKind(context.step.type)](context);
}

function pendingCall(run: TestRun, step: ModelStep): DeferredCall {
  const id = invokeIdOf(step.type);
  const call = [...run.pending].find((each) => each.id === id);
  if (call === undefined) throw new Error(`No call of "${id}" is pending.`);
  return call;
}

/** Advances to the due time of a delayed transition: nothing may change until one millisecond before it. */
async function fireTimer({ run, step, clock }: StepContext): Promise<void> {
  const before = run.actor.getSnapshot();
  run.clock.advance(clock - run.clock.now() - 1);
  if (run.actor.getSnapshot() !== before) {
    throw new Error(`The machine changed before "${step.type}" was due.`);
  }
  run.clock.advance(1);
  if (run.actor.getSnapshot() === before) {
    throw new Error(`"${step.type}" was due, and the machine did not change.`);
  }
}
