import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { readSession } from '../sdk/read-session.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { readStoredSession } from '../sdk/sdk-state.ts';
import { expireCookie, INTERMEDIATE_COOKIE, readCookie, SESSION_COOKIE } from './cookies.ts';
import { digestOf } from './digest.ts';

/** Whether this browser has a session cookie, valid or not. */
export function hasSessionCookie(): boolean {
  return Boolean(readCookie(SESSION_COOKIE));
}

/** Whether this browser has the cookie of an intermediate session, valid or not. */
export function hasIntermediateCookie(): boolean {
  return Boolean(readCookie(INTERMEDIATE_COOKIE));
}

/** The digest of the intermediate session that this browser holds; `null` without one. */
export async function heldIntermediateDigest(): Promise<string | null> {
  const token = readCookie(INTERMEDIATE_COOKIE);
  return token === null ? null : digestOf(token);
}

/** Milliseconds in which a cookie that another tab has written becomes readable, and between two reads of it. */
const COOKIE_DELAY = 300;
const COOKIE_POLL_INTERVAL = 15;

/**
 * Waits for what another tab has written. A tab can read a cookie later than it receives a message of the tab that
 * wrote it: in Chromium every other time, by some milliseconds.
 *
 * @param isExpected whether the cookies are as this tab expects them
 * @returns whether they are; at the latest after a third of a second
 */
export async function awaitCookies(isExpected: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let waited = 0; !(await isExpected()); waited += COOKIE_POLL_INTERVAL) {
    if (waited >= COOKIE_DELAY) return false;
    await new Promise((resolve) => setTimeout(resolve, COOKIE_POLL_INTERVAL));
  }
  return true;
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

/**
 * Removes the intermediate session from this browser (R13.8). The SDK has no call for it. The cookie's
 * attributes are those with which the SDK writes it.
 */
export function expireIntermediateSession(): void {
  expireCookie(INTERMEDIATE_COOKIE);
}
