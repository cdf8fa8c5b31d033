import * as v from 'valibot';
import { normalizeEmail } from '#machines/rules/email.ts';
import { parseJson, safeLocalStorage } from '../storage/web-storage.ts';
import { digestOf } from './session/digest.ts';

/** Local storage: the last magic link that this browser requested. It contains no address (R9.5). */
const KEY = 'auth_link_requests';

/** The longest time for which a magic link is valid, in milliseconds. */
const LINK_LIFETIME = 60 * 60_000;

const requestSchema = v.object({
  salt: v.string(),
  /** The salted digest of the address. */
  address: v.string(),
  /** The id of the organization that the sign-in had chosen. */
  organization: v.string(),
  /** Epoch milliseconds. */
  at: v.pipe(v.number(), v.finite()),
});

type LinkRequest = v.InferOutput<typeof requestSchema>;

/**
 * Records that this browser requested a magic link to an address. A link that it requested before, to another address,
 * leads to the list from then on, like one that it did not request.
 *
 * @param organization the id of the organization that the sign-in has chosen
 * @param now epoch milliseconds
 */
export async function recordLinkRequest(
  emailAddress: string,
  organization: string,
  now: number,
): Promise<void> {
  const salt = crypto.randomUUID();
  const address = await digestOf(normalizeEmail(emailAddress), salt);
  safeLocalStorage.write(KEY, JSON.stringify({ salt, address, organization, at: now }));
}

/**
 * Whether this browser requested a magic link that is still valid. Otherwise the link that it opens was not
 * requested here, and a person must confirm the sign-in before the token is used.
 *
 * @param now epoch milliseconds
 */
export function wasLinkRequested(now: number): boolean {
  return lastRequest(now) !== null;
}

/**
 * The request of this browser for a magic link to this address; `null` without one (R22.2).
 *
 * @param now epoch milliseconds
 */
export async function linkRequestFor(
  emailAddress: string | null,
  now: number,
): Promise<LinkRequest | null> {
  const request = lastRequest(now);
  if (request === null) return null;
  const address = await digestOf(normalizeEmail(emailAddress ?? ''), request.salt);
  return request.address === address ? request : null;
}

/** Removes the request: it was used, or the sign-in that it belongs to is over. */
export function removeLinkRequests(): void {
  safeLocalStorage.remove(KEY);
}

function lastRequest(now: number): LinkRequest | null {
  const request = parseJson(safeLocalStorage.read(KEY));
  // The clock may have been set back since.
  const isRecent = v.is(requestSchema, request) && Math.abs(now - request.at) <= LINK_LIFETIME;
  return isRecent ? request : null;
}
