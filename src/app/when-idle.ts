/** Delay in milliseconds in a browser without `requestIdleCallback`. */
const FALLBACK_DELAY = 1_000;

/**
 * Runs `work` once the page has loaded and the browser is idle, so that it does not compete with what a person
 * waits for.
 */
export function whenIdle(work: () => void): void {
  const idle = () => {
    // Safari waits instead.
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work);
    else window.setTimeout(work, FALLBACK_DELAY);
  };
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle);
}
