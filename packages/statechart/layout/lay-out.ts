import Elk from 'elkjs/lib/elk.bundled.js';
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { GraphState, GraphTransition, MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText } from '../explore/text.ts';
import { ROOT } from '../explore/transition-id.ts';
import { chartCards, containerTitle, labelSize, ownCardId } from './cards.ts';
import type { Box, ChartLayout, DetailLevel, Edge } from './layout.types.ts';

const DOT_SIZE = 10;

/** The space between things, by level: the map has room for arrows that are seen. */
const SPACE = {
  map: { node: 20, layer: 26, edge: 6 },
  details: { node: 22, layer: 34, edge: 7 },
} as const;

interface LayoutInput {
  readonly graph: MachineGraph;
  readonly level: DetailLevel;
  /** The ids of the transitions of the main path: their lines are as straight as possible, and named on the map. */
  readonly main?: ReadonlySet<string>;
  /** Lines below the names of states, by their ids. */
  readonly notes?: ChartLayout['notes'];
}

/**
 * Lays out a machine with ELK, from the top down. It runs when the page is built, so that ELK is no part of it.
 *
 * @returns the positions; calls with equal machines return equal ones
 */
export async function layOut(input: LayoutInput): Promise<ChartLayout> {
  const { graph, level, notes = {} } = input;
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('The machine has no root state.');
  const cards = new Map(chartCards(graph, level, notes).map((card) => [card.id, card]));
  const node = (state: GraphState): ElkNode => {
    const card = cards.get(state.id);
    if (card !== undefined) return { id: card.id, width: card.width, height: card.height };
    const own = cards.get(ownCardId(state.id));
    const title = containerTitle(state, level);
    return {
      id: state.id,
      layoutOptions: {
        ...optionsOf(level),
        'elk.padding': `[top=${title.height + 14},left=18,bottom=18,right=18]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${title.width + 16},${title.height})`,
      },
      children: [
        ...(state.initial === null
          ? []
          : [{ id: initialId(state.id), width: DOT_SIZE, height: DOT_SIZE }]),
        ...(own ? [{ id: own.id, width: own.width, height: own.height }] : []),
        ...graph.states.filter(({ parent }) => parent === state.id).map(node),
      ],
    };
  };
  const edges = edgesOf(input, (id) => cards.has(id));
  const output = await new Elk().layout({ ...node(root), edges: edges.map(({ elk }) => elk) });
  const { boxes, routes } = positions(output);
  const [, , width = 0, height = 0] = boxes[root.id] ?? [];
  const routed = edges.flatMap(({ elk, transitions, text }): Edge[] => {
    const route = routes.get(elk.id);
    if (route === undefined) return [];
    const { points, label } = route;
    const base = { id: elk.id, transitions, points };
    return [label === null ? base : { ...base, label: { text, box: label } }];
  });
  return { width, height, boxes, edges: routed, notes };
}

