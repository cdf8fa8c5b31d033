import { useCallback, useSyncExternalStore } from 'react';

/** A parameter in the hash of the chart's URL. */
export type HashParameter = 'state' | 'about' | 'mode' | 'run' | 'coverage';

/**
 * The parameters in the hash of the URL, so that a link restores what the chart shows.
 *
 * @returns the parameters, and a function that changes some of them (`null` removes one)
 */
export function useHashParameters() {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const set = useCallback((changes: Partial<Record<HashParameter, string | null>>) => {
    const params = new URLSearchParams(window.location.hash.slice(1));
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) params.delete(key);
      else if (value !== undefined) params.set(key, value);
    }
    // The router replaces the method of this page's history. A click on the chart is no navigation of the product.
    History.prototype.replaceState.call(window.history, window.history.state, '', `#${params}`);
    window.dispatchEvent(new Event('hashchange'));
  }, []);
  return { params: new URLSearchParams(hash.slice(1)), set };
}

/** The URL of this page with the given parameters. */
export function chartUrlWith(params: Partial<Record<HashParameter, string>>): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}#${new URLSearchParams(params)}`;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
