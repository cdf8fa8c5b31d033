import type { AnyMachineSnapshot } from 'xstate';
import type { SimulationState, Stepper } from './stepper.ts';
import type { ModelStep, StepSequence } from './steps.ts';

/** A walk from a start input, in the shape that `@xstate/graph` gives its paths. */
export interface StepPath<Snapshot = AnyMachineSnapshot> {
  readonly input: string;
  /** The start first, under the event `xstate.init`. */
  readonly steps: readonly {
    readonly event: ModelStep;
    readonly state: SimulationState<Snapshot>;
  }[];
  /** The state after the last step. */
  readonly state: SimulationState<Snapshot>;
}

interface SearchOptions<Snapshot> {
  /** Names of input cases; all by default. */
  readonly inputs?: readonly string[];
  /** The steps to try from a state; all by default. */
  readonly steps?: (state: SimulationState<Snapshot>) => readonly ModelStep[];
  /** States with the same text are searched once; by default the key of the state. */
  readonly key?: (state: SimulationState<Snapshot>) => string;
}

/**
 * Every step from every state that can be reached, by breadth-first search.
 *
 * @returns the shortest path to each state followed by every single step from it, the shortest first; `shortest`
 *   has only the first path to each state, by its key
 */
export function shortestPaths<Snapshot>(
  stepper: Stepper<Snapshot>,
  {
    inputs = stepper.cases.inputs.map(({ name }) => name),
    steps: stepsOf = stepper.steps,
    key: keyOf = ({ key }) => key,
  }: SearchOptions<Snapshot> = {},
) {
  const shortest = new Map<string, StepPath<Snapshot>>();
  const paths = inputs.map((input): StepPath<Snapshot> => {
    const state = stepper.start(input);
    return { input, steps: [{ event: { type: 'xstate.init', case: input }, state }], state };
  });
  for (const path of paths) {
    const { input, steps, state: from } = path;
    const key = keyOf(from);
    if (shortest.has(key)) continue;
    shortest.set(key, path);
    for (const event of stepsOf(from)) {
      const state = stepper.step(from, event);
      paths.push({ input, steps: [...steps, { event, state }], state });
    }
  }
  return { shortest, paths };
}

/** A key that includes the order in which timers are due: that order decides which transition comes next. */
export function keyWithTimers({ key, timers }: Pick<SimulationState, 'key' | 'timers'>): string {
  const sorted = [...timers].sort(([, dueA], [, dueB]) => dueA - dueB);
  return [key, ...sorted.map(([type]) => type)].join(' ');
}

/**
 * The first of some paths to each state and each transition.
 *
 * @returns sequences by the id of a state or a transition; what no path reaches is missing
 */
export function shortestSequences(
  paths: readonly StepPath[],
): Readonly<Record<string, StepSequence>> {
  const sequences: Record<string, StepSequence> = {};
  for (const { input, steps, state } of paths) {
    // A transient state is never the end of a step: the transition that leaves it reaches it.
    const sources = state.taken.map((id) => id.split(' | ')[0] ?? '');
    const states = state.path.split(' ').flatMap(withAncestors);
    for (const id of [...states, ...state.taken, ...sources]) {
      sequences[id] ??= { input, steps: steps.slice(1).map(({ event }) => event) };
    }
  }
  return sequences;
}

function withAncestors(path: string): readonly string[] {
  const names = path.split('.');
  return names.map((_, index) => names.slice(0, index + 1).join('.'));
}
