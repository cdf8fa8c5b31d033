import { useCallback, useSyncExternalStore } from 'react';

/** A parameter in the hash of the chart's URL. */
type HashParameter = 'state' | 'part' | 'mode' | 'level' | 'run';

type Changes = Partial<Record<HashParameter, string | null>>;

/** The hash before the present history entry was reached. */
let lastHash = '';

/**
 * The parameters in the hash of the URL, so that a link restores what the chart shows.
 *
 * @returns the parameters, a function that changes some of them (`null` removes one), and one that does so in a history
 *   entry of its own, so that Back returns to what was shown before
 */
export function useHash() {
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
  // A router replaces the methods of the page's history. A click on the chart is no navigation of the app.
  History.prototype[method].call(window.history, window.history.state, '', `#${params}`);
  window.dispatchEvent(new Event('hashchange'));
}

function subscribe(listener: () => void): () => void {
  const { pathname } = window.location;
  const onHashChange = () => {
    lastHash = window.location.hash;
    listener();
  };
  // Before a router: Back is no navigation either, as long as it stays on the chart. It keeps the simulated walk.
  const onPopState = (event: PopStateEvent) => {
    if (window.location.pathname !== pathname) return;
    event.stopImmediatePropagation();
    write('replaceState', { run: new URLSearchParams(lastHash.slice(1)).get('run') });
  };
  lastHash = window.location.hash;
  window.addEventListener('hashchange', onHashChange);
  window.addEventListener('popstate', onPopState, true);
  return () => {
    window.removeEventListener('hashchange', onHashChange);
    window.removeEventListener('popstate', onPopState, true);
  };
}
