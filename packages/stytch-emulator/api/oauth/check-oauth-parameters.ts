import { findMember } from '../../store/lookup.ts';
import type { OAuthToken, StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { readChallenge } from '../validation/pkce.ts';
import { checkDiscoveryRedirect, checkOrganizationRedirects } from '../validation/redirect-urls.ts';

/** The checked parameters of an OAuth flow. */
export interface OAuthStart {
  kind: OAuthToken['kind'];
  organization: StoredOrganization | null;
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

/** Checks the parameters of an OAuth flow, for discovery if `organization` is null. Throws a ProviderError. */
export function checkOAuthParameters(
  store: Store,
  organization: StoredOrganization | null,
  fields: StartFields,
): OAuthStart {
  const mismatchError = 'no_match_for_provided_oauth_url';
  const codeChallenge = readChallenge(
    fields.pkce_code_challenge,
    store.state.project.pkce_required_for_oauth,
  );
  if (organization === null) {
    const url = checkDiscoveryRedirect(store, fields.discovery_redirect_url, mismatchError);
    const redirectFor = () => new URL(url);
    return { kind: 'discovery_oauth', organization, codeChallenge, redirectFor };
  }
  const redirectFor = checkOrganizationRedirects(
    store,
    { login: fields.login_redirect_url, signup: fields.signup_redirect_url },
    mismatchError,
  );
  return {
    kind: 'oauth',
    organization,
    codeChallenge,
    redirectFor: (email) =>
      redirectFor(email === null || findMember(store, organization.id, email) !== undefined),
  };
}
