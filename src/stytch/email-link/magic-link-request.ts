import { safeLocalStorage, safeSessionStorage } from '../../storage/web-storage.ts';

/** When this browser last asked for an e-mailed link, in epoch milliseconds. No address is kept. */
const KEY = 'auth_link_requested_at';

/** The address this tab had a link mailed to. */
const TAB_KEY = 'auth_link_sent_to';

/** The longest an e-mailed link is valid, in milliseconds. */
const LINK_LIFETIME = 60 * 60_000;

/** Remembers that this browser asked for an e-mailed link, and this tab for which address. */
export function recordLinkRequest(emailAddress: string, now: number): void {
  safeLocalStorage.write(KEY, String(now));
  safeSessionStorage.write(TAB_KEY, normalized(emailAddress));
}

/** Whether it is this tab that had a link mailed to the address. */
export function wasLinkSentTo(emailAddress: string): boolean {
  return safeSessionStorage.read(TAB_KEY) === normalized(emailAddress);
}

/**
 * Whether this browser asked for the e-mailed link it may be opening. A link nobody here asked for needs a
 * person's consent before its token is used.
 *
 * @param now epoch milliseconds
 */
export function wasLinkRequested(now: number): boolean {
  const at = Number(safeLocalStorage.read(KEY) ?? Number.NaN);
  return Number.isFinite(at) && at <= now && now - at <= LINK_LIFETIME;
}

/** Forgets the request: its link was used. */
export function clearLinkRequest(): void {
  safeLocalStorage.remove(KEY);
  safeSessionStorage.remove(TAB_KEY);
}

function normalized(emailAddress: string): string {
  return emailAddress.trim().toLowerCase();
}
