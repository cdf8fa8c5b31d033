import type { Notes } from './cards.ts';

/** How much a drawing shows: about a dozen states, or every state with every transition. */
export type DetailLevel = 'map' | 'details';

/** `x`, `y`, `width` and `height`, in pixels from the top left corner of the drawing. */
export type Box = readonly [number, number, number, number];

/** All transitions from one state to another: one line of the drawing. */
export interface Edge {
  /** `source → target`; `initial | state` for the line that leads from a dot to an initial state. */
  readonly id: string;
  readonly transitions: readonly string[];
  /** The corners of the line: `x` and `y` in turn. None for a line that is drawn only while it is highlighted. */
  readonly points: readonly number[];
  /** On the map: what causes its transitions. Without a box, there is room for it only while somebody looks at the line. */
  readonly label?: { readonly text: string; readonly box: Box | null };
}

/** The positions of one drawing. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** By the ids of the states; `state | on` is the list of a compound state's own transitions. */
  readonly boxes: Readonly<Record<string, Box>>;
  readonly edges: readonly Edge[];
  /** Lines below the names of states. */
  readonly notes: Notes;
}
