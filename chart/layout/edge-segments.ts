import type { GraphState, MachineGraph } from '../../packages/statechart/explore/machine-graph.ts';
import { initialId } from '../model/cards.ts';
import type { TransitionGroup } from '../model/overview.ts';

/**
 * The side of a state at which a port is. `start` and `end` are along the flow of its parent: edges to a later state
 * go from an end to a start, edges back from a start to an end, so that none has to turn round its state. `left` and
 * `right` lead to the border of the parent.
 */
export type PortSide = 'start' | 'end' | 'left' | 'right';

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
  const borderSide = (isEnd: boolean): PortSide => (isEnd ? 'right' : 'left');

  /** The segments from a port inside an ancestor of the target down to the target. */
  const descend = (start: string, ancestor: string, target: string, isForward: boolean) => {
    const above = ancestorsOf(states, target);
    const entered = above.slice(0, above.indexOf(ancestor)).reverse();
    const name = isForward ? 'in' : 'back in';
    const ids: string[] = [];
    let [from, parent] = [start, ancestor];
    for (const next of entered) {
      const to = addPort(next, `${name} to ${target}`, borderSide(!isForward));
      ids.push(addSegment(parent, from, to, isForward));
      [from, parent] = [to, next];
    }
    const to =
      entered.length > 0
        ? addPort(target, `${name} from the border`, borderSide(!isForward))
        : addPort(target, name, isForward ? 'start' : 'end');
    ids.push(addSegment(parent, from, to, isForward));
    return ids;
  };

  /** The segments from the source up to the border of the outermost state it leaves below an ancestor. */
  const climb = ({ source, target }: TransitionGroup, ancestor: string, isForward: boolean) => {
    const above = ancestorsOf(states, source);
    const left = above.slice(0, above.indexOf(ancestor));
    const name = isForward ? 'out' : 'back out';
    const ids: string[] = [];
    let from =
      left.length > 0
        ? addPort(source, `${name} to the border`, borderSide(isForward))
        : addPort(source, name, isForward ? 'end' : 'start');
    for (const state of left) {
      const to = addPort(state, `${name} to ${target}`, borderSide(isForward));
      ids.push(addSegment(state, from, to, isForward));
      from = to;
    }
    return { from, ids };
  };

  for (const group of groups) {
    const { id, source, target } = group;
    const aboveSource = ancestorsOf(states, source);
    const aboveTarget = ancestorsOf(states, target);
    if (aboveTarget.includes(source)) {
      edges.set(id, descend(addPort(source, `inside ${target}`, 'left'), source, target, true));
    } else if (aboveSource.includes(target)) {
      const { from, ids } = climb(group, target, true);
      const to = addPort(target, 'again', 'right');
      edges.set(id, [...ids, addSegment(target, from, to, true)]);
    } else {
      const common = aboveSource.find((state) => aboveTarget.includes(state)) ?? '';
      const indexOf = (state: string) => order.get(childContaining(states, state, common)) ?? 0;
      const isForward = indexOf(source) < indexOf(target);
      const { from, ids } = climb(group, common, isForward);
      edges.set(id, [...ids, ...descend(from, common, target, isForward)]);
    }
  }
  for (const { id, initial } of graph.states) {
    if (initial === null) continue;
    edges.set(initialId(id), [
      addSegment(id, initialId(id), addPort(initial, 'in', 'start'), true),
    ]);
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
