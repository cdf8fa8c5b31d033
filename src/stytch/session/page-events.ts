/** Milliseconds between two clock checks. A gap of twice as much means that the computer slept. */
const CLOCK_CHECK_INTERVAL = 30_000;

interface PageHandlers {
  readonly onOnline: () => void;
  /** The page became visible, or the computer woke up. */
  readonly onVisible: () => void;
  /** The page was restored from the back/forward cache. */
  readonly onRestored: () => void;
  readonly now: () => number;
}

/**
 * Listens to the network and the page lifecycle. A computer that wakes up sends no event to a page that was
 * visible all the time, so sleep is detected by a jump of the clock.
 *
 * @returns a function that stops listening
 */
export function watchPageEvents({
  onOnline,
  onVisible,
  onRestored,
  now,
}: PageHandlers): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onVisible();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) onRestored();
  };
  let lastCheck = now();
  const clock = setInterval(() => {
    const hasSlept = now() - lastCheck >= 2 * CLOCK_CHECK_INTERVAL;
    lastCheck = now();
    if (hasSlept) onVisible();
  }, CLOCK_CHECK_INTERVAL);
  window.addEventListener('online', onOnline);
  window.addEventListener('pageshow', onPageShow);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(clock);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('pageshow', onPageShow);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
