import type { MachineGraph } from '../../explore/machine-graph.ts';
import type { Mark } from '../../exports/diff.ts';

/** What the drawing emphasizes. */
export interface Highlights {
  /** The active states and their ancestors. */
  readonly active: ReadonlySet<string>;
  /** The transitions of the last step. */
  readonly taken: ReadonlySet<string>;
  readonly selected: string | null;
  /** The transitions that lead to the selected state or a state in it, and those that leave it. */
  readonly incoming: ReadonlySet<string>;
  readonly outgoing: ReadonlySet<string>;
  /** The transitions that a panel is about. */
  readonly marked: ReadonlySet<string>;
  /** In the picture of a difference: what happened to states and transitions, by their ids. */
  readonly changes?: ReadonlyMap<string, Mark>;
}

const NONE: ReadonlySet<string> = new Set();

export const NO_HIGHLIGHTS: Highlights = {
  active: NONE,
  taken: NONE,
  selected: null,
  incoming: NONE,
  outgoing: NONE,
  marked: NONE,
};

/** The active states and their ancestors, from the paths of the active leaves. */
export function activeStates(statePath: string): ReadonlySet<string> {
  const leaves = statePath.split(' ').filter(Boolean);
  return new Set(
    leaves.flatMap((leaf) => {
      const names = leaf.split('.');
      return names.map((_, index) => names.slice(0, index + 1).join('.'));
    }),
  );
}

/** Whether a state is another one or in it. */
export function isIn(state: string, other: string): boolean {
  return state === other || state.startsWith(`${other}.`);
}

/** The transitions that lead to a state from outside, and those that leave it. */
export function transitionsAround({ transitions }: MachineGraph, state: string | null) {
  if (state === null) return { incoming: [], outgoing: [] };
  return {
    incoming: transitions.filter(
      ({ source, targets }) => !isIn(source, state) && targets.some((each) => isIn(each, state)),
    ),
    outgoing: transitions.filter(
      ({ source, targets }) => isIn(source, state) && targets.some((each) => !isIn(each, state)),
    ),
  };
}
