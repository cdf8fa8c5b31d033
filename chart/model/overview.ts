import type {
  GraphState,
  GraphTransition,
  MachineGraph,
} from '../../packages/statechart/explore/machine-graph.ts';
import { causeText, textWidth } from './cards.ts';
import type { Point } from './chart.types.ts';

/** Font sizes in pixels. The build lays out boxes by these sizes, and the page draws names of these sizes. */
const NAME_SIZES = { leaf: 23, compound: 24 } as const;

/** Of the labels of edges, in pixels. */
export const LABEL_FONT_SIZE = 23;

const LEAF = { height: 38, pad: 12 } as const;
/** The height of the note below a name, in pixels. */
const NOTE_HEIGHT = 24;
/** The height at the top of a compound state's box that is kept free for its name, in pixels. */
const NAME_HEIGHT = 46;

/** All transitions from one state to another: one edge of the overview. */
export interface TransitionGroup {
  /** `source → target`. */
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly transitions: readonly GraphTransition[];
}

/** What causes an edge: an event, the result of an actor, or an error or a delay. */
export type EdgeKind = 'event' | 'result' | 'failure';

/** A name, positioned from the top left corner of its state's box; `y` is its baseline. */
interface PlacedName extends Point {
  readonly text: string;
  readonly size: number;
}

/** Groups the transitions of a machine by source and target, in the order of the machine. */
export function transitionGroups(graph: MachineGraph): readonly TransitionGroup[] {
  const groups = new Map<string, TransitionGroup & { transitions: GraphTransition[] }>();
  for (const transition of graph.transitions) {
    const { source } = transition;
    for (const target of transition.targets) {
      const id = `${source} → ${target}`;
      const group = groups.get(id);
      if (group) group.transitions.push(transition);
      else groups.set(id, { id, source, target, transitions: [transition] });
    }
  }
  return [...groups.values()];
}

/** The names of the edges that belong to the main path, by the id of the edge: the cause that comes first in it. */
export function edgeLabels(
  graph: MachineGraph,
  mainPath: readonly string[],
): ReadonlyMap<string, string> {
  const order = new Map(mainPath.map((id, index) => [id, index]));
  return new Map(
    transitionGroups(graph).flatMap(({ id, transitions }): [string, string][] => {
      const [first] = transitions
        .filter((transition) => order.has(transition.id))
        .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
      if (first === undefined) return [];
      return [[id, first.kind === 'always' ? (first.guard ?? '') : causeText(first)]];
    }),
  );
}

/** The size of the label of an edge, in pixels. */
export function labelSize(text: string): { readonly width: number; readonly height: number } {
  return { width: textWidth(text, LABEL_FONT_SIZE) + 8, height: LABEL_FONT_SIZE + 6 };
}

/** The kind of a group: `event` if any transition is one, then `result`, then `failure`. */
export function edgeKind({ transitions }: TransitionGroup): EdgeKind {
  const kinds = new Set(transitions.map(({ kind }) => kind));
  if (kinds.has('event')) return 'event';
  return kinds.has('done') || kinds.has('always') ? 'result' : 'failure';
}

/** The smallest box that fits a state's name, and a note below that of a leaf, in pixels. */
export function minimumSize(
  state: GraphState,
  note = '',
): { readonly width: number; readonly height: number } {
  const { text, size } = namePlacement(state);
  const width = Math.max(textWidth(text, size), textWidth(note, LABEL_FONT_SIZE)) + 2 * LEAF.pad;
  const leafHeight = LEAF.height + (note === '' ? 0 : NOTE_HEIGHT);
  return { width, height: state.kind === 'leaf' ? leafHeight : NAME_HEIGHT };
}

/**
 * The position of the note below the name of a leaf, like that of the name.
 *
 * @param boxWidth of the leaf
 * @returns with the width into which the note is pressed if it is too long for the box
 */
export function notePlacement(
  note: string,
  boxWidth: number,
): PlacedName & { readonly width?: number } {
  const room = boxWidth - 2 * LEAF.pad;
  const isTooLong = textWidth(note, LABEL_FONT_SIZE) > room;
  const placed = { text: note, size: LABEL_FONT_SIZE, x: LEAF.pad, y: LEAF.height + 15 };
  return isTooLong ? { ...placed, width: room } : placed;
}

/** The position of a state's name in its box. */
export function namePlacement({ name, kind }: GraphState): PlacedName {
  const isLeaf = kind === 'leaf';
  const size = isLeaf ? NAME_SIZES.leaf : NAME_SIZES.compound;
  return {
    text: kind === 'parallel' ? `${name} (parallel)` : name,
    size,
    x: LEAF.pad,
    y: isLeaf ? 27 : 32,
  };
}
