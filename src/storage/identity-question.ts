import { safeSessionStorage } from './web-storage.ts';

/** Session storage key: this tab asks whose sign-in it is, or does not know it yet. */
const KEY = 'identity_question';

/** Whether this tab asked about a person, or had an answer whose person was unknown, when its page was left (R22.11). */
export function wasIdentityAsked(): boolean {
  return safeSessionStorage.read(KEY) !== null;
}

/** Stores whether the next page of this tab must ask, so that a reload does not take the place of an answer. */
export function storeIdentityQuestion(isOpen: boolean): void {
  if (isOpen) safeSessionStorage.write(KEY, 'open');
  else safeSessionStorage.remove(KEY);
}
