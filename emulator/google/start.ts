import { checkPublicToken } from '../api/http/credentials.ts';
import { ProviderError } from '../api/http/provider-error.ts';
import { readChallenge } from '../api/validation/pkce.ts';
import {
  checkDiscoveryRedirect,
  checkOrganizationRedirects,
} from '../api/validation/redirect-urls.ts';
import { requireOrganization } from '../api/validation/require-records.ts';
import { findMember } from '../store/lookup.ts';
import type { OAuthToken, StoredOrganization } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** The checked parameters of an OAuth start. */
export interface OAuthStart {
  kind: OAuthToken['kind'];
  organization: StoredOrganization | null;
  codeChallenge: string | null;
  /** Returns the sign-up redirect for an address that is no member of the organization yet. */
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
  return requireOrganization(store, { id, slug });
}

/** Checks the query of `/oauth/google/start` or `/discovery/start`. Throws a ProviderError. */
export function parseOAuthStart(
  store: Store,
  kind: OAuthToken['kind'],
  url: URL,
  publicToken: string,
): OAuthStart {
  const query = url.searchParams;
  checkPublicToken(query.get('public_token') ?? '', publicToken);
  const optional = (name: string) => query.get(name) ?? undefined;
  const codeChallenge = readChallenge(
    optional('pkce_code_challenge'),
    store.state.project.pkce_required_for_oauth,
  );

  if (kind === 'discovery_oauth') {
    const redirect = checkDiscoveryRedirect(
      store,
      optional('discovery_redirect_url'),
      url.origin,
      'no_match_for_provided_oauth_url',
    );
    return { kind, organization: null, codeChallenge, redirectFor: () => new URL(redirect) };
  }
  const organization = readOrganization(store, query);
  const redirectFor = checkOrganizationRedirects(
    store,
    { login: optional('login_redirect_url'), signup: optional('signup_redirect_url') },
    url.origin,
    'no_match_for_provided_oauth_url',
  );
  return {
    kind,
    organization,
    codeChallenge,
    redirectFor: (email) =>
      redirectFor(email === null || findMember(store, organization.id, email) !== undefined),
  };
}
