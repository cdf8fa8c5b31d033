import type { ChartGraph, ChartState } from '../../machines/explore/machine-graph.ts';
import { compoundTitle } from './cards.ts';
import type { Box, ChartLayout, LaidEdge, Level, Point } from './chart.types.ts';
import { nameRoom, overviewLines } from './overview.ts';

/** The most that stays of a stretch in which nothing stands any more, in pixels. */
const SLACK = 12;

type Axis = 'x' | 'y';
type Span = readonly [from: number, to: number];

/**
 * The same layout with some compound states closed.
 *
 * Nothing is laid out anew: what is inside disappears, lines end at the closed box, and the empty stretches
 * of both axes shrink. Both axes are mapped monotonously, so what did not overlap still does not.
 *
 * @param collapsed the ids of closed states
 * @param level which of the two drawings the layout is of
 */
export function collapse(
  graph: ChartGraph,
  layout: ChartLayout,
  collapsed: ReadonlySet<string>,
  level: Level,
): ChartLayout {
  if (collapsed.size === 0) return layout;
  const states = new Map(graph.states.map((state) => [state.id, state]));
  const closedAbove = closerOf(states, collapsed);
  const boxes = Object.entries(layout.boxes).filter(([id]) => {
    const state = stateOfBox(id);
    return closedAbove(state) === null && (id === state || !collapsed.has(state));
  });
  const lines =
    level === 'overview'
      ? overviewLines(graph)
      : graph.transitions.map(({ id, source, targets: [target] }) => ({ id, source, target }));
  const sources = new Map(lines.map(({ id, source }) => [id, source]));
  const targets = new Map(lines.map(({ id, target }) => [id, target]));
  const endOf = (state: string) => closedAbove(state) ?? (collapsed.has(state) ? state : null);
  const edges = layout.edges.flatMap((edge): LaidEdge[] => {
    const from = endOf(sources.get(edge.id) ?? stateOfBox(edge.id));
    const to = closedAbove(targets.get(edge.id) ?? states.get(stateOfBox(edge.id))?.initial ?? '');
    const clipped = clip(edge.points, layout.boxes[from ?? ''], layout.boxes[to ?? '']);
    return clipped.length < 2 ? [] : [{ ...edge, points: clipped }];
  });
  const solid = boxes.map(([id, box]) => hardPart(box, states.get(id), collapsed, level));
  return shrink({ ...layout, boxes: Object.fromEntries(boxes), edges }, solid);
}

/** The state a box belongs to: itself, or the one whose panel or dot it is. */
function stateOfBox(id: string): string {
  const [first = '', second] = id.split(' | ');
  return first === 'initial' && second !== undefined ? second : first;
}

/** The outermost closed state strictly above one, if any. */
function closerOf(states: ReadonlyMap<string, ChartState>, collapsed: ReadonlySet<string>) {
  return (id: string): string | null => {
    let closer: string | null = null;
    let parent = states.get(id)?.parent ?? null;
    while (parent !== null) {
      if (collapsed.has(parent)) closer = parent;
      parent = states.get(parent)?.parent ?? null;
    }
    return closer;
  };
}

/** What of a box must not shrink: all of a card, the title of a compound state. */
function hardPart(
  box: Box,
  state: ChartState | undefined,
  collapsed: ReadonlySet<string>,
  level: Level,
): Box {
  if (state === undefined || state.kind === 'leaf') return box;
  const { width, height } = level === 'overview' ? nameRoom(state) : compoundTitle(state);
  const padding = collapsed.has(state.id) ? 24 : 0;
  return {
    x: box.x,
    y: box.y,
    width: Math.min(width + padding, box.width),
    height: Math.min(height + padding, box.height),
  };
}

function clip(
  points: readonly Point[],
  from: Box | undefined,
  to: Box | undefined,
): readonly Point[] {
  const started = from ? leaving(points, from) : points;
  return to ? leaving([...started].reverse(), to).toReversed() : started;
}

/** What of a line remains after it left a box for the last time; nothing when it never did. */
function leaving(points: readonly Point[], box: Box): readonly Point[] {
  const last = points.findLastIndex((point) => isInside(point, box));
  const inside = points[last];
  const outside = points[last + 1];
  if (inside === undefined || outside === undefined) return last < 0 ? points : [];
  return [border(inside, outside, box), ...points.slice(last + 1)];
}

function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

function border(inside: Point, outside: Point, box: Box): Point {
  return {
    x: Math.min(Math.max(outside.x, box.x), box.x + box.width),
    y: inside.x === outside.x ? clamp(outside.y, box.y, box.y + box.height) : inside.y,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function shrink(layout: ChartLayout, solid: readonly Box[]): ChartLayout {
  const x = axisMap(layout, solid, 'x');
  const y = axisMap(layout, solid, 'y');
  const move = (point: Point): Point => ({ x: x(point.x), y: y(point.y) });
  const boxes = Object.entries(layout.boxes).map(([id, box]): [string, Box] => {
    const corner = move(box);
    const end = move({ x: box.x + box.width, y: box.y + box.height });
    return [id, { ...corner, width: end.x - corner.x, height: end.y - corner.y }];
  });
  return {
    width: x(layout.width),
    height: y(layout.height),
    boxes: Object.fromEntries(boxes),
    edges: layout.edges.map((edge) => ({ ...edge, points: edge.points.map(move) })),
  };
}

function axisMap(layout: ChartLayout, solid: readonly Box[], axis: Axis) {
  const spans = merged(solid.map((box) => spanOf(box, axis)));
  const ends = Object.values(layout.boxes).flatMap((box) => spanOf(box, axis));
  const bends = layout.edges.flatMap(({ points }) => points.map((point) => point[axis]));
  const stops = [...new Set([0, ...ends, ...bends, ...spans.flat()])].sort(
    (one, other) => one - other,
  );
  const places = new Map<number, number>();
  let place = 0;
  stops.forEach((stop, index) => {
    const before = stops[index - 1] ?? stop;
    const kept = spans.some(([from, to]) => before >= from && stop <= to);
    place += kept ? stop - before : Math.min(stop - before, SLACK);
    places.set(stop, place);
  });
  return (value: number) => places.get(value) ?? value;
}

function spanOf(box: Box, axis: Axis): Span {
  return axis === 'x' ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
}

function merged(spans: readonly Span[]): readonly Span[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...spans].sort(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
