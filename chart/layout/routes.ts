import type { ChartGraph, ChartState } from '../../machines/explore/machine-graph.ts';
import { initialId } from '../model/cards.ts';
import type { OverviewLine } from '../model/overview.ts';

/** Whether a line comes into a state or goes out of it at a port. */
export type PortSide = 'in' | 'out';

/** A part of a line inside one box: from a port to a port. Lines that go the same way share it. */
export interface Piece {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Whether it goes on in the order in which the states are written. */
  readonly isForward: boolean;
}

/** Lines in pieces, each inside one box. */
export interface Routes {
  /** By the box they are inside. */
  readonly pieces: ReadonlyMap<string, readonly Piece[]>;
  /** The ports of each state. */
  readonly ports: ReadonlyMap<string, ReadonlyMap<string, PortSide>>;
  /** The ids of the pieces of each line, and of each start, in their order. */
  readonly ways: ReadonlyMap<string, readonly string[]>;
}

/**
 * Cuts lines at the borders they cross. A line leaves a box at the port of where it leads, so that all that
 * leads there leaves together.
 */
export function routes(graph: ChartGraph, lines: readonly OverviewLine[]): Routes {
  const states = new Map(graph.states.map((state) => [state.id, state]));
  const order = new Map(graph.states.map(({ id }, index) => [id, index]));
  const pieces = new Map<string, Map<string, Piece>>();
  const ports = new Map<string, Map<string, PortSide>>();
  const ways = new Map<string, string[]>();

  const port = (state: string, name: string, side: PortSide): string => {
    const id = `${state} # ${name}`;
    ports.set(state, (ports.get(state) ?? new Map()).set(id, side));
    return id;
  };
  const piece = (box: string, from: string, to: string, isForward: boolean): string => {
    const id = `${box} :: ${from} ~ ${to}`;
    pieces.set(box, (pieces.get(box) ?? new Map()).set(id, { id, from, to, isForward }));
    return id;
  };
  const into = (state: string) => port(state, 'in', 'in');

  /** From inside a box down to the target. */
  const descend = (start: string, box: string, { target }: OverviewLine, isForward = true) => {
    const inside = above(states, target);
    const entered = inside.slice(0, inside.indexOf(box)).reverse();
    const parts: string[] = [];
    let [from, around] = [start, box];
    for (const next of entered) {
      const to = port(next, `to ${target}`, 'in');
      parts.push(piece(around, from, to, around !== box || isForward));
      [from, around] = [to, next];
    }
    parts.push(piece(around, from, into(target), around !== box || isForward));
    return parts;
  };

  /** From the source up to the inner border of a box. */
  const climb = ({ source, target }: OverviewLine, box: string) => {
    const outside = above(states, source);
    const parts: string[] = [];
    let from = port(source, 'out', 'out');
    for (const left of outside.slice(0, outside.indexOf(box))) {
      const to = port(left, `for ${target}`, 'out');
      parts.push(piece(left, from, to, true));
      from = to;
    }
    return { from, parts };
  };

  for (const line of lines) {
    const { id, source, target } = line;
    const outside = above(states, source);
    if (above(states, target).includes(source)) {
      ways.set(id, descend(port(source, `inside ${target}`, 'in'), source, line));
    } else if (outside.includes(target)) {
      const { from, parts } = climb(line, target);
      ways.set(id, [...parts, piece(target, from, port(target, 'again', 'out'), true)]);
    } else {
      const box = outside.find((one) => above(states, target).includes(one)) ?? '';
      const { from, parts } = climb(line, box);
      const place = (state: string) => order.get(childOf(states, state, box)) ?? 0;
      ways.set(id, [...parts, ...descend(from, box, line, place(source) < place(target))]);
    }
  }
  for (const { id, initial } of graph.states) {
    if (initial === null) continue;
    ways.set(initialId(id), [piece(id, initialId(id), into(initial), true)]);
  }
  return { pieces: mapValues(pieces, (inside) => [...inside.values()]), ports, ways };
}

/** The boxes around a state, the nearest first. */
function above(states: ReadonlyMap<string, ChartState>, id: string): readonly string[] {
  const parent = states.get(id)?.parent ?? null;
  return parent === null ? [] : [parent, ...above(states, parent)];
}

/** The state directly inside a box that holds another, or is it. */
function childOf(states: ReadonlyMap<string, ChartState>, id: string, box: string): string {
  const around = above(states, id);
  return around[around.indexOf(box) - 1] ?? id;
}

function mapValues<Key, Value, Result>(map: ReadonlyMap<Key, Value>, to: (value: Value) => Result) {
  return new Map([...map].map(([key, value]) => [key, to(value)]));
}
