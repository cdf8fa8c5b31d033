import {
  type Checked,
  isFiniteNumber,
  isString,
  listOf,
  recordOf,
} from '#machines/rules/checks.ts';
import { normalizeEmail } from '#machines/rules/email.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';
import { digestOf } from '../session/digest.ts';

/** Local storage: the magic links that this browser requested. It contains no address (R9.5). */
const KEY = 'auth_link_requests';

/** The longest time for which a magic link is valid, in milliseconds. */
const LINK_LIFETIME = 60 * 60_000;

const isRequests = listOf(
  recordOf({
    salt: isString,
    /** The salted digest of the address. */
    address: isString,
    /** The id of the organization that the sign-in had chosen. */
    organization: isString,
    /** Epoch milliseconds. */
    at: isFiniteNumber,
  }),
);

type LinkRequests = Checked<typeof isRequests>;

/**
 * Records that this browser requested a magic link to an address.
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
  const request = { salt, address, organization, at: now };
  safeLocalStorage.write(KEY, JSON.stringify([...freshRequests(now), request]));
}

/**
 * Whether this browser requested any magic link that is still valid. Otherwise the link that it opens was not
 * requested here, and a person must confirm the sign-in before the token is used.
 *
 * @param now epoch milliseconds
 */
export function wasLinkRequested(now: number): boolean {
  return freshRequests(now).length > 0;
}

/**
 * The requests of this browser for magic links to this address (R22.3).
 *
 * @param now epoch milliseconds
 */
export async function linkRequestsFor(
  emailAddress: string | null,
  now: number,
): Promise<LinkRequests> {
  const requests = freshRequests(now);
  const address = normalizeEmail(emailAddress ?? '');
  const digests = await Promise.all(requests.map(({ salt }) => digestOf(address, salt)));
  return requests.filter((request, index) => request.address === digests[index]);
}

/** Removes the requests: one was used, or the sign-in that they belong to is over. */
export function clearLinkRequests(): void {
  safeLocalStorage.remove(KEY);
}

function freshRequests(now: number): LinkRequests {
  const requests = parseJson(safeLocalStorage.read(KEY));
  if (!isRequests(requests)) return [];
  // The clock may have been set back since.
  return requests.filter(({ at }) => Math.abs(now - at) <= LINK_LIFETIME);
}
