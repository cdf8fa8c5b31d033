import { readLocal, removeLocal, writeLocal } from './safe-storage.ts';

/** When this browser last asked for an e-mailed link, in epoch milliseconds. No address is kept. */
const KEY = 'auth_link_requested_at';

/** The longest an e-mailed link is valid, in milliseconds. */
const LINK_LIFETIME = 60 * 60_000;

/** Remembers that this browser asked for an e-mailed link. `now`: epoch milliseconds. */
export function markLinkRequested(now: number): void {
  writeLocal(KEY, String(now));
}

/**
 * Whether this browser asked for the e-mailed link it may be opening. A link nobody here asked for needs a
 * person's consent before its token is used.
 *
 * @param now epoch milliseconds
 */
export function linkWasRequested(now: number): boolean {
  const at = Number(readLocal(KEY) ?? Number.NaN);
  return Number.isFinite(at) && at <= now && now - at <= LINK_LIFETIME;
}

/** Forgets the request: its link was used. */
export function forgetLinkRequest(): void {
  removeLocal(KEY);
}
