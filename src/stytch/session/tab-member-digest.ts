import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { normalizeEmail } from '#machines/rules/email.ts';
import { LAST_MEMBER_KEY, SIGNED_OUT_AT_KEY } from '#machines/rules/limits.ts';
import { safeLocalStorage, safeSessionStorage } from '../../storage/web-storage.ts';
import { confirmed } from './confirmed-session.ts';
import { readCookie, SESSION_COOKIE } from './cookies.ts';
import { digestOf } from './digest.ts';
import { TAB_MEMBER_KEY } from './tab-member.ts';

/**
 * A salt, the salted digest of the address, and the last sign-out in this browser. In a mark, the id of the session
 * and a hyphen stand for the first two.
 */
const STORED = /^(\S+) ([\da-f]{64}|-) (\S*)$/;

/** The member that a tab showed when its page was left. */
export interface PreviousMember {
  /** Identifies the member, without the address. */
  readonly digest: string;
  /** Whether another person is signed in now, or somebody has signed out in this browser since. */
  readonly isGone: boolean;
}

/**
 * An address. Of a session without one (R22.9), and of an impersonated one, whose person is not the member, its id: only
 * the same session continues it.
 */
function memberOf({ emailAddress, impersonated, sessionId }: SignedInSession): string {
  return emailAddress === null || impersonated ? sessionId : normalizeEmail(emailAddress);
}

/** See `readPreviousMember` of `tab-member.ts`. */
export async function readPreviousMember(
  session: SignedInSession | null,
): Promise<PreviousMember | null> {
  const stored = STORED.exec(safeSessionStorage.read(TAB_MEMBER_KEY) ?? '');
  if (stored === null) return null;
  const [, first = '', second = '', signOut] = stored;
  const isMark = second === '-';
  const digest = isMark ? await digestOf(first) : second;
  const digestOfSession = ({ sessionId }: SignedInSession) => digestOf(sessionId);
  const digestOfMember = (shown: SignedInSession) => digestOf(memberOf(shown), first);
  const identify = isMark ? digestOfSession : digestOfMember;
  if (session !== null && (await identify(session)) === digest) return null;
  // Without a record, local storage was cleared by hand, and the same member is expected back.
  const isSignedOut = ![signOut, ''].includes(safeLocalStorage.read(SIGNED_OUT_AT_KEY) ?? '');
  return { digest, isGone: session !== null || isSignedOut };
}

/**
 * Replaces a mark by the digest of its member, and remembers it as the last member of this browser.
 *
 * @param mark what was stored for `session`
 * @returns what is stored now; an empty text when the mark is not stored any more
 */
export async function replaceMark(mark: string, session: SignedInSession): Promise<string> {
  const salt = crypto.randomUUID();
  const token = readCookie(SESSION_COOKIE);
  const tokenDigest = await digestOf(token ?? '');
  const digest = await digestOf(memberOf(session), salt);
  const text = mark.replace(`${session.sessionId} -`, `${salt} ${digest}`);
  if (safeSessionStorage.read(TAB_MEMBER_KEY) !== mark) return '';
  // An impersonated member was not here. A page that goes on with an old session does not bring its member back: what
  // a page reads of local storage after it was busy can be older than its cookies, so the cookie must be this session's.
  const isHeld =
    readCookie(SESSION_COOKIE) === token &&
    confirmed.readToken() === tokenDigest &&
    confirmed.readSession() === session.sessionId;
  if (isHeld && !session.impersonated) {
    safeLocalStorage.write(LAST_MEMBER_KEY, `${salt} ${digest}`);
  }
  return safeSessionStorage.write(TAB_MEMBER_KEY, text) ? text : '';
}
