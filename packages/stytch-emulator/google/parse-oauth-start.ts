import { checkPublicToken } from '../api/http/credentials.ts';
import { refusal } from '../api/http/provider-error.ts';
import { checkOAuthParameters, type OAuthStart } from '../api/oauth/check-oauth-parameters.ts';
import { requireOrganization } from '../api/validation/require-records.ts';
import type { OAuthToken, StoredOrganization } from '../store/state.ts';
import type { Store } from '../store/store.ts';

function readOrganization(store: Store, query: URLSearchParams): StoredOrganization {
  const id = query.get('organization_id') ?? undefined;
  const slug = query.get('slug') ?? undefined;
  if (id === undefined && slug === undefined) {
    throw refusal('missing_oauth_organization_locator');
  }
  if (id !== undefined && slug !== undefined) {
    throw refusal('too_many_oauth_organization_locators');
  }
  return requireOrganization(store, id ?? slug);
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
  const organization = kind === 'oauth' ? readOrganization(store, query) : null;
  return checkOAuthParameters(store, organization, Object.fromEntries(query));
}
