declare global {
  interface Document {
    /** Whether the browser prerenders a page that nobody has opened yet; undefined in a browser that never does. */
    readonly prerendering?: boolean;
  }
}

/** Calls `work` at once, or, while the browser prerenders the page, when a person opens it (R22.6). */
export function afterPrerendering(work: () => void): void {
  // Baseline: a browser without it prerenders nothing.
  if (document.prerendering) document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}
