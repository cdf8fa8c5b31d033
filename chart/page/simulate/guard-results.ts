import type { ChartGraph, ChartTransition } from '#machines/explore/machine-graph.ts';

/** What one guard answered while a step looked for its transition. */
export interface Verdict {
  readonly guard: string;
  readonly answer: boolean;
}

/**
 * What the guards answered so that a transition was taken: those of the branches before it said no, its own
 * said yes. No value is needed to know it.
 *
 * @param id the transition that was taken
 */
export function verdictsOf(graph: ChartGraph, id: string): readonly Verdict[] {
  const taken = graph.transitions.find((transition) => transition.id === id);
  if (taken === undefined) return [];
  const isBefore = ({ source, event, index }: ChartTransition) =>
    source === taken.source && event === taken.event && index <= taken.index;
  return graph.transitions
    .filter(isBefore)
    .flatMap(({ guard, index }) =>
      guard === null ? [] : [{ guard, answer: index === taken.index }],
    );
}
