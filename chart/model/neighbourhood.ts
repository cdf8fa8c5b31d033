import type { ChartGraph } from '../../machines/explore/machine-graph.ts';

/** What stands directly before and after a state. */
export interface Neighbourhood {
  /** The state, what is inside it and around it, and the states it leads to and comes from. */
  readonly states: ReadonlySet<string>;
  /** The lines between them, by the ids they have on both levels of the drawing. */
  readonly lines: ReadonlySet<string>;
}

/**
 * The neighbourhood of a state: of one with states inside, what crosses its border.
 *
 * @param id a state of the machine
 */
export function neighbourhood(graph: ChartGraph, id: string): Neighbourhood {
  const isWithin = (state: string) => state === id || state.startsWith(`${id}.`);
  const states = new Set(
    graph.states
      .map((state) => state.id)
      .filter((one) => isWithin(one) || id.startsWith(`${one}.`)),
  );
  const lines = new Set<string>();
  for (const { id: transition, source, targets } of graph.transitions) {
    for (const target of targets) {
      const crosses = isWithin(source) !== isWithin(target);
      if (source !== id && target !== id && !crosses) continue;
      lines.add(transition).add(`${source} → ${target}`);
      states.add(source).add(target);
    }
  }
  return { states, lines };
}

/** The lines that leave any of some states, by their ids on both levels. */
export function linesFrom(graph: ChartGraph, sources: ReadonlySet<string>): ReadonlySet<string> {
  const leaving = graph.transitions.filter(({ source }) => sources.has(source));
  return new Set(
    leaving.flatMap(({ id, source, targets }) => [
      id,
      ...targets.map((target) => `${source} → ${target}`),
    ]),
  );
}
