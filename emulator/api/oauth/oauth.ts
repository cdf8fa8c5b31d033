import type { B2BOAuthAuthenticateResponse } from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { findIntermediateSession } from '../../store/lookup.ts';
import { createIntermediateSession } from '../../store/sessions.ts';
import type { ResponseBody } from '../http/json-response.ts';
import { intermediateSessionFields, protectionFields, route } from '../http/route.ts';
import { discoveryResponse } from '../responses/discovery-response.ts';
import { authenticateMember } from '../sessions/authenticate-member.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import { requireOrganization } from '../validation/require-records.ts';
import { googleFactor, redeemOAuthToken } from './oauth-tokens.ts';

export const oauthRoutes = [
  route({
    endpoint: 'POST /b2b/oauth/discovery/authenticate',
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
    endpoint: 'POST /b2b/oauth/authenticate',
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
      const organization = requireOrganization(store, { id: token.organizationId ?? '' });
      const intermediateSession = findIntermediateSession(
        store,
        input.intermediate_session_token ?? '',
      );
      const { email, name } = token;
      const earlier = intermediateSession?.email === email ? intermediateSession.factors : [];
      const factors = [...earlier, googleFactor(store, token)];
      const response = await authenticateMember(
        store,
        organization,
        { email, name, factors, intermediateSession },
        duration,
      );
      return {
        ...response,
        provider_values: {
          access_token: store.ids.token('google-access-token'),
          id_token: '',
          refresh_token: '',
          scopes: ['openid', 'email', 'profile'],
          expires_at: store.clock.iso(store.clock.now() + 60 * LIMITS.minuteMs),
        },
      };
    },
  }),
];
