import { SIGNED_OUT_AT_KEY } from '#machines/rules/limits.ts';
import { safeLocalStorage, safeSessionStorage } from './web-storage.ts';

/** The keys in session storage of R13.1, then those of R13.2, without which a reload would lose the value. */
export const SIGN_IN_KEYS = {
  emailAddress: 'discovery_email_address',
  organizations: 'discovered_organizations',
  hasIntermediateSession: 'has_intermediate_session',
  stepUp: 'stytch_step_up',
  selectedOrganization: 'selected_organization',
  intermediateExpiresAt: 'intermediate_session_expires_at',
  intermediateDigest: 'intermediate_session_digest',
  secondFactor: 'second_factor',
  codeSentAt: 'code_sent_at',
  linkSentAt: 'link_sent_at',
} as const;

/** Session storage key of the last sign-out that this tab knew when it stored its sign-in. */
const KNOWN_SIGN_OUT_KEY = 'signed_out_at';

/** Whether this tab stores anything of a sign-in, valid or not. */
export function hasStoredSignIn(): boolean {
  return Object.values(SIGN_IN_KEYS).some((key) => safeSessionStorage.read(key) !== null);
}

/** Whether a person has signed out in this browser after this tab stored its sign-in. */
export function isSignInOutdated(): boolean {
  const known = safeSessionStorage.read(KNOWN_SIGN_OUT_KEY);
  return hasStoredSignIn() && known !== safeLocalStorage.read(SIGNED_OUT_AT_KEY);
}

/** Records a sign-out again, after local storage was cleared with the record of it (R12.4, R22.12). */
export function recordSignOut(): void {
  safeLocalStorage.write(SIGNED_OUT_AT_KEY, String(Date.now()));
}

/** Stores which sign-out this tab knows, beside its sign-in. */
export function storeKnownSignOut(): void {
  const signedOutAt = hasStoredSignIn() ? safeLocalStorage.read(SIGNED_OUT_AT_KEY) : null;
  if (signedOutAt === null) safeSessionStorage.remove(KNOWN_SIGN_OUT_KEY);
  else safeSessionStorage.write(KNOWN_SIGN_OUT_KEY, signedOutAt);
}
