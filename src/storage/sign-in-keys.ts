import { safeSessionStorage } from './web-storage.ts';

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

/** Whether this tab stores anything of a sign-in, valid or not. */
export function hasStoredSignIn(): boolean {
  return Object.values(SIGN_IN_KEYS).some((key) => safeSessionStorage.read(key) !== null);
}
