import type { StoredSignIn } from '#machines/auth/auth.types.ts';
import { SIGN_IN_KEYS, storeKnownSignOut } from './sign-in-keys.ts';
import { safeSessionStorage } from './web-storage.ts';

/** Stores the sign-in of this tab, and removes the values that it does not have (R13.1). */
export function writeStoredSignIn(storedSignIn: StoredSignIn): void {
  const { emailAddress, organizations, hasIntermediateSession, intermediateDigest } = storedSignIn;
  write('emailAddress', emailAddress);
  write('organizations', organizations.length === 0 ? null : JSON.stringify(organizations));
  write('hasIntermediateSession', hasIntermediateSession ? 'true' : null);
  write('intermediateDigest', intermediateDigest);
  for (const name of JSON_VALUES) {
    const value = storedSignIn[name];
    write(name, value === null ? null : JSON.stringify(value));
  }
  storeKnownSignOut();
}

const JSON_VALUES = [
  'intermediateExpiresAt',
  'selectedOrganization',
  'stepUp',
  'secondFactor',
  'codeSentAt',
  'linkSentAt',
] as const;

/** An empty text is not stored. */
function write(name: keyof StoredSignIn, text: string | null): void {
  if (text) safeSessionStorage.write(SIGN_IN_KEYS[name], text);
  else safeSessionStorage.remove(SIGN_IN_KEYS[name]);
}
