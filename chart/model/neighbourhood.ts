import type {
  GraphTransition,
  MachineGraph,
} from '../../packages/statechart/explore/machine-graph.ts';
import { ROOT } from '../../packages/statechart/explore/transition-id.ts';
import { shownAncestor } from './map.ts';

/** A state with the states directly before and after it, or some transitions with the states that they connect. */
export interface Neighbourhood {
  /** The state itself, or the sources of the transitions. */
  readonly centre: ReadonlySet<string>;
  /** Also the states before and after it, and those inside. */
  readonly states: ReadonlySet<string>;
  /** The ids of the edges between them, on both levels of the drawing. */
  readonly edges: ReadonlySet<string>;
  /** Those of them that lead to the state. */
  readonly incoming: ReadonlySet<string>;
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
  const incoming = new Set<string>();
  for (const { id: transition, source, targets } of graph.transitions) {
    for (const target of targets) {
      const crosses = isWithin(source) !== isWithin(target);
      if (source !== id && target !== id && !crosses) continue;
      edges.add(transition).add(`${source} → ${target}`);
      if (isWithin(target)) incoming.add(transition).add(`${source} → ${target}`);
      states.add(source).add(target);
    }
  }
  return { centre: new Set([id]), states, edges, incoming };
}

/**
 * Some transitions with the states that they leave and enter. A state that leaves by a transition leaves from every
 * state inside.
 *
 * @param ids of transitions of the machine; the graph may be its map
 */
export function transitionNeighbourhood(
  { states: all, transitions }: MachineGraph,
  ids: readonly string[],
): Neighbourhood {
  const known = new Set(all.map(({ id }) => id));
  const centre = new Set(ids.map((id) => shownAncestor(known, id.split(' | ')[0] ?? id)));
  const taken = transitions.filter(({ id }) => ids.includes(id));
  const inside = [...known].filter((id) =>
    [...centre].some((source) => source !== ROOT && id.startsWith(`${source}.`)),
  );
  return {
    centre,
    states: new Set([...centre, ...inside, ...taken.flatMap(({ targets }) => targets)]),
    edges: new Set(taken.flatMap(edgesOf)),
    incoming: new Set(),
  };
}

/** The transitions of a state, by where they are written. */
export interface StateTransitions {
  readonly own: readonly GraphTransition[];
  /** Those of its ancestors, the nearest first, for the events that neither it nor a nearer one always handles. */
  readonly inherited: readonly GraphTransition[];
  /** Those that enter the state or one of its descendants from outside. */
  readonly incoming: readonly GraphTransition[];
}

/** The transitions that can leave a state and that can enter it. */
export function transitionsOf({ transitions }: MachineGraph, id: string): StateTransitions {
  const isWithin = (state: string) => state === id || state.startsWith(`${id}.`);
  const names = id.split('.');
  const ancestors = names.map((_, index) => names.slice(0, index).join('.') || ROOT).reverse();
  // XState asks the ancestors only while no branch takes an event: one without a guard always does.
  const handled = new Set<string>();
  const handle = (source: string) => {
    const own = transitions.filter((each) => each.source === source && !handled.has(each.event));
    for (const { kind, event, guard } of own) {
      if (kind === 'event' && guard === null) handled.add(event);
    }
    return own;
  };
  return {
    own: handle(id),
    inherited: ancestors.filter((ancestor) => ancestor !== id).flatMap(handle),
    incoming: transitions.filter(
      ({ source, targets }) =>
        targets.some(isWithin) && (!isWithin(source) || (source === id && targets.includes(id))),
    ),
  };
}

/** The ids of the edges that leave the given states, on both levels of the drawing. */
export function edgesFrom(graph: MachineGraph, sources: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(graph.transitions.filter(({ source }) => sources.has(source)).flatMap(edgesOf));
}

function edgesOf({ id, source, targets }: GraphTransition): readonly string[] {
  return [id, ...targets.map((target) => `${source} → ${target}`)];
}
