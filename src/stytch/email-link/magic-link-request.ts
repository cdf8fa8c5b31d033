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
    /** Epoch milliseconds. */
    at: isFiniteNumber,
  }),
);

/** Records that this tab requested a magic link to an address. */
export async function recordLinkRequest(emailAddress: string, now: number): Promise<void> {
  safeSessionStorage.write(SENT_TO_KEY, normalizeEmail(emailAddress));
  const salt = crypto.randomUUID();
  const request = { salt, address: await digestOf(normalizeEmail(emailAddress), salt), at: now };
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
 * Whether this browser requested a magic link to this address (R22.3).
 *
 * @param now epoch milliseconds
 */
export async function wasLinkRequestedFor(emailAddress: string, now: number): Promise<boolean> {
  return (await requestsFor(emailAddress, now)).length > 0;
}

/**
 * Removes the requests of everybody else: another person uses this browser now (R22.3).
 *
 * @param emailAddress the address of the person who has signed in; `null` when it is unknown
 * @param now epoch milliseconds
 */
export async function keepLinkRequestsOf(emailAddress: string | null, now: number): Promise<void> {
  const kept = emailAddress === null ? [] : await requestsFor(emailAddress, now);
  safeLocalStorage.write(REQUESTS_KEY, JSON.stringify(kept));
}

/** Removes the requests: one was used, or the sign-in that they belong to is over. */
export function clearLinkRequests(): void {
  safeLocalStorage.remove(REQUESTS_KEY);
  safeSessionStorage.remove(SENT_TO_KEY);
}

type LinkRequests = Checked<typeof isRequests>;

async function requestsFor(emailAddress: string, now: number): Promise<LinkRequests> {
  const requests = freshRequests(now);
  const salted = requests.map(({ salt }) => digestOf(normalizeEmail(emailAddress), salt));
  const digests = await Promise.all(salted);
  return requests.filter(({ address }, index) => address === digests[index]);
}

function freshRequests(now: number): LinkRequests {
  const requests = parseJson(safeLocalStorage.read(REQUESTS_KEY));
  if (!isRequests(requests)) return [];
  return requests.filter(({ at }) => at <= now && now - at <= LINK_LIFETIME);
}
