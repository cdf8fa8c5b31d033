import type { MachineGraph } from '../../machines/explore/machine-graph.ts';

/** The states directly before and after a state, and the edges between them. */
export interface Neighbourhood {
  /** The state, its ancestors and descendants, and the states before and after it. */
  readonly states: ReadonlySet<string>;
  /** The ids of the edges between them, on both levels of the drawing. */
  readonly edges: ReadonlySet<string>;
}

/**
 * The neighbourhood of a state. That of a compound state has the transitions that enter or leave it.
 *
 * @param id a state of the machine
 */
export function neighbourhood(graph: MachineGraph, id: string): Neighbourhood {
  const isWithin = (state: string) => state === id || state.startsWith(`${id}.`);
  const states = new Set(
    graph.states
      .map((state) => state.id)
      .filter((state) => isWithin(state) || id.startsWith(`${state}.`)),
  );
  const edges = new Set<string>();
  for (const { id: transition, source, targets } of graph.transitions) {
    for (const target of targets) {
      const crosses = isWithin(source) !== isWithin(target);
      if (source !== id && target !== id && !crosses) continue;
      edges.add(transition).add(`${source} → ${target}`);
      states.add(source).add(target);
    }
  }
  return { states, edges };
}

/** The ids of the edges that leave the given states, on both levels of the drawing. */
export function edgesFrom(graph: MachineGraph, sources: ReadonlySet<string>): ReadonlySet<string> {
  const leaving = graph.transitions.filter(({ source }) => sources.has(source));
  return new Set(
    leaving.flatMap(({ id, source, targets }) => [
      id,
      ...targets.map((target) => `${source} → ${target}`),
    ]),
  );
}
