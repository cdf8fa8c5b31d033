import { machineGraph } from '../explore/machine-graph.ts';
import type { Stepper } from '../explore/stepper.ts';
import { SLEEP, type StepSequence, WAIT } from '../explore/steps.ts';
import { valueText } from '../explore/values.ts';
import { extended, startWalks, type Walk } from '../explore/walk.ts';
import { shortestPathTo } from './shortest-paths.ts';

/** A step of a machine as somebody watched it, without its payload. */
export interface ObservedStep {
  readonly event: string;
  /** The state paths before and after; the one before is empty for the start of a machine. */
  readonly from: string;
  readonly to: string;
  /** The ids of the transitions taken, if they are known. */
  readonly taken?: readonly string[];
}

/** How many walks are continued at once. */
const MAX_WALKS = 100;

/** How many steps may lead from a start to the first observed state. */
const MAX_DETOUR = 3;

/**
 * Finds a sequence of steps that leads through observed states by observed events: a history that is consistent with
 * them, which need not be the one that happened. A beam search over the payload cases.
 *
 * @param history the observed steps, in their order
 * @returns `null` when no sequence of payload cases leads through the history
 */
export function findSequence(
  stepper: Stepper,
  history: readonly ObservedStep[],
): StepSequence | null {
  const [first, ...later] = history;
  if (first === undefined) return null;
  const isStart = first.from === '';
  let walks: readonly Walk[] = isStart
    ? startWalks(stepper).filter(({ state }) => state.path === first.to)
    : walksTo(stepper, first.from);
  const observed = isStart ? later : history;
  for (const step of observed) {
    const after = (before: readonly Walk[]) =>
      before.flatMap((walk) => continued(stepper, walk, step));
    let next: readonly Walk[] = after(walks);
    if (next.length === 0 && step.from === step.to) next = walks;
    // Time may have passed between two recorded steps.
    if (next.length === 0) next = after(walks.flatMap((walk) => paused(stepper, walk)));
    walks = best(next);
  }
  const [found] = walks;
  return found === undefined ? null : { input: found.input, steps: found.steps };
}

/** Walks to a path: the shortest walk to one of its leaves, continued until the other regions are right, too. */
function walksTo(stepper: Stepper, path: string): readonly Walk[] {
  const { states } = machineGraph(stepper.machine);
  // A search for a state that the machine does not have ends only when it has seen all others.
  if (path.split(' ').some((leaf) => states.every(({ id }) => id !== leaf))) return [];
  let walks: readonly Walk[] = path.split(' ').flatMap((leaf) => {
    const found = shortestPathTo(stepper, (state) => state.path.split(' ').includes(leaf));
    const state =
      found === null ? undefined : stepper.replay(found.input, found.steps).states.at(-1);
    return found === null || state === undefined ? [] : [{ ...found, state }];
  });
  for (let detour = 0; ; detour += 1) {
    const there = walks.filter(({ state }) => state.path === path);
    if (there.length > 0 || detour === MAX_DETOUR) return there;
    walks = best(
      walks.flatMap((walk) =>
        stepper.steps(walk.state).flatMap((step) => extended(stepper, walk, step)),
      ),
    );
  }
}

/** A walk after each payload case of an observed event that leads where it led. */
function continued(
  stepper: Stepper,
  walk: Walk,
  { event, to, taken }: ObservedStep,
): readonly Walk[] {
  return stepper
    .steps(walk.state)
    .filter(({ type }) => type === event)
    .flatMap((step) => extended(stepper, walk, step))
    .filter(
      ({ state }) => state.path === to && (taken === undefined || isEqual(state.taken, taken)),
    );
}

/** A walk after each pause, and after each delay that leads nowhere. */
function paused(stepper: Stepper, walk: Walk): readonly Walk[] {
  return stepper
    .steps(walk.state)
    .filter(({ type }) => type === WAIT || type === SLEEP || type.startsWith('xstate.after.'))
    .flatMap((step) => extended(stepper, walk, step))
    .filter(({ state }) => state.path === walk.state.path);
}

/** Of walks to equal states, the first. */
function best(walks: readonly Walk[]): readonly Walk[] {
  const byKey = new Map<string, Walk>();
  for (const walk of walks) {
    const { path, snapshot, timers } = walk.state;
    // The key of a state leaves out what only guards of later states read.
    const id = [path, valueText(snapshot.context), ...timers.keys()].join(' ');
    if (!byKey.has(id)) byKey.set(id, walk);
  }
  return [...byKey.values()].slice(0, MAX_WALKS);
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
