import type { StoredSignIn } from '#machines/auth/auth.types.ts';
import { SIGN_IN_KEYS, signInRecord } from './sign-in-keys.ts';
import { lastSignOut } from './sign-out.ts';
import { safeSessionStorage } from './web-storage.ts';

/**
 * Stores the sign-in of this tab, and removes the values that it does not have (R13.1, R13.2).
 *
 * @param lastShownEmail the address of the member whom this tab showed last, for the next page to say that it is another one
 */
export function writeStoredSignIn(storedSignIn: StoredSignIn, lastShownEmail: string | null): void {
  const { emailAddress, organizations, selectedOrganization, stepUp } = storedSignIn;
  const { intermediate, secondFactor, sent } = storedSignIn;
  write(SIGN_IN_KEYS.emailAddress, emailAddress);
  write(SIGN_IN_KEYS.organizations, organizations && JSON.stringify(organizations));
  write(SIGN_IN_KEYS.hasIntermediateSession, intermediate && 'true');
  write(
    SIGN_IN_KEYS.selectedOrganization,
    selectedOrganization && JSON.stringify(selectedOrganization),
  );
  write(SIGN_IN_KEYS.stepUp, stepUp && JSON.stringify(stepUp));

  const { code, link } = sent;
  const tab = {
    intermediate,
    secondFactor,
    lastShownEmail,
    sent: code === null && link === null ? null : sent,
  };
  const isEmpty = [...Object.values(tab), emailAddress, selectedOrganization, stepUp].every(
    (value) => value === null,
  );
  // The last sign-out that this tab knows: after a later one, nothing of its sign-in stays.
  signInRecord.write({ ...tab, signOut: isEmpty ? null : lastSignOut() });
}

/** An empty text is not stored. */
function write(key: string, text: string | null): void {
  if (text) safeSessionStorage.write(key, text);
  else safeSessionStorage.remove(key);
}
