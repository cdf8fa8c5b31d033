import type {
  B2BDiscoveryAuthenticateResponse,
  B2BOAuthAuthenticateResponse,
} from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { findDiscoverableOrganizations } from '../../store/auth-decision.ts';
import { LIMITS } from '../../store/limits.ts';
import { findIntermediateSession, findOrganization } from '../../store/lookup.ts';
import { createIntermediateSession, deleteIntermediateSession } from '../../store/sessions.ts';
import type { IntermediateSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { ResponseBody } from '../http/json-response.ts';
import { providerErrors } from '../http/provider-error.ts';
import { intermediateSessionFields, protectionFields, route } from '../http/route.ts';
import { discoveredOrganizationObject } from '../responses/api-objects.ts';
import { authenticateMember, checkSessionDuration } from '../sessions/authenticate-member.ts';
import { googleFactor, redeemOAuthToken } from './oauth-tokens.ts';

/** The answer of every discovery sign-in: an intermediate session and the organizations it opens. */
export function discoveryResponse(
  store: Store,
  session: IntermediateSession,
): ResponseBody<B2BDiscoveryAuthenticateResponse> {
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
): ResponseBody<B2BDiscoveryAuthenticateResponse>['discovered_organizations'] {
  const proved = who.factors.some(({ provesEmail }) => provesEmail);
  return findDiscoverableOrganizations(store.state, who.email, proved).map((found) =>
    discoveredOrganizationObject(store, found, who.email, who.factors),
  );
}

export const oauthRoutes = [
  route({
    method: 'POST',
    path: '/b2b/oauth/discovery/authenticate',
    sdkMethod: 'oauth.discovery.authenticate',
    body: v.looseObject({
      ...protectionFields,
      discovery_oauth_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const token = redeemOAuthToken(
        store,
        'discovery_oauth',
        input.discovery_oauth_token,
        input.pkce_code_verifier,
      );
      const { email, name } = token;
      return discoveryResponse(
        store,
        createIntermediateSession(store, { email, name, factors: [googleFactor(store, token)] }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/oauth/authenticate',
    sdkMethod: 'oauth.authenticate',
    body: v.looseObject({
      ...intermediateSessionFields,
      oauth_token: v.string(),
      session_duration_minutes: v.number(),
      pkce_code_verifier: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    async handle({ store }, input): Promise<ResponseBody<B2BOAuthAuthenticateResponse>> {
      const duration = checkSessionDuration(store, input.session_duration_minutes);
      const token = redeemOAuthToken(store, 'oauth', input.oauth_token, input.pkce_code_verifier);
      const organization = findOrganization(store, { id: token.organizationId ?? '' });
      if (organization === undefined) throw providerErrors.organizationNotFound();

      const intermediate = findIntermediateSession(store, input.intermediate_session_token ?? '');
      const earlier = intermediate?.email === token.email ? intermediate.factors : [];
      const { admitted, answer } = await authenticateMember(
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
        deleteIntermediateSession(store, intermediate.token);
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
