import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { readSession } from '../sdk/read-session.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { readStoredSession } from '../sdk/sdk-state.ts';
import { cookieNames, expireCookie, readCookie } from './cookies.ts';
import { digestOf } from './digest.ts';

/** Whether this browser has a session cookie, valid or not. */
export function hasSessionCookie(publicToken: string): boolean {
  return Boolean(readCookie(cookieNames(publicToken).session));
}

/** Whether this browser has the cookie of an intermediate session, valid or not. */
export function hasIntermediateCookie(publicToken: string): boolean {
  return Boolean(readCookie(cookieNames(publicToken).intermediate));
}

/** The digest of the intermediate session that this browser holds; `null` without one. */
export async function digestOfIntermediate(publicToken: string): Promise<string | null> {
  const token = readCookie(cookieNames(publicToken).intermediate);
  return token ? digestOf(token) : null;
}

/**
 * Whether this browser stores a session (R11.2): a cookie, and the SDK's state in local storage. A person can
 * clear either by hand.
 */
export function hasStoredSession(publicToken: string): boolean {
  return hasSessionCookie(publicToken) && readStoredSession(publicToken) !== null;
}

/** The SDK's session in the machine's terms; `null` when there is none or it is invalid. */
export function currentSession(client: SdkClient): SignedInSession | null {
  return readSession({
    session: client.session.getSync(),
    member: client.self.getSync(),
    organization: client.organization.getSync(),
  });
}

/** Removes the intermediate session from this browser, for which the SDK has no call (R13.8). */
export function removeIntermediateCookie(publicToken: string): void {
  expireCookie(cookieNames(publicToken).intermediate);
}
