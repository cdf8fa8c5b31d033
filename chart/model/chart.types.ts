import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';
import type { PackedGraph } from './packed-chart.ts';
import type { PackedLayouts } from './packed-layouts.ts';
import type { PackedPaths } from './packed-paths.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export type LayoutDirection = 'right' | 'down';

/**
 * The map has about a dozen states, the overview all states, both with one edge between two states; the details have
 * every transition with its guards.
 */
export type DetailLevel = 'map' | 'overview' | 'details';

/** An edge from a state, a transition's row or an initial dot to a state. */
export interface RoutedEdge {
  /** The transition's id, in the overview `source → target`; `initial | state` from an initial dot. */
  readonly id: string;
  readonly points: readonly Point[];
}

/** The text at an edge: its box is centred on the edge. */
export interface EdgeLabel extends Box {
  /** The id of the edge. */
  readonly edge: string;
  readonly text: string;
}

/** The positions of one drawing, in pixels from its top left corner. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** States, the panels of compound states (`state | on`) and initial dots (`initial | state`). */
  readonly boxes: Readonly<Record<string, Box>>;
  readonly edges: readonly RoutedEdge[];
  /** Only the map has labels, for the edges of the main path. */
  readonly labels?: readonly EdgeLabel[];
}

/** The layouts of all levels. */
type LevelLayouts = Readonly<Record<DetailLevel, ChartLayout>>;

/** The layouts of all levels in both directions. */
export type ChartLayouts = Readonly<Record<LayoutDirection, LevelLayouts>>;

/** How often a run of the model tests took each transition. */
export interface ChartCoverage {
  /** The fingerprint of the machine that the tests ran. */
  readonly machine: string;
  readonly paths: number;
  readonly steps: number;
  /** By transition id. */
  readonly hits: Readonly<Record<string, number>>;
}

/** The coverage as the repository keeps it: the tests of each transition are indexes of `tests`, joined by spaces. */
export interface KeptCoverage extends ChartCoverage {
  readonly tests: readonly string[];
  readonly takenBy: Readonly<Record<string, string>>;
}

/** The titles of the tests that took each transition, by its id. */
export type TakenBy = Readonly<Record<string, readonly string[]>>;

/**
 * The parts of the context that an action sets to another value than that at the start, and those that it sets to that
 * value. A part can be both.
 */
export interface Assigned {
  readonly sets: readonly string[];
  readonly resets: readonly string[];
}

/** How an event, a guard, an action, an actor, a delay or a function that they call is written. */
export interface WrittenText {
  readonly name: string;
  /** Its comment; empty if it has none. */
  readonly comment: string;
  readonly code: string;
  /** What a guard of one expression returns; empty for any other. */
  readonly condition: string;
  /** The functions that it calls, directly or through others: their locations. */
  readonly calls: readonly string[];
  /** What it sets each part of the context to. */
  readonly assigns: Readonly<Record<string, string>>;
}

/** What only a panel or the simulation needs. */
export interface Details {
  /** Where the parts of the machine are written, `path:line`, by their kind and name: `state signedOut`. */
  readonly sources: Readonly<Record<string, string>>;
  /** By kind and name, `guard hasSession`; a function by its location. */
  readonly texts: Readonly<Record<string, WrittenText>>;
  readonly takenBy: TakenBy;
  /** Groups of words that mean the same to the search. */
  readonly synonyms: readonly (readonly string[])[];
  /** The shortest path to each state and each transition, by id. */
  readonly shortestPaths: Readonly<Record<string, StepSequence>>;
  /** What each assign action changes of the context, as seen in the walks along the shortest paths, by its name. */
  readonly assigns: Readonly<Record<string, Assigned>>;
  /** The shortest and the longest delay of each delayed transition in these walks, in milliseconds, by its name. */
  readonly delays: Readonly<Record<string, readonly [number, number]>>;
  /** See `BuildConfig`. */
  readonly testTemplate: string;
}

/** What the development server tells the chart when the machine has changed: its graph, or why there is none. */
export type MachineMessage = { readonly graph: MachineGraph } | { readonly problem: string };

/**
 * How a page that is left in one state comes back: as a page that starts in another. The machine has no transition for
 * it, because it ends with its page.
 */
export interface PageReturn {
  readonly source: string;
  readonly target: string;
  readonly label: string;
}

/** What the build gives the page at once. */
export interface BuildData extends Omit<ChartData, 'fingerprint' | 'layouts' | 'details'> {
  readonly graph: PackedGraph;
  readonly layouts: PackedLayouts | null;
}

/** What the build gives the page when it first needs it. */
export interface BuildDetails extends Omit<Details, 'shortestPaths'> {
  readonly shortestPaths: PackedPaths;
}

/** What the computation of the layouts and of the shortest paths adds to what the build gives the page. */
export interface ComputedChart {
  readonly data: Omit<BuildData, 'coverage'>;
  readonly details: Omit<BuildDetails, 'sources' | 'texts' | 'takenBy' | 'synonyms'>;
}

/** Everything the page knows about the machine beside its graph. */
export interface ChartData {
  readonly fingerprint: string;
  /** `null` when the layout engine failed. */
  readonly layouts: ChartLayouts | null;
  /** The ids of the transitions of the main path, in its order. */
  readonly mainPath: readonly string[];
  readonly returns: readonly PageReturn[];
  /** See `BuildConfig`. */
  readonly mapNotes: Readonly<Record<string, string>>;
  /** Empty until it is loaded. */
  readonly details: Details;
  /** `null` when there is no report. */
  readonly coverage: ChartCoverage | null;
}
