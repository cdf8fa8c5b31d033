import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { LAST_MEMBER_KEY, SIGNED_OUT_AT_KEY } from '#machines/rules/limits.ts';
import { safeLocalStorage, safeSessionStorage } from '../../storage/web-storage.ts';
import type { PreviousMember } from './tab-member-digest.ts';

/*
 * Remembers whose session a tab shows (R22.15): the browser reopens, restores and reloads a tab without asking who sits
 * there now. In memory, the machine knows it. Only a signed-in tab loads the code of the digest.
 */

/** Session storage key of the member whom this tab shows. */
export const TAB_MEMBER_KEY = 'tab_member';

const loadDigestCode = () => import('./tab-member-digest.ts');

/** The id of the session whose member this page has stored last with a digest, and then the stored text. */
let stored = '';

/**
 * The member that this tab showed before; `null` without one, or if `session` is that member's. It rejects when the
 * code cannot be loaded.
 *
 * @param session the session that this browser holds now
 */
export async function readPreviousMember(
  session: SignedInSession | null,
): Promise<PreviousMember | null> {
  if (safeSessionStorage.read(TAB_MEMBER_KEY) === null) return null;
  return (await loadDigestCode()).readPreviousMember(session);
}

/**
 * Stores whose session this tab shows; `null` when it shows none. Until the code of the digest is loaded, which the
 * next call tries again, the id of the session stands for the member. Another page of this tab may have changed what
 * is stored.
 */
export function storeTabMember(session: SignedInSession | null): void {
  if (session === null) {
    safeSessionStorage.remove(TAB_MEMBER_KEY);
    return;
  }
  const { sessionId } = session;
  const held = safeSessionStorage.read(TAB_MEMBER_KEY);
  if (stored === sessionId + held) return;
  const mark = `${sessionId} - ${safeLocalStorage.read(SIGNED_OUT_AT_KEY) ?? ''}`;
  safeSessionStorage.write(TAB_MEMBER_KEY, mark);
  // Until the code is loaded, the last member of this browser is unknown (R4.11).
  safeLocalStorage.remove(LAST_MEMBER_KEY);
  loadDigestCode()
    .then(async ({ replaceMark }) => {
      stored = sessionId + (await replaceMark(mark, session));
    })
    .catch(() => undefined);
}
