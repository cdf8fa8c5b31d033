import { useCallback, useSyncExternalStore } from 'react';

/** What an address after its `#` says to the chart: `state`, `mode`, `run`. */
export type HashKey = 'state' | 'mode' | 'run';

/**
 * The part of the address that says what the chart shows, so that a link leads back to it.
 *
 * @returns the parameters, and a way to change some of them (`null` takes one away)
 */
export function useHash() {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const set = useCallback((changes: Partial<Record<HashKey, string | null>>) => {
    const params = new URLSearchParams(window.location.hash.slice(1));
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) params.delete(key);
      else if (value !== undefined) params.set(key, value);
    }
    window.history.replaceState(window.history.state, '', `#${params}`);
    window.dispatchEvent(new Event('hashchange'));
  }, []);
  return { params: new URLSearchParams(hash.slice(1)), set };
}

/** An address of this page with other parameters. */
export function linkTo(params: Partial<Record<HashKey, string>>): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}#${new URLSearchParams(params)}`;
}

function subscribe(listen: () => void): () => void {
  window.addEventListener('hashchange', listen);
  return () => window.removeEventListener('hashchange', listen);
}
