import { checkPublicToken } from '../api/http/credentials.ts';
import { ProviderError, providerErrors } from '../api/http/provider-error.ts';
import { readChallenge } from '../api/validation/pkce.ts';
import { signInRedirectUrl } from '../api/validation/redirect-urls.ts';
import { findMember, findOrganization } from '../store/lookup.ts';
import type { OAuthToken, StoredOrganization } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** A start that may go on: where to come back to, and for which organization. */
export interface OAuthStart {
  kind: OAuthToken['kind'];
  organization: StoredOrganization | null;
  codeChallenge: string | null;
  /** Where this address comes back to: sign-up differs from sign-in for an organization. */
  redirectFor(email: string | null): URL;
}

function readOrganization(store: Store, query: URLSearchParams): StoredOrganization {
  const id = query.get('organization_id') ?? undefined;
  const slug = query.get('slug') ?? undefined;
  if (id === undefined && slug === undefined) {
    throw new ProviderError(
      400,
      'missing_oauth_organization_locator',
      'Either organization_id or slug must be given.',
    );
  }
  if (id !== undefined && slug !== undefined) {
    throw new ProviderError(
      400,
      'too_many_oauth_organization_locators',
      'Only one of organization_id and slug may be given.',
    );
  }
  const organization = findOrganization(store, { id, slug });
  if (organization === undefined) throw providerErrors.organizationNotFound();
  return organization;
}

/** Checks the query of `/oauth/google/start` or `/discovery/start`. Throws the provider's refusal. */
export function parseOAuthStart(
  store: Store,
  kind: OAuthToken['kind'],
  url: URL,
  publicToken: string,
): OAuthStart {
  const query = url.searchParams;
  checkPublicToken(query.get('public_token') ?? '', publicToken);
  const given = (name: string) => query.get(name) ?? undefined;
  const codeChallenge = readChallenge(
    given('pkce_code_challenge'),
    store.state.project.pkce_required_for_oauth,
  );

  if (kind === 'discovery_oauth') {
    const redirect = signInRedirectUrl(
      store,
      given('discovery_redirect_url'),
      { origin: url.origin, path: '/discovery' },
      'no_match_for_provided_oauth_url',
    );
    return { kind, organization: null, codeChallenge, redirectFor: () => new URL(redirect) };
  }
  const organization = readOrganization(store, query);
  const [login, signup] = ['login_redirect_url', 'signup_redirect_url'].map((name) =>
    signInRedirectUrl(
      store,
      given(name),
      { origin: url.origin, path: '/authenticate' },
      'no_match_for_provided_oauth_url',
    ),
  );
  return {
    kind,
    organization,
    codeChallenge,
    redirectFor: (email) => {
      const known = email === null || findMember(store, organization.id, email) !== undefined;
      return new URL((known ? login : signup) ?? url);
    },
  };
}
