import Elk from 'elkjs/lib/elk.bundled.js';
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { GraphState, GraphTransition, MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText } from '../explore/text.ts';
import { ROOT } from '../explore/transition-id.ts';
import { ownValue } from '../explore/values.ts';
import { chartCards, containerTitle, labelSize, type Notes, ownCardId } from './cards.ts';
import type { Box, ChartLayout, DetailLevel, Edge } from './layout.types.ts';

const DOT_SIZE = 10;

const OPTIONS: Readonly<Record<string, string>> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '7',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  // Each line has its own way: one that shares it with others cannot be followed.
  'elk.layered.mergeHierarchyEdges': 'false',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
};

/** Above this many states, the command prints a notice and uses the faster settings. */
const MANY = 80;

/** The faster settings: seconds instead of minutes, with a few more crossings. */
const FAST: Readonly<Record<string, string>> = {
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.thoroughness': '1',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
};

/** How many lines of the map have room for a label: the main path first. More of them would spread the states. */
const MAX_LABELS = 16;
/** The most characters of a label that has a guard. */
const MAX_LABEL = 28;

/** The most lines to one state that are always drawn: more of them hide the other lines. */
const MAX_LINES = 4;

interface LayoutInput {
  readonly graph: MachineGraph;
  readonly level: DetailLevel;
  /** The ids of the transitions of the main path: their lines are as straight as possible, and named on the map. */
  readonly main?: ReadonlySet<string>;
  readonly notes?: Notes;
}

/**
 * Lays out a machine with ELK, from the top down. It runs when the page is built, so that ELK is no part of it.
 *
 * @returns the positions; calls with equal machines return equal ones
 */
