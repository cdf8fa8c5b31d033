/** Milliseconds between two looks at the clock; a gap of twice as much means the machine slept. */
const TICK = 30_000;

interface PageHandlers {
  readonly onOnline: () => void;
  /** The page came to the front, or the computer woke. */
  readonly onVisible: () => void;
  /** The page came back from the back/forward cache. */
  readonly onRestored: () => void;
  readonly now: () => number;
}

/**
 * What the browser tells about the network and this page. Waking from sleep is not told, so it is noticed:
 * a page that stays in front sees no event, only a clock that has jumped.
 *
 * @returns what ends it
 */
export function watchPage({ onOnline, onVisible, onRestored, now }: PageHandlers): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onVisible();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) onRestored();
  };
  let last = now();
  const clock = setInterval(() => {
    const slept = now() - last >= 2 * TICK;
    last = now();
    if (slept) onVisible();
  }, TICK);
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
