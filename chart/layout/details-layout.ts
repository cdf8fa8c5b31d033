import Elk from 'elkjs/lib/elk.bundled.js';
import type { ElkExtendedEdge, ElkNode, ElkPort } from 'elkjs/lib/elk-api.js';
import type { GraphState, MachineGraph } from '../../packages/statechart/explore/machine-graph.ts';
import { ROOT } from '../../packages/statechart/explore/transition-id.ts';
import {
  type Card,
  chartCards,
  compoundTitle,
  initialId,
  panelId,
  titleHeight,
} from '../model/cards.ts';
import type { Box, ChartLayout, LayoutDirection, Point, RoutedEdge } from '../model/chart.types.ts';
import { edgePoints, roundedBox } from './geometry.ts';

const DOT_SIZE = 12;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.layered.spacing.nodeNodeBetweenLayers': '40',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '7',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '7',
} as const;

/**
 * Lays out the details of a machine with ELK. It runs at build time, so that ELK is not part of the page.
 *
 * @param direction the direction of most transitions
 * @returns a layout; calls for the same machine return equal layouts
 */
export async function layOutDetails(
  graph: MachineGraph,
  direction: LayoutDirection,
): Promise<ChartLayout> {
  const cards = new Map(chartCards(graph).map((card) => [card.id, card]));
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('The machine has no root state.');
  const input = elkNode(root, { graph, cards, direction });
  input.edges = edgesOf(graph);
  const output = await new Elk().layout(input, {
    layoutOptions: { ...OPTIONS, 'elk.direction': direction === 'right' ? 'RIGHT' : 'DOWN' },
  });
  return toChartLayout(output);
}

interface LayoutSource {
  readonly graph: MachineGraph;
  readonly cards: ReadonlyMap<string, Card>;
  readonly direction: LayoutDirection;
}

function elkNode(state: GraphState, drawing: LayoutSource): ElkNode {
  const card = drawing.cards.get(state.id);
  if (state.kind === 'leaf' && card) return cardNode(card, drawing.direction);
  const children = drawing.graph.states.filter(({ parent }) => parent === state.id);
  const panel = drawing.cards.get(panelId(state.id));
  const title = compoundTitle(state);
  const ports = state.parent === null ? [] : [entryPort(state.id, drawing.direction, null)];
  return {
    id: state.id,
    ports,
    layoutOptions: {
      ...OPTIONS,
      'elk.direction': drawing.direction === 'right' ? 'RIGHT' : 'DOWN',
      'elk.padding': `[top=${titleHeight(state)},left=22,bottom=22,right=22]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${title.width + 20},${title.height})`,
      'elk.portConstraints': 'FIXED_SIDE',
    },
    children: [
      ...(state.initial === null
        ? []
        : [{ id: initialId(state.id), width: DOT_SIZE, height: DOT_SIZE }]),
      ...(panel ? [cardNode(panel, drawing.direction)] : []),
      ...children.map((child) => elkNode(child, drawing)),
    ],
  };
}

function cardNode(card: Card, direction: LayoutDirection): ElkNode {
  const exits = card.rows
    .filter(({ transition }) => transition.targets.length > 0)
    .map(
      ({ transition, port }): ElkPort => ({
        id: transition.id,
        ...port,
        width: 0,
        height: 0,
        layoutOptions: { 'elk.port.side': 'EAST' },
      }),
    );
  const isPanel = card.id !== card.state.id;
  const { id, width, height } = card;
  return {
    id,
    width,
    height,
    ports: isPanel ? exits : [entryPort(id, direction, card), ...exits],
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
  };
}

/** The port at which the edges to a state end: beside its title, or above it. */
function entryPort(id: string, direction: LayoutDirection, card: Card | null): ElkPort {
  const side = direction === 'right' ? 'WEST' : 'NORTH';
  const position = direction === 'right' ? { x: 0, y: 16 } : { x: 24, y: 0 };
  return {
    id: `into | ${id}`,
    ...(card ? position : {}),
    width: 0,
    height: 0,
    layoutOptions: { 'elk.port.side': side },
  };
}

/** Edges to a later state have a higher priority to point forward, so that the layout has the machine's order. */
function edgesOf(graph: MachineGraph): ElkExtendedEdge[] {
  const order = new Map(graph.states.map(({ id }, index) => [id, index]));
  const isForward = (from: string, to: string) => (order.get(from) ?? 0) < (order.get(to) ?? 0);
  const edge = (id: string, target: string, priority: string): ElkExtendedEdge => ({
    id,
    sources: [id],
    targets: [`into | ${target}`],
    layoutOptions: { 'elk.layered.priority.direction': priority },
  });
  const initial = graph.states.flatMap(({ id, initial: target }) =>
    target === null ? [] : [edge(initialId(id), target, '5')],
  );
  const transitions = graph.transitions.flatMap(({ id, source, targets }) =>
    targets.map((target) => edge(id, target, isForward(source, target) ? '3' : '1')),
  );
  return [...initial, ...transitions];
}

/** Converts ELK's positions, which are relative to a container, to positions in the drawing. */
function toChartLayout(root: ElkNode): ChartLayout {
  const boxes: Record<string, Box> = {};
  const edges: RoutedEdge[] = [];
  const origins = new Map<string, Point>();
  const visit = (node: ElkNode, parent: Point) => {
    const origin = { x: parent.x + (node.x ?? 0), y: parent.y + (node.y ?? 0) };
    origins.set(node.id, origin);
    boxes[node.id] = roundedBox({ ...origin, width: node.width ?? 0, height: node.height ?? 0 });
    for (const child of node.children ?? []) visit(child, origin);
  };
  visit(root, { x: 0, y: 0 });
  const collect = (node: ElkNode) => {
    for (const edge of node.edges ?? []) {
      const container = 'container' in edge ? String(edge.container) : ROOT;
      const origin = origins.get(container) ?? { x: 0, y: 0 };
      edges.push({ id: edge.id, points: edgePoints(edge, origin) });
    }
    for (const child of node.children ?? []) collect(child);
  };
  collect(root);
  const { width, height } = boxes[ROOT] ?? { width: 0, height: 0 };
  return { width, height, boxes, edges };
}
