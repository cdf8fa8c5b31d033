import { safeLocalStorage, safeSessionStorage } from '../../storage/web-storage.ts';

/** Local storage: when this browser last requested a magic link, in epoch milliseconds. */
const REQUESTED_AT_KEY = 'auth_link_requested_at';

/** Session storage: the address to which this tab requested a magic link. */
const SENT_TO_KEY = 'auth_link_sent_to';

/** The longest time for which a magic link is valid, in milliseconds. */
const LINK_LIFETIME = 60 * 60_000;

/** Records that this tab requested a magic link. */
export function recordLinkRequest(emailAddress: string, now: number): void {
  safeLocalStorage.write(REQUESTED_AT_KEY, String(now));
  safeSessionStorage.write(SENT_TO_KEY, normalize(emailAddress));
}

/** Whether this tab requested a magic link to the address. */
export function wasLinkSentTo(emailAddress: string): boolean {
  return safeSessionStorage.read(SENT_TO_KEY) === normalize(emailAddress);
}

/**
 * Whether this browser may have requested the magic link that it opens. Otherwise a person must confirm the
 * sign-in before the token is used.
 *
 * @param now epoch milliseconds
 */
export function wasLinkRequested(now: number): boolean {
  const requestedAt = Number(safeLocalStorage.read(REQUESTED_AT_KEY) ?? Number.NaN);
  return Number.isFinite(requestedAt) && requestedAt <= now && now - requestedAt <= LINK_LIFETIME;
}

/** Clears the record after the link was used. */
export function clearLinkRequest(): void {
  safeLocalStorage.remove(REQUESTED_AT_KEY);
  safeSessionStorage.remove(SENT_TO_KEY);
}

function normalize(emailAddress: string): string {
  return emailAddress.trim().toLowerCase();
}
