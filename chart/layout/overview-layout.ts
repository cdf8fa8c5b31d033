import Elk from 'elkjs/lib/elk.bundled.js';
import type {
  ElkExtendedEdge,
  ElkLabel,
  ElkNode,
  ElkPort,
  LayoutOptions,
} from 'elkjs/lib/elk-api.js';
import type { GraphState, MachineGraph } from '../../packages/statechart/explore/machine-graph.ts';
import { ROOT } from '../../packages/statechart/explore/transition-id.ts';
import { initialId } from '../model/cards.ts';
import type {
  Box,
  ChartLayout,
  EdgeLabel,
  LayoutDirection,
  Point,
  RoutedEdge,
} from '../model/chart.types.ts';
import { labelSize, minimumSize, transitionGroups } from '../model/overview.ts';
import { type PortSide, type Segment, segmentEdges } from './edge-segments.ts';
import { edgePoints, roundedBox, simplifiedPolyline } from './geometry.ts';

const DOT_SIZE = 12;

type Flow = 'RIGHT' | 'DOWN';

/** The direction at each depth of nesting, chosen so that the drawing fits a wide screen or a phone. */
const FLOWS: Readonly<Record<LayoutDirection, readonly Flow[]>> = {
  right: ['RIGHT', 'DOWN', 'RIGHT', 'RIGHT'],
  down: ['DOWN', 'DOWN', 'RIGHT', 'DOWN'],
};

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.layered.spacing.nodeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeNodeBetweenLayers': '9',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.spacing.nodeNode': '16',
  'elk.spacing.edgeNode': '9',
  'elk.spacing.edgeEdge': '7',
  'elk.spacing.portPort': '7',
  'elk.layered.nodePlacement.strategy': 'SIMPLE',
  'elk.layered.thoroughness': '30',
} as const;

/** The map has room for arrows that are seen, and few states beside each other; a column for a phone has neither. */
const MAP_OPTIONS: Readonly<Record<LayoutDirection, Readonly<Record<Flow, LayoutOptions>>>> = {
  right: {
    DOWN: {
      'elk.spacing.nodeNode': '14',
      'elk.spacing.edgeNode': '6',
      'elk.spacing.edgeEdge': '4',
      'elk.layered.spacing.nodeNodeBetweenLayers': '34',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.layered.layering.strategy': 'MIN_WIDTH',
    },
    RIGHT: {
      'elk.layered.spacing.nodeNodeBetweenLayers': '6',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
    },
  },
  down: {
    DOWN: {
      'elk.layered.spacing.nodeNodeBetweenLayers': '34',
      'elk.spacing.edgeNode': '6',
      'elk.spacing.edgeEdge': '4',
    },
    RIGHT: {},
  },
};

/** The main path is straight. */
const MAIN_EDGE = {
  'elk.layered.priority.straightness': '40',
  'elk.layered.priority.shortness': '20',
} as const;

interface LayoutSource {
  readonly graph: MachineGraph;
  readonly flows: readonly Flow[];
  /** Whether parallel regions are packed instead of stacked. */
  readonly isPacked: boolean;
  readonly segments: ReadonlyMap<string, readonly Segment[]>;
  readonly ports: ReadonlyMap<string, ReadonlyMap<string, PortSide>>;
  /** The labels of segments, by their ids. */
  readonly labels: ReadonlyMap<string, ElkLabel>;
  readonly isMap: boolean;
  /** The notes below the names of leaves, by the ids of the states. */
  readonly notes: Readonly<Record<string, string>>;
}

export interface MapOptions {
  /** The texts at edges, by their ids. A map for a phone has no room for them. */
  readonly labels: ReadonlyMap<string, string>;
  /** See `BuildConfig.mapNotes`. */
  readonly notes?: Readonly<Record<string, string>>;
}

/**
 * Lays out the overview of a machine with ELK: names, and one edge for all transitions between two states.
 *
 * Each compound state is laid out on its own, because its direction may differ from its parent's. An edge that
 * crosses the border of a compound state is therefore laid out in segments, which edges to one target share.
 *
 * @param direction the direction at the top level
 * @param map given for the map, which is read from the start: downwards, in a single column for a phone
 * @returns a layout; calls for the same machine return equal layouts
 */
export async function layOutOverview(
  graph: MachineGraph,
  direction: LayoutDirection,
  map?: MapOptions,
): Promise<ChartLayout> {
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('The machine has no root state.');
  const { segments, ports, edges } = segmentEdges(graph, transitionGroups(graph));
  const input = elkNode(root, 0, {
    graph,
    flows: FLOWS[direction],
    isPacked: direction === 'down',
    segments,
    ports,
    labels: labelledSegments(edges, direction === 'right' ? map?.labels : undefined),
    isMap: map !== undefined,
    notes: map?.notes ?? {},
  });
  // ELK accepts the port of a transition from the root state only on a node that has a parent.
  const output = await new Elk().layout({
    id: 'drawing',
    layoutOptions: { ...OPTIONS, 'elk.padding': '[top=0,left=0,bottom=0,right=0]' },
    children: [input],
  });
  const segmentsById = new Map([...segments.values()].flat().map((part) => [part.id, part]));
  const { boxes, routes, edgeLabels } = readLayout(output.children?.[0] ?? output, segmentsById);
  const routedEdges = [...edges].map(([id, parts]): RoutedEdge => {
    const points = parts.flatMap((part) => routes.get(part) ?? []);
    return { id, points: simplifiedPolyline(points) };
  });
  const { width, height } = boxes[ROOT] ?? { width: 0, height: 0 };
  const drawing = { width, height, boxes, edges: routedEdges };
  return edgeLabels.length > 0 ? { ...drawing, labels: edgeLabels } : drawing;
}

