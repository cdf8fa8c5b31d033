import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { readSession } from '../sdk/responses.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { readStoredSession } from '../sdk/sdk-state.ts';
import { expireCookie, INTERMEDIATE_COOKIE, readCookie, SESSION_COOKIE } from './cookies.ts';

/** Whether this browser has a session cookie, whatever it is worth. */
export function hasSessionCookie(): boolean {
  return (readCookie(SESSION_COOKIE) ?? '') !== '';
}

/** Whether this browser has an intermediate session's cookie, whatever it is worth. */
export function hasIntermediateCookie(): boolean {
  return (readCookie(INTERMEDIATE_COOKIE) ?? '') !== '';
}

/**
 * Whether a session stands in this browser's storage (R11.2): a cookie and what the SDK
 * stored with it. Both can be cleared by hand, and then nobody is signed in.
 */
export function hasStoredSession(publicToken: string): boolean {
  return hasSessionCookie() && readStoredSession(publicToken) !== null;
}

/** The session the SDK holds, for this product; `null` when it holds none, or rubbish. */
export function currentSession(client: SdkClient): SignedInSession | null {
  const session = readSession({
    session: client.session.getSync(),
    member: client.self.getSync(),
    organization: client.organization.getSync(),
  });
  if (session === null) return null;
  return { ...session, impersonated: session.impersonated || isImpersonated(session.memberId) };
}

/** Whether the impersonation cookie names this member (R12.3). */
function isImpersonated(memberId: string): boolean {
  return readCookie(IMPERSONATION_COOKIE) === memberId;
}

/**
 * Ends the intermediate session of this browser: no call of the SDK does (R13.8: its cookie lives for ten
 * minutes). The attributes are those the SDK writes it with.
 */
export function expireIntermediateSession(): void {
  expireCookie(INTERMEDIATE_COOKIE);
}
