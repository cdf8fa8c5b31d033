import { isDeepStrictEqual } from 'node:util';
import type { AnyTransitionDefinition } from 'xstate';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { authCases } from '#machines/explore/auth-stepper.ts';
import type { Effects } from '#machines/explore/effects.ts';
import { invokeIdOf, type ModelStep } from '#machines/explore/steps.ts';
import { type Executors, execute } from './executors.ts';
import { type AuthPath, testPath } from './paths.ts';
import type { DeferredCall, Run } from './world.ts';

/** One step that was made to happen, as it really went. */
interface WalkedStep {
  readonly step: ModelStep;
  readonly before: AuthSnapshot;
  readonly after: AuthSnapshot;
  readonly taken: readonly AnyTransitionDefinition[];
  readonly effects: RealEffects;
}

/** What really happened to the world in one step, in the model's own terms. */
type RealEffects = Pick<Effects, 'emitted' | 'actions' | 'calls'> & {
  /** Calls that were still waited for, and are no longer. */
  readonly aborted: readonly string[];
};

export interface Walk {
  readonly path: AuthPath;
  readonly run: Run;
  readonly executors: Executors;
  /** Looks at a step once it happened and agreed with the model. */
  readonly onStep?: (step: WalkedStep) => void;
  /** Looks at every state the walk rests in, the first one included. */
  readonly onState?: (leaf: string) => void;
}

/**
 * Walks one path in a real life, step by step, and holds its state, context and effects against the model's.
 *
 * @returns how many steps were walked: all of the path's, or the walk has failed
 */
export async function walk({ path, run, executors, onStep, onState }: Walk) {
  let walked = 0;
  const start = path.steps[0]?.state;
  if (start !== undefined) agreeOnStart(run, start.effects);
  const perform = async () => {
    const to = path.steps[walked + 1];
    if (to === undefined) throw new Error('A path went on after its end.');
    const before = run.actor.getSnapshot();
    const mark = marked(run);
    const { clock, effects } = to.state;
    await execute(executors, { run, step: to.event, clock });
    const really = since(run, mark);
    agree('effects', expectedEffects(effects, to.event, mark.pending), really.effects);
    onStep?.({ step: to.event, before, after: run.actor.getSnapshot(), ...really });
    walked += 1;
  };
  await testPath(path, {
    perform,
    check: (leaf, { snapshot }) => {
      agreeOnState(run.actor.getSnapshot(), snapshot);
      onState?.(leaf);
    },
  });
  if (walked !== path.steps.length - 1) throw new Error('A step of a path was never made.');
  return walked;
}

/** The context without what only the runner owns. */
export function plainContext(context: AuthContext): Omit<AuthContext, 'now' | 'random'> {
  const { now: _now, random: _random, ...plain } = context;
  return plain;
}

function agreeOnStart({ facts, commands, calls: made }: Run, effects: Effects): void {
  const { emitted, actions } = effects;
  const calls = effects.calls.filter(({ id }) => id in authCases.results);
  agree(
    'start',
    { emitted, actions, calls },
    { emitted: facts, actions: commands, calls: made.map(({ id, input }) => ({ id, input })) },
  );
}

function agreeOnState(real: AuthSnapshot, expected: AuthSnapshot): void {
  agree('state', expected.value, real.value);
  agree('context', plainContext(expected.context), plainContext(real.context));
}

function agree(what: string, expected: unknown, real: unknown): void {
  if (isDeepStrictEqual(expected, real)) return;
  const texts = [expected, real].map((value) => JSON.stringify(value, null, 2));
  throw new Error(`The ${what} differs.\nmodel: ${texts[0]}\nreal:  ${texts[1]}`);
}

interface Mark {
  readonly facts: number;
  readonly commands: number;
  readonly calls: number;
  readonly taken: number;
  readonly pending: readonly DeferredCall[];
}

function marked({ facts, commands, calls, taken, pending }: Run): Mark {
  return {
    facts: facts.length,
    commands: commands.length,
    calls: calls.length,
    taken: taken.length,
    pending: [...pending],
  };
}

function since(run: Run, mark: Mark) {
  const aborted = mark.pending.filter(({ state }) => state === 'aborted');
  const effects: RealEffects = {
    emitted: run.facts.slice(mark.facts),
    actions: run.commands.slice(mark.commands),
    calls: run.calls.slice(mark.calls).map(({ id, input }) => ({ id, input })),
    aborted: aborted.map(({ id }) => id),
  };
  return { effects, taken: run.taken.slice(mark.taken) };
}

function expectedEffects(effects: Effects, step: ModelStep, pending: readonly DeferredCall[]) {
  const answered = invokeIdOf(step.type);
  const { emitted, actions, calls, stopped } = effects;
  const waiting = pending.map(({ id }) => id);
  const aborted = waiting.filter((id) => id !== answered && stopped.includes(id));
  return { emitted, actions, calls, aborted };
}
