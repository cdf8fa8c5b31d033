import { LIMITS } from '../store/limits.ts';
import type { Factor, OAuthToken, Person } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { checkPkce } from './pkce.ts';
import { refusals } from './provider-error.ts';

/** Issues the one-time token that comes back from Google in the redirect URL. */
export function issueOAuthToken(
  store: Store,
  given: {
    kind: OAuthToken['kind'];
    person: Person;
    organizationId: string | null;
    codeChallenge: string | null;
  },
): OAuthToken {
  const { kind, person, organizationId, codeChallenge } = given;
  const issued: OAuthToken = {
    token: store.ids.token(kind === 'oauth' ? 'oauth-token' : 'discovery-oauth-token'),
    kind,
    email: person.email,
    name: person.name,
    subject: person.subject,
    confirmed: person.confirmed,
    organizationId,
    codeChallenge,
    expiresAt: store.clock.now() + LIMITS.oauthToken,
    usedAt: null,
  };
  store.state.oauthTokens.push(issued);
  return issued;
}

/**
 * Spends a token once. A wrong verifier is refused before the token is spent, so that the tab
 * that started the flow can still finish it.
 */
export function spendOAuthToken(
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
    throw refusals.oauthTokenNotFound();
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
