import { checkPublicToken } from '../api/http/credentials.ts';
import { checkOAuthParameters, type OAuthStart } from '../api/oauth/check-oauth-parameters.ts';
import { requireOrganization } from '../api/validation/require-records.ts';
import type { OAuthToken } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** Checks the query of `/oauth/google/start` or `/discovery/start`. Throws a ProviderError. */
export function parseOAuthStart(
  store: Store,
  kind: Exclude<OAuthToken['kind'], 'sso'>,
  url: URL,
  publicToken: string,
): OAuthStart {
  const query = url.searchParams;
  checkPublicToken(query.get('public_token') ?? '', publicToken);
  const locator = query.get('organization_id') ?? query.get('slug') ?? undefined;
  const organization = kind === 'oauth' ? requireOrganization(store, locator) : null;
  return checkOAuthParameters(store, organization, Object.fromEntries(query));
}
