import type { GraphTransition, MachineGraph } from './machine-graph.ts';

/** The results of the guards that led to transitions, in one line; empty when no guard was asked. */
export function guardResultsText(graph: MachineGraph, taken: readonly string[]): string {
  return taken.flatMap((id) => guardResultsOf(graph, id)).join('  ');
}

/** The results of the guards that led to a transition: those of the earlier branches failed, its own passed. */
function guardResultsOf({ transitions }: MachineGraph, id: string): readonly string[] {
  const taken = transitions.find((transition) => transition.id === id);
  if (taken === undefined) return [];
  const isBefore = ({ source, event, index }: GraphTransition) =>
    source === taken.source && event === taken.event && index <= taken.index;
  return transitions
    .filter(isBefore)
    .flatMap(({ guard, index }) =>
      guard === null ? [] : `${guard}: ${index === taken.index ? 'yes' : 'no'}`,
    );
}
