import { isDisplayableEmail } from '#machines/rules/display-text.ts';
import { safeSessionStorage } from './web-storage.ts';

/** Session storage key of the address of the member whom this tab shows. */
const KEY = 'shown_person';

/** The member that the page before this one showed in this tab; `null` without one. */
export function readShownPerson(): string | null {
  const stored = safeSessionStorage.read(KEY);
  return stored !== null && isDisplayableEmail(stored) ? stored : null;
}

/** Stores whom this tab shows, so that the next page can say that it is another person; `null` when nobody. */
export function writeShownPerson(emailAddress: string | null): void {
  if (emailAddress === null) safeSessionStorage.remove(KEY);
  else safeSessionStorage.write(KEY, emailAddress);
}
