interface PageHandlers {
  readonly onOnline: () => void;
  readonly onVisible: () => void;
  /** The page was restored from the back/forward cache. */
  readonly onRestored: () => void;
}

/**
 * Listens to the network and the page lifecycle.
 *
 * @returns a function that stops listening
 */
export function watchPageEvents({ onOnline, onVisible, onRestored }: PageHandlers): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onVisible();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) onRestored();
  };
  window.addEventListener('online', onOnline);
  window.addEventListener('pageshow', onPageShow);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    window.removeEventListener('online', onOnline);
    window.removeEventListener('pageshow', onPageShow);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
