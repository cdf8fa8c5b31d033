import { LIMITS } from '../../store/limits.ts';
import type { Factor, GoogleAccount, OAuthToken } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { checkPkce } from '../validation/pkce.ts';
import type { OAuthStart } from './check-oauth-parameters.ts';

const TOKEN_PREFIX = {
  oauth: 'oauth-token',
  discovery_oauth: 'discovery-oauth-token',
  sso: 'sso-token',
} as const;

/**
 * Issues a one-time token for a person whom Google or an identity provider confirmed. Returns the redirect URL with the token, its
 * type and, for a sign-in to one organization, the organization's slug.
 */
export function issueTokenRedirect(store: Store, start: OAuthStart, account: GoogleAccount): URL {
  const { kind, organization, connectionId = null, codeChallenge } = start;
  const token = store.ids.token(TOKEN_PREFIX[kind]);
  store.state.oauthTokens.push({
    ...account,
    token,
    kind,
    organizationId: organization?.id ?? null,
    connectionId,
    codeChallenge,
    expiresAt: store.clock.now() + LIMITS.oauthTokenMs,
  });
  const url = start.redirectFor(account.email);
  if (organization !== null) url.searchParams.set('slug', organization.slug);
  url.searchParams.set('stytch_token_type', kind);
  url.searchParams.set('token', token);
  return url;
}

/**
 * Redeems a one-time token. A wrong PKCE verifier does not use the token up, so that the tab that
 * started the flow can still finish it.
 */
export function redeemOAuthToken(
  store: Store,
  kind: OAuthToken['kind'],
  token: string,
  verifier: string | undefined,
): OAuthToken {
  const { state, clock } = store;
  const stored = state.oauthTokens.find(
    (candidate) => candidate.token === token && candidate.kind === kind,
  );
  if (stored === undefined || stored.expiresAt <= clock.now()) {
    throw refusal(kind === 'sso' ? 'sso_token_not_found' : 'oauth_token_not_found');
  }
  checkPkce(stored.codeChallenge, verifier);
  state.oauthTokens = state.oauthTokens.filter((each) => each !== stored);
  return stored;
}

/** Returns the factor of a Google sign-in, which verifies the address only if Google has. */
export function googleFactor(store: Store, token: OAuthToken): Factor {
  return {
    method: 'google_oauth',
    at: store.clock.now(),
    verifiesEmail: token.emailVerified,
    subject: token.subject,
  };
}
