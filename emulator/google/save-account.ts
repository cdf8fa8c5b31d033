import { findGoogleAccount } from '../store/lookup.ts';
import type { GoogleAccount } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** Adds a Google account, or changes the name and confirmation of a known one. */
export function saveGoogleAccount(
  store: Store,
  given: Omit<GoogleAccount, 'subject'>,
): GoogleAccount {
  const known = findGoogleAccount(store, given.email);
  if (known !== undefined) return Object.assign(known, given);
  const person = { ...given, subject: store.ids.next('google-subject') };
  store.state.people.push(person);
  return person;
}
