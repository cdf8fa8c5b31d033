import { createTabRecord, safeSessionStorage } from './web-storage.ts';

/** The keys in session storage of R13.1. */
export const SIGN_IN_KEYS = {
  emailAddress: 'discovery_email_address',
  organizations: 'discovered_organizations',
  hasIntermediateSession: 'has_intermediate_session',
  stepUp: 'stytch_step_up',
  selectedOrganization: 'selected_organization',
} as const;

/** The one further key in session storage, with what a reload and the way to Google would lose otherwise (R13.2). */
export const signInRecord = createTabRecord('sign_in');

/** Whether this tab stores anything of a sign-in, valid or not. */
export function hasStoredSignIn(): boolean {
  return Object.values(SIGN_IN_KEYS).some((key) => safeSessionStorage.read(key) !== null);
}
