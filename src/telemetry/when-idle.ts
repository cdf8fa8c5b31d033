/** Milliseconds after which a browser without idle callbacks counts as idle. */
const FALLBACK_DELAY = 1_000;

/**
 * Runs `work` once the page has loaded and the browser has nothing better to do: what it fetches competes
 * with nothing that a person waits for.
 */
export function whenIdle(work: () => void): void {
  const idle = () => {
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work);
    else window.setTimeout(work, FALLBACK_DELAY);
  };
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}
