import type { AuthEvent } from '#machines/auth/auth.types.ts';
import { authCases } from '#machines/explore/auth-stepper.ts';
import { eventPayload, senders } from '#machines/explore/payload-cases.ts';
import { TICK } from '#machines/explore/stepper.ts';
import {
  invokeIdOf,
  type ModelStep,
  payloadOf,
  type StepKind,
  stepKind,
  UNEXPECTED,
} from '#machines/explore/steps.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { answer, type DeferredCall, type Run } from './world.ts';

/** What a step needs to be made to happen in a real life. */
export interface Doing {
  readonly run: Run;
  readonly step: ModelStep;
  /** The clock at which the model says the step happens, in milliseconds. */
  readonly clock: number;
}

/** One executor per kind of step; a kind without one is a compile error. */
export type Executors = Readonly<Record<StepKind, (doing: Doing) => Promise<void>>>;

/** How the bare machine is walked: events are sent, calls answered, and time passes on the simulated clock. */
export const machineExecutors: Executors = {
  event: async ({ run, step }) => {
    run.clock.pass(TICK);
    dispatch(run, step);
  },
  done: async ({ run, step }) => {
    run.clock.pass(TICK);
    await answer(pendingCall(run, step), { output: payloadOf(authCases, step, run.now()) });
  },
  error: async ({ run, step }) => {
    run.clock.pass(TICK);
    await answer(pendingCall(run, step), { error: UNEXPECTED });
  },
  after: elapse,
  wait: async ({ run, clock }) => run.clock.pass(clock - run.clock.now()),
  sleep: async ({ run }) => {
    run.clock.pass(TICK);
    run.sleep(REFRESH_INTERVAL);
  },
};

/** Sends the event of a step at once, as the one who may send it. */
export function dispatch(run: Run, step: ModelStep): void {
  const event: AuthEvent = eventPayload(step, run.now());
  if (senders[event.type] === 'person') run.send(event);
  else run.tell(event);
}

/** Makes a step happen. */
export function execute(executors: Executors, doing: Doing): Promise<void> {
  return executors[stepKind(doing.step.type)](doing);
}

/** The call a step answers. */
function pendingCall(run: Run, step: ModelStep): DeferredCall {
  const id = invokeIdOf(step.type);
  const call = [...run.pending].find((one) => one.id === id);
  if (call === undefined) throw new Error(`Nobody waits for an answer of "${id}".`);
  return call;
}

/** A delayed transition happens when it is due, and nothing happens a millisecond before. */
async function elapse({ run, step, clock }: Doing): Promise<void> {
  const before = run.actor.getSnapshot();
  run.clock.pass(clock - run.clock.now() - 1);
  if (run.actor.getSnapshot() !== before) {
    throw new Error(`Something happened before "${step.type}" was due.`);
  }
  run.clock.pass(1);
  if (run.actor.getSnapshot() === before) {
    throw new Error(`"${step.type}" was due, and did nothing.`);
  }
}