export async function layOut(input: LayoutInput): Promise<ChartLayout> {
  const { graph, level, main = new Set() } = input;
  const root = graph.states.find(({ parent }) => parent === null);
  if (root === undefined) throw new Error('The machine has no root state.');
  const lines = linesOf(graph, main);
  const notes = notesOf(lines, input.notes);
  const cards = new Map(chartCards(graph, level, notes).map((card) => [card.id, card]));
  const node = (state: GraphState): ElkNode => {
    const card = cards.get(state.id);
    if (card !== undefined) return { id: card.id, width: card.width, height: card.height };
    const own = cards.get(ownCardId(state.id));
    const title = containerTitle(state, level, notes);
    return {
      id: state.id,
      layoutOptions: {
        ...OPTIONS,
        ...(graph.states.length > MANY && FAST),
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
  const labels = level === 'map' ? labelsOf(lines) : new Map<string, string>();
  const fitting = lines
    .filter(({ id, isDrawn }) => isDrawn && labels.has(id))
    .sort((a, b) => b.priority - a.priority)
    .slice(0, MAX_LABELS)
    .map(({ id }) => id);
  const edges = [
    ...initialEdges(graph, (id) => cards.has(id)),
    ...lines
      .filter(({ isDrawn }) => isDrawn)
      .map((line) => {
        const source = cards.has(ownCardId(line.source)) ? ownCardId(line.source) : line.source;
        return elkEdge(
          line.id,
          source,
          // The frame of the drawing is no node: what enters the machine itself leads to where it starts.
          line.target === ROOT ? initialId(ROOT) : line.target,
          line.priority,
          fitting.includes(line.id) ? labels.get(line.id) : '',
        );
      }),
  ];
  if (graph.states.length > MANY) {
    process.stderr.write(`Laying out ${graph.states.length} states…\n`);
  }
  const output = await new Elk().layout({ ...node(root), edges });
  const { boxes, routes } = positions(output);
  const [, , width = 0, height = 0] = boxes[root.id] ?? [];
  const groups = new Map(lines.map((line) => [line.id, line.group.map(({ id }) => id)]));
  const ids = new Set([...edges.map(({ id }) => id), ...groups.keys()]);
  const routed = [...ids].map((id): Edge => {
    const { points, box } = routes.get(id) ?? { points: [], box: null };
    const text = labels.get(id);
    const edge = { id, transitions: groups.get(id) ?? [], points };
    return text === undefined ? edge : { ...edge, label: { text, box } };
  });
  return { width, height, boxes, edges: routed, notes };
}

function initialId(state: string): string {
  return `initial | ${state}`;
}

/** All transitions from one state to another. */
interface Line {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly group: readonly GraphTransition[];
  /** The first of its transitions that the main path takes. */
  readonly main: GraphTransition | undefined;
  /** How straight and short it is, compared with others. */
  readonly priority: number;
  readonly isDrawn: boolean;
}

/**
 * The lines between the states. Lines to a later state point down, as the machine is read. Of many lines to one state,
 * those of the main path are drawn, or else the first; the page draws the others while they are highlighted.
 */
function linesOf(graph: MachineGraph, main: ReadonlySet<string>): readonly Line[] {
  const order = new Map(graph.states.map(({ id }, index) => [id, index]));
  const groups = new Map<string, GraphTransition[]>();
  for (const transition of graph.transitions) {
    for (const target of transition.targets) {
      const id = `${transition.source} → ${target}`;
      if (target !== transition.source) groups.set(id, [...(groups.get(id) ?? []), transition]);
    }
  }
  const lines = [...groups].map(([id, group]): Omit<Line, 'isDrawn'> => {
    const [source = '', target = ''] = id.split(' → ');
    const first = group.find((each) => main.has(each.id));
    const isForward = (order.get(source) ?? 0) < (order.get(target) ?? 0);
    const priority = first === undefined ? (isForward ? 2 : 1) : 10;
    return { id, source, target, group, main: first, priority };
  });
  const hasStart = graph.states.some(({ id, initial }) => id === ROOT && initial !== null);
  return lines.map((line) => {
    const alike = lines.filter(({ target }) => target === line.target);
    const first = alike.find((each) => each.main !== undefined) ?? alike[0];
    const isFew = alike.length <= MAX_LINES || line.main !== undefined || line === first;
    const isDrawn = isFew && (line.target !== ROOT || hasStart);
    return { ...line, isDrawn };
  });
}

/** The given notes, and how many lines lead to a state that are not drawn. */
function notesOf(lines: readonly Line[], given: Notes = {}): Notes {
  const hidden = new Map<string, number>();
  for (const { target, isDrawn } of lines) {
    if (!isDrawn) hidden.set(target, (hidden.get(target) ?? 0) + 1);
  }
  const counted = [...hidden].map(([id, count]) => [
    id,
    [...(ownValue(given, id) ?? []), `← ${count} more states`],
  ]);
  return { ...given, ...Object.fromEntries(counted) };
}

function initialEdges(
  { states }: MachineGraph,
  isCard: (id: string) => boolean,
): readonly ElkExtendedEdge[] {
  const ids = new Set(states.map(({ id }) => id));
  return states.flatMap(({ id, initial: target }) =>
    target === null || !ids.has(target) || isCard(id)
      ? []
      : [elkEdge(initialId(id), initialId(id), target, 5)],
  );
}

function elkEdge(
  id: string,
  source: string,
  target: string,
  priority: number,
  text = '',
): ElkExtendedEdge {
  return {
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
}

/** What names the lines of the map, by their ids: the cause on the main path or the first one, and how many there are. */
function labelsOf(lines: readonly Line[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap(({ id, main, group }): [string, string][] => {
      const transition = main ?? group[0];
      if (transition === undefined) return [];
      const guard = guardText(transition);
      const hasNoCause = transition.kind === 'always' && guard !== '';
      const cause = hasNoCause ? guard : causeText(transition);
      const whole = hasNoCause || guard === '' ? cause : `${cause} ${guard}`;
      const others = main === undefined ? new Set(group.map(causeText)).size - 1 : 0;
      const text = main !== undefined || whole.length <= MAX_LABEL ? whole : cause;
      return [[id, others > 0 ? `${text} +${others}` : text]];
    }),
  );
}

/** Converts ELK's positions, which are relative to a container, to positions in the drawing. */
function positions(root: ElkNode) {
  const boxOf = new Map<string, Box>();
  const routes = new Map<
    string,
    { readonly points: readonly number[]; readonly box: Box | null }
  >();
  const visit = (node: ElkNode, parentX: number, parentY: number) => {
    const [x, y] = [parentX + (node.x ?? 0), parentY + (node.y ?? 0)];
    boxOf.set(node.id, rounded([x, y, node.width ?? 0, node.height ?? 0]));
    for (const child of node.children ?? []) visit(child, x, y);
  };
  visit(root, 0, 0);
  const collect = (node: ElkNode) => {
    for (const each of node.edges ?? []) {
      const container = 'container' in each ? String(each.container) : ROOT;
      const [x = 0, y = 0] = boxOf.get(container) ?? [];
      const corners = (each.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ]);
      const points = corners.flatMap((point) => [Math.round(x + point.x), Math.round(y + point.y)]);
      const [label] = each.labels ?? [];
      const { x: left = 0, y: top = 0, width = 0, height = 0 } = label ?? {};
      const box = label === undefined ? null : rounded([x + left, y + top, width, height]);
      routes.set(each.id, { points, box });
    }
    for (const child of node.children ?? []) collect(child);
  };
  collect(root);
  return { boxes: Object.fromEntries(boxOf), routes };
}

function rounded([x, y, width, height]: Box): Box {
  return [Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
}
