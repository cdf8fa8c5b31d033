import { expect } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import { authCases } from '#machines/auth-cases/auth-stepper.ts';
import { eventForStep, isExternalEvent } from '#machines/auth-cases/payload-cases.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { TICK } from '#statechart/explore/stepper.ts';
import {
  invokeIdOf,
  type ModelStep,
  payloadOf,
  REJECTION,
  type StepKind,
  stepKind,
} from '#statechart/explore/steps.ts';
import { CLOSED, type ModelState, OPEN, type Walk } from './auth-model.ts';
import { type DeferredCall, settleCall, type TestMachine, type TestRun } from './test-machine.ts';

/** A step, and the run in which it is performed. */
interface StepContext {
  readonly run: TestRun;
  readonly step: ModelStep;
  /** When the step happens on the clock of the stepper, in milliseconds. */
  readonly clock: number;
}

/**
 * How each kind of step is performed: it sends an event, settles a call, or advances the simulated clock.
 *
 * @public the tests that the chart writes import it (`chart/chart.config.ts`)
 */
export const machineExecutors: Readonly<Record<StepKind, (context: StepContext) => Promise<void>>> =
  {
    event: async ({ run, step }) => {
      run.clock.advance(TICK);
      const event: AuthEvent = eventForStep(step, run.now());
      if (isExternalEvent(event.type)) run.sendExternal(event);
      else run.send(event);
    },
    done: async ({ run, step }) => {
      run.clock.advance(TICK);
      await settleCall(pendingCall(run, step), { output: payloadOf(authCases, step, run.now()) });
    },
    error: async ({ run, step }) => {
      run.clock.advance(TICK);
      await settleCall(pendingCall(run, step), { error: REJECTION });
    },
    after: async ({ run, step, clock }) => {
      // Nothing changes until one millisecond before the delay ends.
      const before = run.actor.getSnapshot();
      run.clock.advance(clock - run.clock.now() - 1);
      if (run.actor.getSnapshot() !== before) throw new Error(`"${step.type}" came too early.`);
      run.clock.advance(1);
    },
    wait: async ({ run, clock }) => run.clock.advance(clock - run.clock.now()),
    sleep: async ({ run }) => {
      run.clock.advance(TICK);
      run.sleep(REFRESH_INTERVAL);
    },
  };

function pendingCall(run: TestRun, step: ModelStep): DeferredCall {
  const id = invokeIdOf(step.type);
  const call = [...run.pending].find((each) => each.id === id);
  if (call === undefined) throw new Error(`No call of "${id}" is pending.`);
  return call;
}

/**
 * Performs a walk with a real actor. State, context and effects must be those of the model after every step.
 *
 * @param testMachine runs the actor
 * @returns the run, which is stopped
 * @throws at the first difference
 */
export async function performWalk({ input, states, test }: Walk, { start }: TestMachine) {
  const run = start(input.value);
  let seen = { emitted: 0, actions: 0, calls: 0 };
  const perform = async ({ state }: { readonly state: ModelState }) => {
    const { lastStep: step, clock } = state;
    if (step !== null) await machineExecutors[stepKind(step.type)]({ run, step, clock });
  };
  const check = (expected: ModelState) => {
    if (expected === CLOSED) return;
    const { snapshot, effects, pending } = expected;
    const { emitted, actions, calls } = run;
    const real = run.actor.getSnapshot();
    expect({
      state: real.value,
      context: plain(real.context),
      emitted: emitted.slice(seen.emitted),
      actions: actions.slice(seen.actions),
      calls: calls.slice(seen.calls).map((call) => ({ id: call.id, input: call.input })),
      pending: [...run.pending].map(({ id }) => id).sort(),
    }).toStrictEqual({
      state: snapshot.value,
      context: plain(snapshot.context),
      emitted: effects.emitted,
      actions: effects.actions,
      calls: effects.calls.filter(({ id }) => id in authCases.results),
      pending: [...pending].sort(),
    });
    seen = { emitted: emitted.length, actions: actions.length, calls: calls.length };
  };
  const types = [OPEN, ...states.flatMap(({ lastStep }) => lastStep?.type ?? [])];
  const events = Object.fromEntries(types.map((type) => [type, perform]));
  await test({ events, states: { '*': check } });
  run.actor.stop();
  return run;
}

/** The context without its functions, which differ between the stepper and a run. */
function plain(context: AuthContext): Readonly<Record<string, unknown>> {
  const isPlain = ([, value]: readonly [string, unknown]) => typeof value !== 'function';
  return Object.fromEntries(Object.entries(context).filter(isPlain));
}
