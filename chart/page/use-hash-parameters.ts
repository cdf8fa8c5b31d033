import { useCallback, useSyncExternalStore } from 'react';

/** A parameter in the hash of the chart's URL. */
export type HashParameter = 'state' | 'about' | 'mode' | 'run' | 'coverage';

type Changes = Partial<Record<HashParameter, string | null>>;

/** What Back does not undo. */
const KEPT = ['run', 'coverage'] as const;

/** The hash before the present history entry was reached. */
let lastHash = window.location.hash;

/**
 * The parameters in the hash of the URL, so that a link restores what the chart shows.
 *
 * @returns the parameters, a function that changes some of them (`null` removes one), and one that does so in a history
 *   entry of its own, so that Back returns to what was shown before
 */
export function useHashParameters() {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const set = useCallback((changes: Changes) => write('replaceState', changes), []);
  const open = useCallback((changes: Changes) => write('pushState', changes), []);
  return { params: new URLSearchParams(hash.slice(1)), set, open };
}

function write(method: 'pushState' | 'replaceState', changes: Changes): void {
  const before = window.location.hash.slice(1);
  const params = new URLSearchParams(before);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) params.delete(key);
    else if (value !== undefined) params.set(key, value);
  }
  if (`${params}` === before) return;
  // The router replaces the methods of this page's history. A click on the chart is no navigation of the product.
  History.prototype[method].call(window.history, window.history.state, '', `#${params}`);
  window.dispatchEvent(new Event('hashchange'));
}

/** The URL of this page with the given parameters. */
export function chartUrlWith(params: Partial<Record<HashParameter, string>>): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}#${new URLSearchParams(params)}`;
}

function subscribe(listener: () => void): () => void {
  const { pathname } = window.location;
  const onHashChange = () => {
    lastHash = window.location.hash;
    listener();
  };
  // Before the router: neither is Back, as long as it stays on the chart.
  const onPopState = (event: PopStateEvent) => {
    if (window.location.pathname !== pathname) return;
    event.stopImmediatePropagation();
    const before = new URLSearchParams(lastHash.slice(1));
    write('replaceState', Object.fromEntries(KEPT.map((key) => [key, before.get(key)])));
  };
  window.addEventListener('hashchange', onHashChange);
  window.addEventListener('popstate', onPopState, true);
  return () => {
    window.removeEventListener('hashchange', onHashChange);
    window.removeEventListener('popstate', onPopState, true);
  };
}
