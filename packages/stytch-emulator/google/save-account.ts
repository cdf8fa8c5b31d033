import { findGoogleAccount } from '../store/lookup.ts';
import type { GoogleAccount } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** Adds a Google account, or updates the existing one with the same address. */
export function saveGoogleAccount(
  store: Store,
  given: Omit<GoogleAccount, 'subject'>,
): GoogleAccount {
  const existing = findGoogleAccount(store, given.email);
  if (existing !== undefined) return Object.assign(existing, given);
  const account = { ...given, subject: store.ids.next('google-subject') };
  store.state.googleAccounts.push(account);
  return account;
}
