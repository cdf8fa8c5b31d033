import {
  type Checked,
  isFiniteNumber,
  isString,
  listOf,
  recordOf,
} from '#machines/rules/checks.ts';
import { normalizeEmail } from '#machines/rules/email.ts';
import { parseJson, safeLocalStorage, safeSessionStorage } from '../../storage/web-storage.ts';
import { digestOf } from '../session/digest.ts';

/** Local storage: the magic links that this browser requested. It contains no address (R9.5). */
const REQUESTS_KEY = 'auth_link_requests';

/** Session storage: the address to which this tab requested a magic link. */
const SENT_TO_KEY = 'auth_link_sent_to';

/** The longest time for which a magic link is valid, in milliseconds. */
const LINK_LIFETIME = 60 * 60_000;

/** The number of requests that are kept. A link of an older one needs a confirmation. */
const LONGEST_RECORD = 5;

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

/**
 * Records that this tab requested a magic link to an address.
 *
 * @param organization the id of the organization that the sign-in has chosen
 * @param now epoch milliseconds
 */
export async function recordLinkRequest(
  emailAddress: string,
  organization: string,
  now: number,
): Promise<void> {
  safeSessionStorage.write(SENT_TO_KEY, normalizeEmail(emailAddress));
  const salt = crypto.randomUUID();
  const address = await digestOf(normalizeEmail(emailAddress), salt);
  const request = { salt, address, organization, at: now };
  const requests = [...freshRequests(now), request].slice(-LONGEST_RECORD);
  safeLocalStorage.write(REQUESTS_KEY, JSON.stringify(requests));
}

/** Whether this tab requested a magic link to the address. */
export function wasLinkSentTo(emailAddress: string): boolean {
  return safeSessionStorage.read(SENT_TO_KEY) === normalizeEmail(emailAddress);
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
export async function linkRequestsFor(emailAddress: string, now: number): Promise<LinkRequests> {
  const requests = freshRequests(now);
  const salted = requests.map(({ salt }) => digestOf(normalizeEmail(emailAddress), salt));
  const digests = await Promise.all(salted);
  return requests.filter(({ address }, index) => address === digests[index]);
}

/** Forgets the address to which this tab requested a link. */
export function forgetLinkAddress(): void {
  safeSessionStorage.remove(SENT_TO_KEY);
}

/** Removes the requests: one was used, or the sign-in that they belong to is over. */
export function clearLinkRequests(): void {
  safeLocalStorage.remove(REQUESTS_KEY);
  forgetLinkAddress();
}

type LinkRequests = Checked<typeof isRequests>;

function freshRequests(now: number): LinkRequests {
  const requests = parseJson(safeLocalStorage.read(REQUESTS_KEY));
  if (!isRequests(requests)) return [];
  // The clock may have been set back since.
  return requests.filter(({ at }) => Math.abs(now - at) <= LINK_LIFETIME);
}
