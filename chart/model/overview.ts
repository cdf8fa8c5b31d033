import type {
  ChartGraph,
  ChartState,
  ChartTransition,
} from '../../machines/explore/machine-graph.ts';
import { textWidth } from './cards.ts';
import type { Point } from './chart.types.ts';

/**
 * The chart from far away: a state is its name, and everything that leads from one state to another is one
 * line. The build lays out boxes of these sizes, the page writes the same names into them.
 */
const NAME_SIZES = { leaf: 20, compound: 24 } as const;

const LEAF = { height: 38, pad: 12 } as const;
/** What the top of a box with states inside keeps free for its name, in pixels. */
const NAME_SPACE = 46;

/** All transitions from one state to another. */
export interface OverviewLine {
  /** `source → target`. */
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly transitions: readonly ChartTransition[];
}

/** What kind of line it is: somebody or something asked for it, an actor answered, or it went wrong. */
export type LineKind = 'event' | 'answer' | 'trouble';

/** A name, placed from its state's top left corner; `y` is its base line. */
interface PlacedName extends Point {
  readonly text: string;
  readonly size: number;
}

/** The lines of the overview, in the order of the machine. */
export function overviewLines(graph: ChartGraph): readonly OverviewLine[] {
  const lines = new Map<string, OverviewLine & { transitions: ChartTransition[] }>();
  for (const transition of graph.transitions) {
    const { source } = transition;
    for (const target of transition.targets) {
      const id = `${source} → ${target}`;
      const line = lines.get(id);
      if (line) line.transitions.push(transition);
      else lines.set(id, { id, source, target, transitions: [transition] });
    }
  }
  return [...lines.values()];
}

/** A line is of its most telling kind: what a person can do, then what answers, then failures and delays. */
export function lineKind({ transitions }: OverviewLine): LineKind {
  const kinds = new Set(transitions.map(({ kind }) => kind));
  if (kinds.has('event')) return 'event';
  return kinds.has('done') || kinds.has('always') ? 'answer' : 'trouble';
}

/** The least room a state needs for its name, in pixels. */
export function nameRoom(state: ChartState): { readonly width: number; readonly height: number } {
  const { size } = overviewName(state);
  const width = textWidth(state.name, size) + 2 * LEAF.pad;
  return { width, height: state.kind === 'leaf' ? LEAF.height : NAME_SPACE };
}

/** Where the name of a state stands in its box. */
export function overviewName({ name, kind }: ChartState): PlacedName {
  const isLeaf = kind === 'leaf';
  const size = isLeaf ? NAME_SIZES.leaf : NAME_SIZES.compound;
  return { text: name, size, x: LEAF.pad, y: isLeaf ? 26 : 32 };
}
