import * as v from 'valibot';
import type { ConnectedApp } from '../../store/project-settings.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { type Call, route } from '../http/route.ts';
import { memberResponse } from '../sessions/authenticate-member.ts';
import { readChallenge } from '../validation/pkce.ts';
import { checkRedirectUrl } from '../validation/redirect-urls.ts';
import { getSessionOwner, requireSession } from '../validation/require-records.ts';

const REDIRECT_MISMATCH = 'connected_app_supplied_redirect_url_not_found_in_client';

const authorizeFields = {
  client_id: v.string(),
  redirect_uri: v.string(),
  response_type: v.literal('code', 'response_type must be code.'),
  scopes: v.array(v.string()),
};

function requireClient(store: Store, clientId: string): ConnectedApp {
  const app = store.state.project.connected_apps.find(({ client_id }) => client_id === clientId);
  if (app !== undefined) return app;
  throw refusal('connected_app_not_found');
}

function checkAuthorization(call: Call, input: { client_id: string; redirect_uri: string }) {
  const session = requireSession(call);
  const app = requireClient(call.store, input.client_id);
  const redirect = checkRedirectUrl(input.redirect_uri, app.redirect_uris, REDIRECT_MISMATCH);
  return { app, redirect, session };
}

function withParameters(url: URL, parameters: Record<string, string | undefined>): string {
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** The calls in which the provider is the identity provider of a connected app. */
export const connectedAppRoutes = [
  route({
    browser: 'POST /idp/b2b/oauth/authorize/start',
    backend: 'POST /b2b/idp/oauth/authorize/start',
    body: v.looseObject(authorizeFields),
    handle(call, input) {
      const { app, session } = checkAuthorization(call, input);
      const { client_id, client_name, client_description } = app;
      return {
        ...memberResponse(call.store, getSessionOwner(call.store, session).member),
        client: { client_id, client_type: 'third_party', client_name, client_description },
        consent_required: true,
        scope_results: input.scopes.map((scope) => ({
          scope,
          is_grantable: app.scopes.includes(scope),
          description: scope,
        })),
      };
    },
  }),
  route({
    browser: 'POST /idp/b2b/oauth/authorize/submit',
    backend: 'POST /b2b/idp/oauth/authorize',
    body: v.looseObject({
      ...authorizeFields,
      consent_granted: v.boolean(),
      state: v.optional(v.string()),
      code_challenge: v.optional(v.string()),
    }),
    handle(call, input) {
      const { store } = call;
      const { redirect } = checkAuthorization(call, input);
      const { state } = input;
      if (!input.consent_granted) {
        return { redirect_uri: withParameters(redirect, { error: 'access_denied', state }) };
      }
      readChallenge(input.code_challenge, false);
      const code = store.ids.token('authorization-code');
      return {
        redirect_uri: withParameters(redirect, { code, state }),
        authorization_code: code,
      };
    },
  }),
  route({
    browser: 'POST /b2b/oauth/logout/start',
    body: v.looseObject({
      client_id: v.string(),
      post_logout_redirect_uri: v.string(),
      state: v.string(),
      id_token_hint: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const app = requireClient(store, input.client_id);
      const redirect = checkRedirectUrl(
        input.post_logout_redirect_uri,
        app.post_logout_redirect_uris,
        REDIRECT_MISMATCH,
      );
      return {
        redirect_uri: withParameters(redirect, { state: input.state }),
        consent_required: input.id_token_hint === undefined,
      };
    },
  }),
];
