import type { StepSequence } from '#machines/explore/steps.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export type LayoutDirection = 'right' | 'down';

/** The overview has names and one edge between two states; the details have every transition with its guards. */
export type DetailLevel = 'overview' | 'details';

/** An edge from a state, a transition's row or an initial dot to a state. */
export interface RoutedEdge {
  /** The transition's id, in the overview `source → target`; `initial | state` from an initial dot. */
  readonly id: string;
  readonly points: readonly Point[];
}

/** The positions of one drawing, in pixels from its top left corner. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** States, the panels of compound states (`state | on`) and initial dots (`initial | state`). */
  readonly boxes: Readonly<Record<string, Box>>;
  readonly edges: readonly RoutedEdge[];
}

/** The layouts of both levels in both directions. */
export type ChartLayouts = Readonly<
  Record<LayoutDirection, Readonly<Record<DetailLevel, ChartLayout>>>
>;

/** How often a run of the model tests took each transition. */
export interface ChartCoverage {
  /** The fingerprint of the machine that the tests ran. */
  readonly machine: string;
  readonly paths: number;
  readonly steps: number;
  /** By transition id. */
  readonly hits: Readonly<Record<string, number>>;
}

/** Everything the build gives the page. */
export interface ChartData {
  readonly fingerprint: string;
  /** Of the states, by id. The machine of a build has none. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** `null` when the layout engine failed. */
  readonly layouts: ChartLayouts | null;
  /** The shortest path to each state and each transition, by id. */
  readonly shortestPaths: Readonly<Record<string, StepSequence>>;
  /** See `BuildConfig`. */
  readonly testTemplate: string;
  /** `null` when there is no report. */
  readonly coverage: ChartCoverage | null;
}
