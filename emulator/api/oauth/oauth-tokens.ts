import { LIMITS } from '../../store/limits.ts';
import type { Factor, GoogleAccount, OAuthToken, StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { providerErrors } from '../http/provider-error.ts';
import { checkPkce } from '../validation/pkce.ts';

/**
 * Issues the one-time token and gives where the browser lands with it: the token, its type and, for
 * one organization, its slug.
 */
export function issueOAuthRedirect(
  store: Store,
  given: {
    kind: OAuthToken['kind'];
    person: GoogleAccount;
    organization: StoredOrganization | null;
    codeChallenge: string | null;
    redirect: URL;
  },
): URL {
  const { kind, person, organization, codeChallenge, redirect } = given;
  const token = store.ids.token(kind === 'oauth' ? 'oauth-token' : 'discovery-oauth-token');
  store.state.oauthTokens.push({
    token,
    kind,
    email: person.email,
    name: person.name,
    subject: person.subject,
    confirmed: person.confirmed,
    organizationId: organization?.id ?? null,
    codeChallenge,
    expiresAt: store.clock.now() + LIMITS.oauthToken,
    usedAt: null,
  });
  const landing = new URL(redirect);
  if (organization !== null) landing.searchParams.set('slug', organization.slug);
  landing.searchParams.set('stytch_token_type', kind);
  landing.searchParams.set('token', token);
  return landing;
}

/**
 * Spends a token once. A wrong verifier is refused before the token is spent, so that the tab
 * that started the flow can still finish it.
 */
export function redeemOAuthToken(
  store: Store,
  kind: OAuthToken['kind'],
  token: string,
  verifier: string | undefined,
): OAuthToken {
  const now = store.clock.now();
  const found = store.state.oauthTokens.find(
    (candidate) => candidate.token === token && candidate.kind === kind,
  );
  if (found === undefined || found.usedAt !== null || found.expiresAt <= now) {
    throw providerErrors.oauthTokenNotFound();
  }
  checkPkce(found.codeChallenge, verifier);
  found.usedAt = now;
  return found;
}

/** What a Google sign-in proves: the account always, the address only if Google confirms it. */
export function googleFactor(store: Store, token: OAuthToken): Factor {
  return {
    method: 'google_oauth',
    at: store.clock.now(),
    provesEmail: token.confirmed,
    subject: token.subject,
  };
}
