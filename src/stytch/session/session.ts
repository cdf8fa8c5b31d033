import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { readSession } from '../sdk/read-session.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { readStoredSession } from '../sdk/sdk-state.ts';
import { expireCookie, INTERMEDIATE_COOKIE, readCookie, SESSION_COOKIE } from './cookies.ts';

/** Whether this browser has a session cookie, valid or not. */
export function hasSessionCookie(): boolean {
  return Boolean(readCookie(SESSION_COOKIE));
}

/** Whether this browser has the cookie of an intermediate session, valid or not. */
export function hasIntermediateCookie(): boolean {
  return Boolean(readCookie(INTERMEDIATE_COOKIE));
}

/**
 * Whether this browser stores a session (R11.2): a cookie, and the SDK's state in local storage. A person can
 * clear either by hand.
 */
export function hasStoredSession(publicToken: string): boolean {
  return hasSessionCookie() && readStoredSession(publicToken) !== null;
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
export function expireIntermediateSession(): void {
  expireCookie(INTERMEDIATE_COOKIE);
}
