import type { FeedTimer } from '#chart/feed/feed.types.ts';
import type { Neighbourhood } from '#chart/model/neighbourhood.ts';

/** What is marked on the drawing, beside the drawing itself. */
export interface Highlights {
  /** Active states, those around them included. */
  readonly active: ReadonlySet<string>;
  /** The transitions taken last; `turn` changes with every step, so that the same one flashes again. */
  readonly flash: { readonly ids: ReadonlySet<string>; readonly turn: number };
  /** Where the step that is pointed at would lead. */
  readonly preview: { readonly ids: ReadonlySet<string>; readonly states: ReadonlySet<string> };
  readonly selected: string | null;
  /** What is around the selected state, all else stands back; `null`: nothing is selected. */
  readonly near: Neighbourhood | null;
  /** The lines that lead on from the active states. */
  readonly next: ReadonlySet<string>;
  /** How often each transition was taken; `null` outside of coverage. */
  readonly hits: Readonly<Record<string, number>> | null;
  /** Running delays. */
  readonly timers: readonly FeedTimer[];
}

const NONE: ReadonlySet<string> = new Set();

/** A drawing with nothing marked. */
export const NO_HIGHLIGHTS: Highlights = {
  active: NONE,
  flash: { ids: NONE, turn: 0 },
  preview: { ids: NONE, states: NONE },
  selected: null,
  near: null,
  next: NONE,
  hits: null,
  timers: [],
};

/**
 * The active states of a path, each with the states around it.
 *
 * @param path full paths of leaves, joined by spaces, as `data-auth-state` has them
 */
export function activeStates(path: string): ReadonlySet<string> {
  const leaves = path.split(' ').filter((leaf) => leaf !== '');
  return new Set(
    leaves.flatMap((leaf) => {
      const words = leaf.split('.');
      return words.map((_, index) => words.slice(0, index + 1).join('.'));
    }),
  );
}

/** The active states that have no other active one inside. */
export function activeLeaves(active: ReadonlySet<string>): readonly string[] {
  const all = [...active];
  return all.filter((id) => !all.some((one) => one.startsWith(`${id}.`)));
}

/** How warm a transition is: 0 for never taken, up to 4. */
export function heat(hits: number): 0 | 1 | 2 | 3 | 4 {
  if (hits === 0) return 0;
  if (hits === 1) return 1;
  if (hits <= 10) return 2;
  return hits <= 100 ? 3 : 4;
}
