import type { MachineGraph } from '../../packages/statechart/explore/machine-graph.ts';
import { initialId, panelId } from './cards.ts';
import type {
  Box,
  ChartLayout,
  ChartLayouts,
  EdgeLabel,
  PageReturn,
  Point,
} from './chart.types.ts';
import { mapGraph } from './map.ts';
import { once } from './once.ts';
import { transitionGroups } from './overview.ts';

/**
 * Layouts in few characters, because every visitor of the chart loads them. A name is an index of the names that the
 * machine's graph has, a box four numbers, an edge its first point and the lengths of its segments.
 */
export type PackedLayouts = Readonly<Record<string, Readonly<Record<string, PackedLayout>>>>;

interface PackedLayout {
  readonly size: readonly [width: number, height: number];
  /** Name, x, y, width and height of each box, one after the other. */
  readonly boxes: readonly number[];
  /** Name, x and y, then the lengths of alternately horizontal and vertical segments. */
  readonly edges: readonly (readonly number[])[];
  readonly labels?: readonly EdgeLabel[];
}

/**
 * Packs the layouts of all levels. All segments of their edges are horizontal or vertical.
 *
 * @throws for a box or an edge that is not of this graph
 */
export function packLayouts(
  graph: MachineGraph,
  layouts: ChartLayouts,
  returns: readonly PageReturn[],
): PackedLayouts {
  const names = new Map(namesOf(graph, returns).map((name, index) => [name, index]));
  const nameOf = (id: string): number => {
    const index = names.get(id);
    if (index === undefined) throw new Error(`The graph has no "${id}".`);
    return index;
  };
  const pack = ({ width, height, boxes, edges, labels }: ChartLayout): PackedLayout => ({
    size: [width, height],
    boxes: Object.entries(boxes).flatMap(([id, box]) => [
      nameOf(id),
      box.x,
      box.y,
      box.width,
      box.height,
    ]),
    edges: edges.map(({ id, points }) => [nameOf(id), ...lengthsOf(points)]),
    ...(labels ? { labels } : {}),
  });
  return mapValues(layouts, (levels) => mapValues(levels, pack));
}

/**
 * The layouts that were packed with the same graph and returns. Each is unpacked when it is first read: most visitors
 * see one of the six.
 */
export function unpackLayouts(
  graph: MachineGraph,
  layouts: PackedLayouts,
  returns: readonly PageReturn[],
): ChartLayouts {
  const names = once(() => namesOf(graph, returns));
  const nameOf = (index = 0) => names()[index] ?? '';
  const unpack = ({ size: [width, height], boxes, edges, labels }: PackedLayout): ChartLayout => ({
    width,
    height,
    boxes: Object.fromEntries(
      chunksOf(boxes, 5).map(([name, x = 0, y = 0, boxWidth = 0, boxHeight = 0]) => {
        const box: Box = { x, y, width: boxWidth, height: boxHeight };
        return [nameOf(name), box];
      }),
    ),
    edges: edges.map(([name, ...lengths]) => ({ id: nameOf(name), points: pointsOf(lengths) })),
    ...(labels ? { labels } : {}),
  });
  const unpackLevels = (direction: string) => {
    const level = (name: string) => once(() => unpack(layouts[direction]?.[name] ?? EMPTY));
    const [map, overview, details] = [level('map'), level('overview'), level('details')];
    return {
      get map() {
        return map();
      },
      get overview() {
        return overview();
      },
      get details() {
        return details();
      },
    };
  };
  return { right: unpackLevels('right'), down: unpackLevels('down') };
}

/** Every name of a box or an edge on any level. */
function namesOf(graph: MachineGraph, returns: readonly PageReturn[]): readonly string[] {
  const groups = [...transitionGroups(graph), ...transitionGroups(mapGraph(graph, returns))];
  const names = [
    ...graph.states.flatMap(({ id }) => [id, panelId(id), initialId(id)]),
    ...[...graph.transitions, ...groups].map(({ id }) => id),
  ];
  return [...new Set(names)];
}

const EMPTY: PackedLayout = { size: [0, 0], boxes: [], edges: [] };

function lengthsOf(points: readonly Point[]): readonly number[] {
  const [first] = points;
  if (first === undefined) return [];
  const lengths = [first.x, first.y];
  let isHorizontal = true;
  let from = first;
  for (const to of points.slice(1)) {
    if ((to.y === from.y) !== isHorizontal) lengths.push(0);
    else isHorizontal = !isHorizontal;
    lengths.push(to.y === from.y ? to.x - from.x : to.y - from.y);
    from = to;
  }
  return lengths;
}

function pointsOf([x = 0, y = 0, ...lengths]: readonly number[]): readonly Point[] {
  const points: Point[] = [{ x, y }];
  let at = { x, y };
  lengths.forEach((length, index) => {
    at = index % 2 === 0 ? { ...at, x: at.x + length } : { ...at, y: at.y + length };
    if (length !== 0) points.push(at);
  });
  return points;
}

function chunksOf(numbers: readonly number[], size: number): readonly (readonly number[])[] {
  const count = numbers.length / size;
  return Array.from({ length: count }, (_, index) =>
    numbers.slice(index * size, (index + 1) * size),
  );
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
