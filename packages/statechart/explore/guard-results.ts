import type { GraphTransition, MachineGraph } from './machine-graph.ts';

/** The result of one guard that was evaluated to select a transition. */
export interface GuardResult {
  readonly guard: string;
  readonly passed: boolean;
}

/**
 * The results of the guards that led to a transition: those of the earlier branches failed, its own passed.
 *
 * @param id the id of the transition that was taken
 */
export function guardResultsOf(graph: MachineGraph, id: string): readonly GuardResult[] {
  const taken = graph.transitions.find((transition) => transition.id === id);
  if (taken === undefined) return [];
  const isBefore = ({ source, event, index }: GraphTransition) =>
    source === taken.source && event === taken.event && index <= taken.index;
  return graph.transitions
    .filter(isBefore)
    .flatMap(({ guard, index }) =>
      guard === null ? [] : [{ guard, passed: index === taken.index }],
    );
}

/** The results of the guards that led to transitions, in one line; empty when no guard was asked. */
export function guardResultsText(graph: MachineGraph, taken: readonly string[]): string {
  return taken
    .flatMap((id) => guardResultsOf(graph, id))
    .map(({ guard, passed }) => `${passed ? '✓' : '✗'} ${guard}`)
    .join('  ');
}
