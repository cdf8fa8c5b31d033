import Elk from 'elkjs/lib/elk.bundled.js';
import type { ElkExtendedEdge, ElkNode, ElkPort } from 'elkjs/lib/elk-api.js';
import type { ChartGraph, ChartState } from '../../machines/explore/machine-graph.ts';
import { ROOT } from '../../machines/explore/machine-graph.ts';
import { initialId } from '../model/cards.ts';
import type { Box, ChartLayout, Direction, LaidEdge, Point } from '../model/chart.types.ts';
import { nameRoom, overviewLines } from '../model/overview.ts';
import { pointsOf, rounded, tidied } from './geometry.ts';
import { type Piece, type PortSide, routes } from './routes.ts';

const DOT = 12;

type Flow = 'RIGHT' | 'DOWN';

/** Where the states of each depth flow, so that the whole is as wide as a screen, or as narrow as a phone. */
const FLOWS: Readonly<Record<Direction, readonly Flow[]>> = {
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

interface Overview {
  readonly graph: ChartGraph;
  readonly flows: readonly Flow[];
  /** Whether what runs at the same time lies across the flow; else it is packed. */
  readonly isAcross: boolean;
  readonly pieces: ReadonlyMap<string, readonly Piece[]>;
  readonly ports: ReadonlyMap<string, ReadonlyMap<string, PortSide>>;
}

/**
 * Lays out the machine as it is seen from far away: names, and one line for all that leads from one state to
 * another. Each box is laid out by itself, so that one can flow down inside another that flows to the right;
 * a line that crosses borders is laid out in pieces, which those that go the same way share.
 *
 * @param graph the machine
 * @param direction where the whole flows
 * @returns the place of every box and line; the same for the same machine, always
 */
export async function layOutOverview(
  graph: ChartGraph,
  direction: Direction,
): Promise<ChartLayout> {
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('A machine without a root.');
  const { pieces, ports, ways } = routes(graph, overviewLines(graph));
  const input = elkNode(root, 0, {
    graph,
    flows: FLOWS[direction],
    isAcross: direction === 'right',
    pieces,
    ports,
  });
  const output = await new Elk().layout(input);
  const { boxes, laid } = placesOf(
    output,
    new Map([...pieces.values()].flat().map((one) => [one.id, one])),
  );
  const edges = [...ways].map(([id, parts]): LaidEdge => {
    const points = parts.flatMap((part) => laid.get(part) ?? []);
    return { id, points: tidied(points) };
  });
  const { width, height } = boxes[ROOT] ?? { width: 0, height: 0 };
  return { width, height, boxes, edges };
}

function elkNode(state: ChartState, depth: number, overview: Overview): ElkNode {
  const flow = overview.flows[depth] ?? 'RIGHT';
  const outer = overview.flows[depth - 1] ?? 'RIGHT';
  const isLeaf = state.kind === 'leaf';
  const { width, height } = nameRoom(state);
  const ports = [...(overview.ports.get(state.id) ?? [])].map(
    ([id, side]): ElkPort => ({
      id,
      width: 0,
      height: 0,
      // Nothing crosses the name on top of a box: its lines come and go at its sides.
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
  const children = overview.graph.states.filter(({ parent }) => parent === state.id);
  const dot = { id: initialId(state.id), width: DOT, height: DOT };
  return {
    id: state.id,
    ports,
    layoutOptions: {
      ...OPTIONS,
      'elk.direction': flow,
      'elk.separateConnectedComponents': String(!overview.isAcross),
      'elk.padding': `[top=${state.parent === null ? 16 : height},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE PORTS',
      'elk.nodeSize.minimum': `(${width},${height + 16})`,
      'elk.portConstraints': 'FIXED_SIDE',
    },
    children: [
      ...(state.initial === null ? [] : [dot]),
      ...children.map((child) => elkNode(child, depth + 1, overview)),
    ],
    edges: (overview.pieces.get(state.id) ?? []).map(elkEdge),
  };
}

/** A piece that goes back is given to the engine forward, so that the order of the states decides the layers. */
function elkEdge({ id, from, to, isForward }: Piece): ElkExtendedEdge {
  const [source, target] = isForward ? [from, to] : [to, from];
  return { id, sources: [source], targets: [target] };
}

function sideOf(side: PortSide, flow: Flow): string {
  if (flow === 'RIGHT') return side === 'in' ? 'WEST' : 'EAST';
  return side === 'in' ? 'NORTH' : 'SOUTH';
}

/** The engine places everything from its own container; the drawing has one corner for all. */
function placesOf(root: ElkNode, pieces: ReadonlyMap<string, Piece>) {
  const boxes: Record<string, Box> = {};
  const laid = new Map<string, readonly Point[]>();
  const visit = (node: ElkNode, from: Point) => {
    const at = { x: from.x + (node.x ?? 0), y: from.y + (node.y ?? 0) };
    boxes[node.id] = rounded({ ...at, width: node.width ?? 0, height: node.height ?? 0 });
    for (const edge of node.edges ?? []) {
      const points = pointsOf(edge, at);
      laid.set(edge.id, pieces.get(edge.id)?.isForward === false ? points.toReversed() : points);
    }
    for (const child of node.children ?? []) visit(child, at);
  };
  visit(root, { x: 0, y: 0 });
  return { boxes, laid };
}
