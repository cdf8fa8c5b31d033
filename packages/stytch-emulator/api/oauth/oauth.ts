import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { route, signInFields } from '../http/route.ts';
import { discoveryResponse } from '../responses/discovery-response.ts';
import { signInWithFactor } from '../sessions/authenticate-member.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import { requireOrganization } from '../validation/require-records.ts';
import { googleFactor, redeemOAuthToken } from './oauth-tokens.ts';

export const oauthRoutes = [
  route({
    browser: 'POST /b2b/oauth/discovery/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({
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
      return {
        ...discoveryResponse(store, { email, name, factors: [googleFactor(store, token)] }),
        provider_type: 'Google',
        provider_tenant_id: '',
        provider_tenant_ids: [],
        full_name: name,
      };
    },
  }),
  route({
    browser: 'POST /b2b/oauth/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      ...signInFields,
      oauth_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    async handle(call, input) {
      const { store } = call;
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const token = redeemOAuthToken(store, 'oauth', input.oauth_token, input.pkce_code_verifier);
      const organization = requireOrganization(store, token.organizationId ?? '');
      const { email, name } = token;
      const person = { email, name, factor: googleFactor(store, token), mayProvision: true };
      const { intermediate_session_token: session } = input;
      return {
        ...(await signInWithFactor(store, organization, person, session, duration)),
        provider_type: 'Google',
        provider_subject: token.subject,
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
