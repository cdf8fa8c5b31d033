import { isDeepStrictEqual } from 'node:util';
import type { AnyTransitionDefinition } from 'xstate';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { authCases } from '#machines/auth-cases/auth-stepper.ts';
import type { Effects } from '#statechart/explore/effects.ts';
import { invokeIdOf, type ModelStep } from '#statechart/explore/steps.ts';
import { judgePath, type Verdict } from '../specification/oracle.ts';
import { type Executors, performStep } from './executors.ts';
import { type AuthPath, testPath } from './paths.ts';
import type { DeferredCall, TestRun } from './test-machine.ts';

/** A step as the real actor took it. */
interface WalkedStep {
  readonly step: ModelStep;
  readonly before: AuthSnapshot;
  readonly after: AuthSnapshot;
  readonly taken: readonly AnyTransitionDefinition[];
  readonly effects: ObservedEffects;
}

/** The effects of a step of the real actor, in the stepper's terms. */
type ObservedEffects = Pick<Effects, 'emitted' | 'actions' | 'calls'> & {
  /** The ids of calls that were pending before the step and were aborted by it. */
  readonly aborted: readonly string[];
};

interface Walk {
  readonly path: AuthPath;
  readonly run: TestRun;
  readonly executors: Executors;
  /** Called after each step that matched the stepper. */
  readonly onStep?: (step: WalkedStep) => void;
  /** Called for each leaf of every state of the path, the start included. */
  readonly onState?: (leaf: string) => void;
  /** Called at the end with what the specification says of the start and of each step. */
  readonly onWalked?: (verdicts: readonly Verdict[]) => void;
}

/**
 * Walks one path with a real actor, and compares state, context and effects with the stepper's after every step, and
 * those with the specification.
 *
 * @returns the number of steps walked: all steps of the path
 * @throws at the first difference
 */
export async function walkPath({
  path,
  run,
  executors,
  onStep,
  onState,
  onWalked,
}: Walk): Promise<number> {
  let walked = 0;
  const verdicts = judgePath(path);
  const problems = verdicts.flatMap((verdict) => verdict.problems);
  if (problems.length > 0) throw new Error(`Not as specified:\n${problems.join('\n')}`);
  const [start] = path.steps;
  if (start !== undefined) checkStart(run, start.state.effects);
  const perform = async () => {
    const next = path.steps[walked + 1];
    if (next === undefined) throw new Error('A path went on after its end.');
    const { event: step, state } = next;
    const before = run.actor.getSnapshot();
    const position = positionOf(run);
    await performStep(executors, { run, step, clock: state.clock });
    const observed = observedSince(run, position);
    check('effects', expectedEffects(state.effects, step, position.pending), observed.effects);
    onStep?.({ step, before, after: run.actor.getSnapshot(), ...observed });
    walked += 1;
  };
  await testPath(path, {
    perform,
    check: (leaf, { snapshot }) => {
      const real = run.actor.getSnapshot();
      check('state', snapshot.value, real.value);
      check('context', plainContext(snapshot.context), plainContext(real.context));
      onState?.(leaf);
    },
  });
  if (walked !== path.steps.length - 1) throw new Error('A step of a path was not performed.');
  onWalked?.(verdicts);
  return walked;
}

/** The context without its functions, which differ between the stepper and a run. */
function plainContext(context: AuthContext): Omit<AuthContext, 'now' | 'random'> {
  const { now: _now, random: _random, ...plain } = context;
  return plain;
}

function checkStart(run: TestRun, effects: Effects): void {
  const { emitted, actions } = effects;
  const calls = effects.calls.filter(({ id }) => id in authCases.results);
  const observed = {
    emitted: run.emitted,
    actions: run.actions,
    calls: run.calls.map(({ id, input }) => ({ id, input })),
  };
  check('start', { emitted, actions, calls }, observed);
}

function check(what: string, expected: unknown, real: unknown): void {
  if (isDeepStrictEqual(expected, real)) return;
  const [stepperText, realText] = [expected, real].map((value) => JSON.stringify(value, null, 2));
  throw new Error(`The ${what} differs.\nstepper: ${stepperText}\nreal:    ${realText}`);
}

/** How much a run has recorded so far. */
interface RunPosition {
  readonly emitted: number;
  readonly actions: number;
  readonly calls: number;
  readonly taken: number;
  readonly pending: readonly DeferredCall[];
}

function positionOf({ emitted, actions, calls, taken, pending }: TestRun): RunPosition {
  return {
    emitted: emitted.length,
    actions: actions.length,
    calls: calls.length,
    taken: taken.length,
    pending: [...pending],
  };
}

function observedSince(run: TestRun, position: RunPosition) {
  const aborted = position.pending.filter(({ state }) => state === 'aborted');
  const effects: ObservedEffects = {
    emitted: run.emitted.slice(position.emitted),
    actions: run.actions.slice(position.actions),
    calls: run.calls.slice(position.calls).map(({ id, input }) => ({ id, input })),
    aborted: aborted.map(({ id }) => id),
  };
  return { effects, taken: run.taken.slice(position.taken) };
}

function expectedEffects(
  { emitted, actions, calls, stopped }: Effects,
  step: ModelStep,
  pending: readonly DeferredCall[],
): ObservedEffects {
  const settled = invokeIdOf(step.type);
  const aborted = pending
    .map(({ id }) => id)
    .filter((id) => id !== settled && stopped.includes(id));
  return { emitted, actions, calls, aborted };
}
