import Elk from 'elkjs/lib/elk.bundled.js';
import type { ElkExtendedEdge, ElkNode, ElkPort } from 'elkjs/lib/elk-api.js';
import type { ChartGraph, ChartState } from '../../machines/explore/machine-graph.ts';
import { ROOT } from '../../machines/explore/machine-graph.ts';
import {
  type Card,
  chartCards,
  compoundTitle,
  initialId,
  panelId,
  titleSpace,
} from '../model/cards.ts';
import type { Box, ChartLayout, Direction, LaidEdge, Point } from '../model/chart.types.ts';
import { pointsOf, rounded } from './geometry.ts';

const DOT = 12;

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
 * Lays a machine out, once, while the product is built: nothing of the engine reaches a browser.
 *
 * @param graph the machine
 * @param direction where the chart flows
 * @returns the place of every box and line; the same for the same machine, always
 */
export async function layOut(graph: ChartGraph, direction: Direction): Promise<ChartLayout> {
  const cards = new Map(chartCards(graph).map((card) => [card.id, card]));
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('A machine without a root.');
  const input = elkNode(root, { graph, cards, direction });
  input.edges = edgesOf(graph);
  const output = await new Elk().layout(input, {
    layoutOptions: { ...OPTIONS, 'elk.direction': direction === 'right' ? 'RIGHT' : 'DOWN' },
  });
  return read(output);
}

interface Drawing {
  readonly graph: ChartGraph;
  readonly cards: ReadonlyMap<string, Card>;
  readonly direction: Direction;
}

function elkNode(state: ChartState, drawing: Drawing): ElkNode {
  const card = drawing.cards.get(state.id);
  if (state.kind === 'leaf' && card) return cardNode(card, drawing.direction);
  const children = drawing.graph.states.filter(({ parent }) => parent === state.id);
  const panel = drawing.cards.get(panelId(state.id));
  const head = compoundTitle(state);
  const ports = state.parent === null ? [] : [entrance(state.id, drawing.direction, null)];
  return {
    id: state.id,
    ports,
    layoutOptions: {
      ...OPTIONS,
      'elk.direction': drawing.direction === 'right' ? 'RIGHT' : 'DOWN',
      'elk.padding': `[top=${titleSpace(state)},left=22,bottom=22,right=22]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${head.width + 20},${head.height})`,
      'elk.portConstraints': 'FIXED_SIDE',
    },
    children: [
      ...(state.initial === null ? [] : [{ id: initialId(state.id), width: DOT, height: DOT }]),
      ...(panel ? [cardNode(panel, drawing.direction)] : []),
      ...children.map((child) => elkNode(child, drawing)),
    ],
  };
}

function cardNode(card: Card, direction: Direction): ElkNode {
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
    ports: isPanel ? exits : [entrance(id, direction, card), ...exits],
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
  };
}

/** Where the lines to a state arrive: at its title, or on top of it. */
function entrance(id: string, direction: Direction, card: Card | null): ElkPort {
  const side = direction === 'right' ? 'WEST' : 'NORTH';
  const place = direction === 'right' ? { x: 0, y: 16 } : { x: 24, y: 0 };
  return {
    id: `into | ${id}`,
    ...(card ? place : {}),
    width: 0,
    height: 0,
    layoutOptions: { 'elk.port.side': side },
  };
}

/** Lines that go on in the order the states were written are kept forward; what goes back, goes back. */
function edgesOf(graph: ChartGraph): ElkExtendedEdge[] {
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

/** ELK places everything from its own container; the drawing has one corner for all. */
function read(root: ElkNode): ChartLayout {
  const boxes: Record<string, Box> = {};
  const edges: LaidEdge[] = [];
  const origins = new Map<string, Point>();
  const visit = (node: ElkNode, from: Point) => {
    const at = { x: from.x + (node.x ?? 0), y: from.y + (node.y ?? 0) };
    origins.set(node.id, at);
    boxes[node.id] = rounded({ ...at, width: node.width ?? 0, height: node.height ?? 0 });
    for (const child of node.children ?? []) visit(child, at);
  };
  visit(root, { x: 0, y: 0 });
  const collect = (node: ElkNode) => {
    for (const edge of node.edges ?? []) {
      const container = 'container' in edge ? String(edge.container) : ROOT;
      const origin = origins.get(container) ?? { x: 0, y: 0 };
      edges.push({ id: edge.id, points: pointsOf(edge, origin) });
    }
    for (const child of node.children ?? []) collect(child);
  };
  collect(root);
  const { width, height } = boxes[ROOT] ?? { width: 0, height: 0 };
  return { width, height, boxes, edges };
}
