import type {
  B2BDiscoveryAuthenticateResponse,
  B2BOAuthAuthenticateResponse,
} from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { discover } from '../../store/auth-decision.ts';
import { LIMITS } from '../../store/limits.ts';
import { findIntermediateSession, findOrganization } from '../../store/lookup.ts';
import { consumeIntermediateSession, openIntermediateSession } from '../../store/sessions.ts';
import type { IntermediateSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Answer } from '../http/json-response.ts';
import { refusals } from '../http/provider-error.ts';
import { extras, intermediateExtras, route } from '../http/route.ts';
import { discoveredView } from '../responses/api-objects.ts';
import { admit, checkDuration } from '../sessions/authenticate-member.ts';
import { googleFactor, spendOAuthToken } from './oauth-tokens.ts';

/** The answer of every discovery sign-in: an intermediate session and the organizations it opens. */
export function discoveryAnswer(
  store: Store,
  session: IntermediateSession,
): Answer<B2BDiscoveryAuthenticateResponse> {
  return {
    intermediate_session_token: session.token,
    email_address: session.email,
    discovered_organizations: discoveredOrganizations(store, session),
  };
}

/** The organizations somebody may enter or join, with the step-up known to follow. */
export function discoveredOrganizations(
  store: Store,
  who: Pick<IntermediateSession, 'email' | 'factors'>,
): Answer<B2BDiscoveryAuthenticateResponse>['discovered_organizations'] {
  const proved = who.factors.some(({ provesEmail }) => provesEmail);
  return discover(store.state, who.email, proved).map((found) =>
    discoveredView(store, found, who.email, who.factors),
  );
}

export const oauthRoutes = [
  route({
    method: 'POST',
    path: '/b2b/oauth/discovery/authenticate',
    sdk: 'oauth.discovery.authenticate',
    input: v.looseObject({
      ...extras,
      discovery_oauth_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const token = spendOAuthToken(
        store,
        'discovery_oauth',
        input.discovery_oauth_token,
        input.pkce_code_verifier,
      );
      const { email, name } = token;
      return discoveryAnswer(
        store,
        openIntermediateSession(store, { email, name, factors: [googleFactor(store, token)] }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/oauth/authenticate',
    sdk: 'oauth.authenticate',
    input: v.looseObject({
      ...intermediateExtras,
      oauth_token: v.string(),
      session_duration_minutes: v.number(),
      pkce_code_verifier: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    async handle({ store }, input): Promise<Answer<B2BOAuthAuthenticateResponse>> {
      const duration = checkDuration(store, input.session_duration_minutes);
      const token = spendOAuthToken(store, 'oauth', input.oauth_token, input.pkce_code_verifier);
      const organization = findOrganization(store, { id: token.organizationId ?? '' });
      if (organization === undefined) throw refusals.organizationNotFound();

      const intermediate = findIntermediateSession(store, input.intermediate_session_token ?? '');
      const earlier = intermediate?.email === token.email ? intermediate.factors : [];
      const { admitted, answer } = await admit(
        store,
        organization,
        {
          email: token.email,
          name: token.name,
          factors: [...earlier, googleFactor(store, token)],
        },
        duration,
      );
      if (admitted && intermediate !== undefined) {
        consumeIntermediateSession(store, intermediate.token);
      }
      return {
        ...answer,
        provider_values: {
          access_token: store.ids.token('google-access-token'),
          id_token: '',
          refresh_token: '',
          scopes: ['openid', 'email', 'profile'],
          expires_at: store.clock.iso(store.clock.now() + 60 * LIMITS.minute),
        },
      };
    },
  }),
];
