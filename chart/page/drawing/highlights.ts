import type { FeedTimer } from '#chart/feed/feed.types.ts';
import { shownAncestor } from '#chart/model/map.ts';
import {
  edgesFrom,
  type Neighbourhood,
  neighbourhood,
  transitionNeighbourhood,
} from '#chart/model/neighbourhood.ts';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import type { Marks } from '../updates/machine-update.ts';

/** The states, edges and timers that the drawing emphasizes. */
export interface Highlights {
  /** The active states and their ancestors. */
  readonly active: ReadonlySet<string>;
  /** The transitions of the last step; `key` changes with each step, so that a transition taken twice flashes twice. */
  readonly flash: { readonly ids: ReadonlySet<string>; readonly key: number };
  /** The transitions that the hovered step would take, and the states it would activate. */
  readonly preview: { readonly ids: ReadonlySet<string>; readonly states: ReadonlySet<string> };
  readonly selected: string | null;
  /** The ids of the transitions that a panel is about; empty when a state is selected. */
  readonly marked: readonly string[];
  /** Of the selected state, or of the marked transitions; everything else is dimmed. `null` without any. */
  readonly neighbourhood: Neighbourhood | null;
  /** The ids of the edges that leave the active states. */
  readonly outgoing: ReadonlySet<string>;
  /** How often each transition was taken; `null` without the overlay of the coverage. */
  readonly hits: Readonly<Record<string, number>> | null;
  /** What a change of the machine has added and removed; `null` without one. */
  readonly marks: Marks | null;
  /** The running delayed transitions. */
  readonly timers: readonly FeedTimer[];
}

const NONE: ReadonlySet<string> = new Set();

/** Nothing is emphasized. */
export const NO_HIGHLIGHTS: Highlights = {
  active: NONE,
  flash: { ids: NONE, key: 0 },
  preview: { ids: NONE, states: NONE },
  selected: null,
  marked: [],
  neighbourhood: null,
  outgoing: NONE,
  hits: null,
  marks: null,
  timers: [],
};

/**
 * The active states and their ancestors.
 *
 * @param statePath the paths of the active leaves, joined by spaces
 */
export function activeStates(statePath: string): ReadonlySet<string> {
  const leaves = statePath.split(' ').filter((leaf) => leaf !== '');
  return new Set(
    leaves.flatMap((leaf) => {
      const names = leaf.split('.');
      return names.map((_, index) => names.slice(0, index + 1).join('.'));
    }),
  );
}

/** The same highlights for the map, in whose graph closed states have the transitions of their descendants. */
export function highlightsOfMap(map: MachineGraph, highlights: Highlights): Highlights {
  const ids = new Set(map.states.map(({ id }) => id));
  const { selected, marked, active, marks } = highlights;
  const shown = selected === null ? null : shownAncestor(ids, selected);
  const leaves = activeLeaves(active).map((id) => shownAncestor(ids, id));
  return {
    ...highlights,
    selected: shown,
    neighbourhood: neighbourhoodOf(map, shown, marked),
    outgoing: edgesFrom(map, new Set(leaves)),
    marks: marks && {
      added: marksOfMap(ids, marks.added),
      removed: marksOfMap(ids, marks.removed),
    },
  };
}

/** The neighbourhood of a state of the graph, or that of transitions; `null` without any. */
export function neighbourhoodOf(
  graph: MachineGraph,
  state: string | null,
  transitions: readonly string[],
): Neighbourhood | null {
  const exists = graph.states.some(({ id }) => id === state);
  if (state !== null && exists) return neighbourhood(graph, state);
  return transitions.length > 0 ? transitionNeighbourhood(graph, transitions) : null;
}

/** A transition has the same id in the map; a state that the map does not show is marked by the one around it. */
function marksOfMap(ids: ReadonlySet<string>, marked: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...marked].map((id) => (id.includes(' | ') ? id : shownAncestor(ids, id))));
}

/** The active states without active children. */
export function activeLeaves(active: ReadonlySet<string>): readonly string[] {
  const ids = [...active];
  return ids.filter((id) => !ids.some((child) => child.startsWith(`${id}.`)));
}

/** Whether any of some states or transitions was added or removed. */
export function markOf(
  marks: Marks | null,
  ids: readonly string[],
): 'added' | 'removed' | undefined {
  if (ids.some((id) => marks?.added.has(id))) return 'added';
  return ids.some((id) => marks?.removed.has(id)) ? 'removed' : undefined;
}

/** The heat of a transition: from 0 for never taken to 4. */
export function heatLevel(hits: number): 0 | 1 | 2 | 3 | 4 {
  if (hits === 0) return 0;
  if (hits === 1) return 1;
  if (hits <= 10) return 2;
  return hits <= 100 ? 3 : 4;
}
