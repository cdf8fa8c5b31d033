declare global {
  interface Document {
    /** Whether the browser prepares a page that nobody has opened yet; undefined where it never does. */
    readonly prerendering?: boolean;
  }
}

/** Calls `work` at once, or when a page that the browser prerenders is shown (R22.6). */
export function whenShown(work: () => void): void {
  // Baseline: a browser without it prerenders nothing.
  if (document.prerendering) document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}
