import type { IdentityNote } from '#machines/auth/auth.types.ts';
import { outdateSignIn } from './sign-in-keys.ts';
import { safeSessionStorage } from './web-storage.ts';

/** Session storage key: this tab asks whose sign-in it is, or does not know its person. */
const KEY = 'identity_question';

/** What the page before, or the script of this document, has noted. A text that is no note counts as `unknown`. */
export function readIdentityNote(): IdentityNote | null {
  const stored = safeSessionStorage.read(KEY);
  return stored === null || stored === 'open' || stored === 'answer' ? stored : 'unknown';
}

/** Stores whether the next page of this tab must ask, so that a reload does not take the place of an answer. */
export function storeIdentityNote(note: IdentityNote | null): void {
  if (note !== null) safeSessionStorage.write(KEY, note);
  else safeSessionStorage.remove(KEY);
}

/** Of the sign-in that this tab stores, only whose it was stays, and the next page asks who is there (R22.11, R22.16). */
export function forgetPerson(): void {
  storeIdentityNote('unknown');
  outdateSignIn();
}
