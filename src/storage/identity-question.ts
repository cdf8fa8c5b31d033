import type { IdentityNote } from '#machines/auth/auth.types.ts';
import { outdateSignIn } from './sign-in-keys.ts';
import { safeSessionStorage } from './web-storage.ts';

/** Session storage key: this tab asks whose sign-in it is, or does not know its person. */
const KEY = 'identity_question';

/** Whether this tab asked about a person, or did not know its own, when its page was left. */
export function wasIdentityAsked(): boolean {
  return safeSessionStorage.read(KEY) !== null;
}

/** Whether this tab did not know its person when its page was left. */
export function wasPersonUnknown(): boolean {
  return safeSessionStorage.read(KEY) === ('unknown' satisfies IdentityNote);
}

/** Stores whether the next page of this tab must ask, so that a reload does not take the place of an answer. */
export function storeIdentityNote(note: IdentityNote | null): void {
  if (note !== null) safeSessionStorage.write(KEY, note);
  else safeSessionStorage.remove(KEY);
}

/** Stores that this tab does not know its person. */
export function noteUnknownPerson(): void {
  safeSessionStorage.write(KEY, 'unknown' satisfies IdentityNote);
}

/** Of the sign-in that this tab stores, only whose it was stays, and the next page asks who is there (R22.11, R22.16). */
export function forgetPerson(): void {
  noteUnknownPerson();
  outdateSignIn();
}