function optionsOf(level: DetailLevel): Readonly<Record<string, string>> {
  const { node, layer, edge } = SPACE[level];
  return {
    'elk.algorithm': 'layered',
    'elk.direction': 'DOWN',
    'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
    'elk.edgeRouting': 'ORTHOGONAL',
    'elk.randomSeed': '1',
    'elk.spacing.nodeNode': `${node}`,
    'elk.spacing.edgeNode': `${edge * 1.5}`,
    'elk.spacing.edgeEdge': `${edge}`,
    'elk.spacing.edgeLabel': '4',
    'elk.layered.spacing.nodeNodeBetweenLayers': `${layer}`,
    'elk.layered.spacing.edgeNodeBetweenLayers': `${edge * 1.5}`,
    'elk.layered.spacing.edgeEdgeBetweenLayers': `${edge}`,
    'elk.layered.mergeEdges': 'true',
    'elk.layered.mergeHierarchyEdges': 'true',
    'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
    'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  };
}

function initialId(state: string): string {
  return `initial | ${state}`;
}

interface UnroutedEdge {
  readonly elk: ElkExtendedEdge;
  readonly transitions: readonly string[];
  readonly text: string;
}

/** One edge for all transitions from one state to another. Edges to a later state point down, as the machine is read. */
function edgesOf(
  { graph, level, main = new Set() }: LayoutInput,
  isCard: (id: string) => boolean,
): readonly UnroutedEdge[] {
  const order = new Map(graph.states.map(({ id }, index) => [id, index]));
  const groups = new Map<string, GraphTransition[]>();
  for (const transition of graph.transitions) {
    for (const target of transition.targets) {
      const id = `${transition.source} → ${target}`;
      if (target !== transition.source) groups.set(id, [...(groups.get(id) ?? []), transition]);
    }
  }
  const initial = graph.states.flatMap(({ id, initial: target }) =>
    target === null || !order.has(target) || isCard(id)
      ? []
      : [edge(initialId(id), initialId(id), target, 5)],
  );
  const transitions = [...groups].map(([id, group]) => {
    const [source = '', target = ''] = id.split(' → ');
    const from = isCard(ownCardId(source)) ? ownCardId(source) : source;
    const [first] = group.filter((each) => main.has(each.id));
    const isForward = (order.get(source) ?? 0) < (order.get(target) ?? 0);
    const text = level === 'map' && first !== undefined ? labelOf(first) : '';
    const priority = first === undefined ? (isForward ? 2 : 1) : 10;
    return edge(id, from, target, priority, text, group);
  });
  return [...initial, ...transitions];
}

function edge(
  id: string,
  source: string,
  target: string,
  priority: number,
  text = '',
  group: readonly GraphTransition[] = [],
): UnroutedEdge {
  const elk = {
    id,
    sources: [source],
    targets: [target],
    labels: text === '' ? [] : [{ text, ...labelSize(text) }],
    layoutOptions: {
      'elk.layered.priority.direction': `${priority}`,
      'elk.layered.priority.straightness': `${priority}`,
      'elk.layered.priority.shortness': `${priority}`,
      'elk.edgeLabels.inline': 'true',
    },
  };
  return { elk, transitions: group.map((transition) => transition.id), text };
}

function labelOf(transition: GraphTransition): string {
  if (transition.kind === 'always') return guardText(transition);
  return [causeText(transition), transition.guard === null ? '' : guardText(transition)]
    .filter(Boolean)
    .join(' ');
}

interface Route {
  readonly points: readonly number[];
  readonly label: Box | null;
}

/** Converts ELK's positions, which are relative to a container, to positions in the drawing. */
function positions(root: ElkNode) {
  const boxes: Record<string, Box> = {};
  const routes = new Map<string, Route>();
  const visit = (node: ElkNode, parentX: number, parentY: number) => {
    const [x, y] = [parentX + (node.x ?? 0), parentY + (node.y ?? 0)];
    boxes[node.id] = rounded([x, y, node.width ?? 0, node.height ?? 0]);
    for (const child of node.children ?? []) visit(child, x, y);
  };
  visit(root, 0, 0);
  const collect = (node: ElkNode) => {
    for (const each of node.edges ?? []) {
      const container = 'container' in each ? String(each.container) : ROOT;
      const [x = 0, y = 0] = boxes[container] ?? [];
      const corners = (each.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ]);
      const points = corners.flatMap((point) => [Math.round(x + point.x), Math.round(y + point.y)]);
      const [label] = each.labels ?? [];
      const box: Box | null = label
        ? rounded([x + (label.x ?? 0), y + (label.y ?? 0), label.width ?? 0, label.height ?? 0])
        : null;
      routes.set(each.id, { points, label: box });
    }
    for (const child of node.children ?? []) collect(child);
  };
  collect(root);
  return { boxes, routes };
}

function rounded([x, y, width, height]: Box): Box {
  return [Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
}
