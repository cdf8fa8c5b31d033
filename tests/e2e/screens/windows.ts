/** The windows in which each screen is checked and its pictures are taken, in CSS pixels. */
export const WINDOWS = {
  narrow: { width: 360, height: 740 },
  wide: { width: 1_280, height: 800 },
  /** A window of 1,280 x 1,024 px at a zoom of 400 % (WCAG 1.4.10). */
  zoomed: { width: 320, height: 256 },
} as const;
