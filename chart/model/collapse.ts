import type { GraphState, MachineGraph } from '../../machines/explore/machine-graph.ts';
import { compoundTitle } from './cards.ts';
import type { Box, ChartLayout, DetailLevel, Point, RoutedEdge } from './chart.types.ts';
import { minimumSize, transitionGroups } from './overview.ts';

/** The size to which an empty stretch of an axis is reduced, in pixels. */
const MAX_GAP = 12;

type Axis = 'x' | 'y';
type Span = readonly [from: number, to: number];

/**
 * Returns a copy of a layout in which some compound states are collapsed.
 *
 * No layout engine is needed: the descendants of a collapsed state are removed, edges end at its box, and the
 * empty stretches of both axes shrink. Each axis is mapped monotonically, so that boxes do not begin to overlap.
 *
 * @param collapsed the ids of the collapsed states
 * @param level the level of the layout
 */
export function withCollapsedStates(
  graph: MachineGraph,
  layout: ChartLayout,
  collapsed: ReadonlySet<string>,
  level: DetailLevel,
): ChartLayout {
  if (collapsed.size === 0) return layout;
  const states = new Map(graph.states.map((state) => [state.id, state]));
  const collapsedAncestor = collapsedAncestorIn(states, collapsed);
  const boxes = Object.entries(layout.boxes).filter(([id]) => {
    const state = stateOfBox(id);
    return collapsedAncestor(state) === null && (id === state || !collapsed.has(state));
  });
  const endpoints =
    level === 'overview'
      ? transitionGroups(graph)
      : graph.transitions.map(({ id, source, targets: [target] }) => ({ id, source, target }));
  const sources = new Map(endpoints.map(({ id, source }) => [id, source]));
  const targets = new Map(endpoints.map(({ id, target }) => [id, target]));
  const endOf = (state: string) =>
    collapsedAncestor(state) ?? (collapsed.has(state) ? state : null);
  const edges = layout.edges.flatMap((edge): RoutedEdge[] => {
    const from = endOf(sources.get(edge.id) ?? stateOfBox(edge.id));
    const to = collapsedAncestor(
      targets.get(edge.id) ?? states.get(stateOfBox(edge.id))?.initial ?? '',
    );
    const clipped = clip(edge.points, layout.boxes[from ?? ''], layout.boxes[to ?? '']);
    return clipped.length < 2 ? [] : [{ ...edge, points: clipped }];
  });
  const rigid = boxes.map(([id, box]) => rigidPart(box, states.get(id), collapsed, level));
  return shrink({ ...layout, boxes: Object.fromEntries(boxes), edges }, rigid);
}

/** The state a box belongs to: a box is a state, its panel or its initial dot. */
function stateOfBox(id: string): string {
  const [first = '', second] = id.split(' | ');
  return first === 'initial' && second !== undefined ? second : first;
}

/** Finds the outermost collapsed ancestor of a state. */
function collapsedAncestorIn(
  states: ReadonlyMap<string, GraphState>,
  collapsed: ReadonlySet<string>,
) {
  return (id: string): string | null => {
    let outermost: string | null = null;
    let parent = states.get(id)?.parent ?? null;
    while (parent !== null) {
      if (collapsed.has(parent)) outermost = parent;
      parent = states.get(parent)?.parent ?? null;
    }
    return outermost;
  };
}

/** The part of a box that must not shrink: a whole card, or the title of a compound state. */
function rigidPart(
  box: Box,
  state: GraphState | undefined,
  collapsed: ReadonlySet<string>,
  level: DetailLevel,
): Box {
  if (state === undefined || state.kind === 'leaf') return box;
  const { width, height } = level === 'overview' ? minimumSize(state) : compoundTitle(state);
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
  const clipped = from ? outsideOf(from, points) : points;
  return to ? outsideOf(to, clipped.toReversed()).toReversed() : clipped;
}

/** The points of an edge after it leaves a box for the last time; none when it ends inside. */
function outsideOf(box: Box, points: readonly Point[]): readonly Point[] {
  const last = points.findLastIndex((point) => isInside(point, box));
  const inside = points[last];
  const outside = points[last + 1];
  if (inside === undefined || outside === undefined) return last < 0 ? points : [];
  return [crossing(inside, outside, box), ...points.slice(last + 1)];
}

function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

function crossing(inside: Point, outside: Point, box: Box): Point {
  return {
    x: Math.min(Math.max(outside.x, box.x), box.x + box.width),
    y: inside.x === outside.x ? clamp(outside.y, box.y, box.y + box.height) : inside.y,
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

function shrink(layout: ChartLayout, rigid: readonly Box[]): ChartLayout {
  const x = axisMap(layout, rigid, 'x');
  const y = axisMap(layout, rigid, 'y');
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

function axisMap(layout: ChartLayout, rigid: readonly Box[], axis: Axis) {
  const spans = merged(rigid.map((box) => spanOf(box, axis)));
  const ends = Object.values(layout.boxes).flatMap((box) => spanOf(box, axis));
  const bends = layout.edges.flatMap(({ points }) => points.map((point) => point[axis]));
  const stops = [...new Set([0, ...ends, ...bends, ...spans.flat()])].sort((a, b) => a - b);
  const mapped = new Map<number, number>();
  let position = 0;
  stops.forEach((stop, index) => {
    const before = stops[index - 1] ?? stop;
    const isRigid = spans.some(([from, to]) => before >= from && stop <= to);
    position += isRigid ? stop - before : Math.min(stop - before, MAX_GAP);
    mapped.set(stop, position);
  });
  return (value: number) => mapped.get(value) ?? value;
}

function spanOf(box: Box, axis: Axis): Span {
  return axis === 'x' ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
}

function merged(spans: readonly Span[]): readonly Span[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
