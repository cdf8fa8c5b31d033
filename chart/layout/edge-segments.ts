import type { GraphState, MachineGraph } from '../../machines/explore/machine-graph.ts';
import { initialId } from '../model/cards.ts';
import type { TransitionGroup } from '../model/overview.ts';

/** Whether edges enter or leave a state at a port. */
export type PortSide = 'in' | 'out';

/** A part of an edge inside one compound state, between two ports. Several edges may share it. */
export interface Segment {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Whether the segment points to a later state in the order of the machine. */
  readonly isForward: boolean;
}

export interface SegmentedEdges {
  /** The segments inside each compound state, by its id. */
  readonly segments: ReadonlyMap<string, readonly Segment[]>;
  /** The ports of each state, by its id. */
  readonly ports: ReadonlyMap<string, ReadonlyMap<string, PortSide>>;
  /** The ids of an edge's segments in their order, by the id of the transition group or the initial dot. */
  readonly edges: ReadonlyMap<string, readonly string[]>;
}

/**
 * Cuts edges at the borders of compound states. An edge leaves a compound state at a port that belongs to its
 * target, so that all edges to one target leave together.
 */
export function segmentEdges(
  graph: MachineGraph,
  groups: readonly TransitionGroup[],
): SegmentedEdges {
  const states = new Map(graph.states.map((state) => [state.id, state]));
  const order = new Map(graph.states.map(({ id }, index) => [id, index]));
  const segments = new Map<string, Map<string, Segment>>();
  const ports = new Map<string, Map<string, PortSide>>();
  const edges = new Map<string, string[]>();

  const addPort = (state: string, name: string, side: PortSide): string => {
    const id = `${state} # ${name}`;
    ports.set(state, (ports.get(state) ?? new Map()).set(id, side));
    return id;
  };
  const addSegment = (parent: string, from: string, to: string, isForward: boolean): string => {
    const id = `${parent} :: ${from} ~ ${to}`;
    segments.set(parent, (segments.get(parent) ?? new Map()).set(id, { id, from, to, isForward }));
    return id;
  };
  const entryPort = (state: string) => addPort(state, 'in', 'in');

  /** The segments from a port inside an ancestor of the target down to the target. */
  const descend = (start: string, ancestor: string, target: string, isForward = true) => {
    const above = ancestorsOf(states, target);
    const entered = above.slice(0, above.indexOf(ancestor)).reverse();
    const ids: string[] = [];
    let [from, parent] = [start, ancestor];
    for (const next of entered) {
      const to = addPort(next, `to ${target}`, 'in');
      ids.push(addSegment(parent, from, to, parent !== ancestor || isForward));
      [from, parent] = [to, next];
    }
    ids.push(addSegment(parent, from, entryPort(target), parent !== ancestor || isForward));
    return ids;
  };

  /** The segments from the source up to the border of the outermost state it leaves below an ancestor. */
  const climb = ({ source, target }: TransitionGroup, ancestor: string) => {
    const above = ancestorsOf(states, source);
    const ids: string[] = [];
    let from = addPort(source, 'out', 'out');
    for (const left of above.slice(0, above.indexOf(ancestor))) {
      const to = addPort(left, `for ${target}`, 'out');
      ids.push(addSegment(left, from, to, true));
      from = to;
    }
    return { from, ids };
  };

  for (const group of groups) {
    const { id, source, target } = group;
    const aboveSource = ancestorsOf(states, source);
    const aboveTarget = ancestorsOf(states, target);
    if (aboveTarget.includes(source)) {
      edges.set(id, descend(addPort(source, `inside ${target}`, 'in'), source, target));
    } else if (aboveSource.includes(target)) {
      const { from, ids } = climb(group, target);
      const to = addPort(target, 'again', 'out');
      edges.set(id, [...ids, addSegment(target, from, to, true)]);
    } else {
      const common = aboveSource.find((state) => aboveTarget.includes(state)) ?? '';
      const { from, ids } = climb(group, common);
      const indexOf = (state: string) => order.get(childContaining(states, state, common)) ?? 0;
      const isForward = indexOf(source) < indexOf(target);
      edges.set(id, [...ids, ...descend(from, common, target, isForward)]);
    }
  }
  for (const { id, initial } of graph.states) {
    if (initial === null) continue;
    edges.set(initialId(id), [addSegment(id, initialId(id), entryPort(initial), true)]);
  }
  const lists = [...segments].map(([id, inside]) => [id, [...inside.values()]] as const);
  return { segments: new Map(lists), ports, edges };
}

/** The ancestors of a state, the nearest first. */
function ancestorsOf(states: ReadonlyMap<string, GraphState>, id: string): readonly string[] {
  const parent = states.get(id)?.parent ?? null;
  return parent === null ? [] : [parent, ...ancestorsOf(states, parent)];
}

/** The child of an ancestor that is a state or contains it. */
function childContaining(
  states: ReadonlyMap<string, GraphState>,
  id: string,
  ancestor: string,
): string {
  const above = ancestorsOf(states, id);
  return above[above.indexOf(ancestor) - 1] ?? id;
}
