import { findMember } from '../../store/lookup.ts';
import type { OAuthToken, StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { readChallenge } from '../validation/pkce.ts';
import { checkRedirectOfType } from '../validation/redirect-urls.ts';

/** The checked parameters of a sign-in at Google or at an identity provider. */
export interface OAuthStart {
  kind: OAuthToken['kind'];
  organization: StoredOrganization | null;
  /** The SSO connection; absent for Google. */
  connectionId?: string | undefined;
  codeChallenge: string | null;
  /** Returns the redirect URL, which may be a different one for an address that is not a member. */
  redirectFor(email: string | null): URL;
}

interface StartFields {
  pkce_code_challenge?: string | undefined;
  discovery_redirect_url?: string | undefined;
  login_redirect_url?: string | undefined;
  signup_redirect_url?: string | undefined;
}

/**
 * Checks the parameters of a sign-in, for discovery if `organization` is null. Throws a ProviderError.
 *
 * @param connectionId the SSO connection; without one, the sign-in is at Google
 */
export function checkOAuthParameters(
  store: Store,
  organization: StoredOrganization | null,
  fields: StartFields,
  connectionId?: string,
): OAuthStart {
  const isSso = connectionId !== undefined;
  const { pkce_required_for_sso, pkce_required_for_oauth } = store.state.project;
  const isRequired = isSso ? pkce_required_for_sso : pkce_required_for_oauth;
  const codeChallenge = readChallenge(fields.pkce_code_challenge, isRequired);
  const mismatch = isSso ? 'no_match_for_provided_sso_url' : 'no_match_for_provided_oauth_url';
  const check = (given: string | undefined, type: 'LOGIN' | 'SIGNUP' | 'DISCOVERY') =>
    checkRedirectOfType(store, given, type, mismatch);
  if (organization === null) {
    const url = check(fields.discovery_redirect_url, 'DISCOVERY');
    const redirectFor = () => new URL(url);
    return { kind: 'discovery_oauth', organization, codeChallenge, redirectFor };
  }
  const login = check(fields.login_redirect_url, 'LOGIN');
  const signup = check(fields.signup_redirect_url, 'SIGNUP');
  const isMember = (email: string) => findMember(store, organization.id, email) !== undefined;
  const redirectFor = (email: string | null) =>
    new URL(email === null || isMember(email) ? login : signup);
  const kind = isSso ? 'sso' : 'oauth';
  return { kind, organization, connectionId, codeChallenge, redirectFor };
}
