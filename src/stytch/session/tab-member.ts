import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { normalizeEmail } from '#machines/rules/email.ts';
import { SIGNED_OUT_AT_KEY } from '#machines/rules/limits.ts';
import { safeLocalStorage, safeSessionStorage } from '../../storage/web-storage.ts';
import { digestOf } from './digest.ts';
import { TAB_MEMBER_KEY } from './tab-member-key.ts';

/*
 * Remembers whose session a tab shows (R22.15): the browser reopens, restores and reloads a tab without asking who sits
 * there now. In memory, the machine knows it.
 */

/** A salt, the salted digest of the address, and the last sign-out in this browser. */
const STORED = /^([\da-f-]{36}) ([\da-f]{64}) (\S*)$/;

/** The member that a tab showed when its page was left. */
interface PreviousMember {
  /** Identifies the member, without the address. */
  readonly digest: string;
  /** Whether another person is signed in now, or somebody has signed out in this browser since. */
  readonly isGone: boolean;
}

/** An address; of a session without one, which only the same session continues, its id (R22.9). */
function memberOf({ emailAddress, sessionId }: SignedInSession): string {
  return emailAddress === null ? sessionId : normalizeEmail(emailAddress);
}

function lastSignOut(): string {
  return safeLocalStorage.read(SIGNED_OUT_AT_KEY) ?? '';
}

/**
 * The member that this tab showed before; `null` without one, or if `session` is that member's.
 *
 * @param session the session that this browser holds now
 */
export async function readPreviousMember(
  session: SignedInSession | null,
): Promise<PreviousMember | null> {
  const stored = STORED.exec(safeSessionStorage.read(TAB_MEMBER_KEY) ?? '');
  if (stored === null) return null;
  const [, salt = '', digest = '', signOut] = stored;
  if (session !== null && (await digestOf(memberOf(session), salt)) === digest) return null;
  // Without a record, local storage was cleared by hand, and the same member is expected back.
  const isSignedOut = ![signOut, ''].includes(lastSignOut());
  return { digest, isGone: session !== null || isSignedOut };
}

/** The member whom this page shows. */
let shown: string | null | undefined;

/** Stores whose session this tab shows; `null` when it shows none. */
export async function storeTabMember(session: SignedInSession | null): Promise<void> {
  const member = session && memberOf(session);
  if (member === shown) return;
  shown = member;
  if (member === null) return safeSessionStorage.remove(TAB_MEMBER_KEY);
  const salt = crypto.randomUUID();
  const digest = await digestOf(member, salt);
  if (member === shown) {
    safeSessionStorage.write(TAB_MEMBER_KEY, `${salt} ${digest} ${lastSignOut()}`);
  }
}