/** A label is at the first segment of its edge: edges to one target share the later ones. */
function labelledSegments(
  edges: ReadonlyMap<string, readonly string[]>,
  labels: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, ElkLabel> {
  return new Map(
    [...labels].map(([edge, text]) => [
      edges.get(edge)?.[0] ?? '',
      { id: edge, text, ...labelSize(text), layoutOptions: { 'elk.edgeLabels.inline': 'true' } },
    ]),
  );
}

function elkNode(state: GraphState, depth: number, source: LayoutSource): ElkNode {
  const flow = source.flows[depth] ?? 'RIGHT';
  const outer = source.flows[depth - 1] ?? 'RIGHT';
  const isLeaf = state.kind === 'leaf';
  const { width, height } = minimumSize(state, source.notes[state.id]);
  const usedPorts = [...(source.ports.get(state.id) ?? [])];
  const ports = [...usedPorts, ...startPort(state, source)].map(
    ([id, side]): ElkPort => ({
      id,
      width: 0,
      height: 0,
      // The edges of a compound state use its sides, so that none crosses the name at its top.
      layoutOptions: { 'elk.port.side': sideOf(side, isLeaf ? outer : 'RIGHT') },
    }),
  );
  if (isLeaf) {
    return {
      id: state.id,
      width,
      height,
      ports,
      layoutOptions: { 'elk.portConstraints': 'FIXED_SIDE' },
    };
  }
  const children = source.graph.states.filter(({ parent }) => parent === state.id);
  const dot = { id: initialId(state.id), width: DOT_SIZE, height: DOT_SIZE };
  return {
    id: state.id,
    ports,
    layoutOptions: {
      ...OPTIONS,
      ...(source.isMap ? MAP_OPTIONS[source.isPacked ? 'down' : 'right'][flow] : {}),
      'elk.direction': flow,
      'elk.separateConnectedComponents': String(source.isPacked),
      'elk.padding': `[top=${state.parent === null ? 16 : height},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE PORTS',
      'elk.nodeSize.minimum': `(${width},${height + 16})`,
      'elk.portConstraints': 'FIXED_SIDE',
    },
    children: [
      ...(state.initial === null ? [] : [dot]),
      ...children.map((child) => elkNode(child, depth + 1, source)),
    ],
    edges: [
      ...(source.segments.get(state.id) ?? []).map((segment) => elkEdge(segment, source)),
      ...columnEdges(children, source),
    ],
  };
}

/**
 * A port without edges for an initial state. ELK places a state whose edges all lead back to it after
 * their sources, unless it has another port: the drawing is read from the start.
 */
function startPort({ id }: GraphState, { graph }: LayoutSource): [string, PortSide][] {
  const isInitial = graph.states.some(({ initial }) => initial === id);
  return isInitial ? [[`${id} # start`, 'end']] : [];
}

/** Edges that are not drawn: they put each state of a map for a phone below the one before it. */
function columnEdges(
  children: readonly GraphState[],
  { isMap, isPacked }: LayoutSource,
): ElkExtendedEdge[] {
  if (!isMap || !isPacked) return [];
  return children.slice(1).map(({ id }, index) => ({
    id: `column ${id}`,
    sources: [children[index]?.id ?? id],
    targets: [id],
  }));
}

/** ELK gets a backward segment reversed, so that the order of the states decides the layers. */
function elkEdge({ id, from, to, isForward }: Segment, { labels }: LayoutSource): ElkExtendedEdge {
  const [source, target] = isForward ? [from, to] : [to, from];
  const label = labels.get(id);
  return {
    id,
    sources: [source],
    targets: [target],
    ...(label ? { labels: [label], layoutOptions: MAIN_EDGE } : {}),
  };
}

function sideOf(side: PortSide, flow: Flow): string {
  if (side === 'left' || side === 'right') return side === 'left' ? 'WEST' : 'EAST';
  if (flow === 'RIGHT') return side === 'start' ? 'WEST' : 'EAST';
  return side === 'start' ? 'NORTH' : 'SOUTH';
}

/** Converts ELK's positions, which are relative to a container, to positions in the drawing. */
function readLayout(root: ElkNode, segments: ReadonlyMap<string, Segment>) {
  const boxes: Record<string, Box> = {};
  const routes = new Map<string, readonly Point[]>();
  const edgeLabels: EdgeLabel[] = [];
  const visit = (node: ElkNode, parent: Point) => {
    const origin = { x: parent.x + (node.x ?? 0), y: parent.y + (node.y ?? 0) };
    boxes[node.id] = roundedBox({ ...origin, width: node.width ?? 0, height: node.height ?? 0 });
    for (const edge of node.edges ?? []) {
      const points = edgePoints(edge, origin);
      const isReversed = segments.get(edge.id)?.isForward === false;
      routes.set(edge.id, isReversed ? points.toReversed() : points);
      for (const { id = '', text = '', x = 0, y = 0, width = 0, height = 0 } of edge.labels ?? []) {
        const box = roundedBox({ x: origin.x + x, y: origin.y + y, width, height });
        edgeLabels.push({ edge: id, text, ...box });
      }
    }
    for (const child of node.children ?? []) visit(child, origin);
  };
  visit(root, { x: 0, y: 0 });
  return { boxes, routes, edgeLabels };
}
