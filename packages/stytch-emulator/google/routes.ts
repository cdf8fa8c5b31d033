import { Hono } from 'hono';
import * as v from 'valibot';
import { errorResponse } from '../api/http/json-response.ts';
import { ProviderError, refusal } from '../api/http/provider-error.ts';
import type { OAuthStart } from '../api/oauth/check-oauth-parameters.ts';
import { issueOAuthRedirect } from '../api/oauth/oauth-tokens.ts';
import { checkEmail } from '../api/validation/request-fields.ts';
import { localPart, normalizeEmail } from '../store/email-address.ts';
import { findGoogleAccount } from '../store/lookup.ts';
import type { GoogleAccount, OAuthToken } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { chooserPage } from './chooser-page.ts';
import { parseOAuthStart } from './parse-oauth-start.ts';
import { saveGoogleAccount } from './save-account.ts';

const choiceSchema = v.variant('choice', [
  v.object({ choice: v.literal('person'), email: v.string() }),
  v.object({
    choice: v.literal('another'),
    email: v.string(),
    name: v.optional(v.string(), ''),
    confirmed: v.optional(v.string()),
  }),
  v.object({ choice: v.literal('cancel') }),
]);

function chosenAccount(
  store: Store,
  choice: Exclude<v.InferOutput<typeof choiceSchema>, { choice: 'cancel' }>,
): GoogleAccount {
  if (choice.choice === 'another') {
    const email = checkEmail(choice.email);
    const name = choice.name.trim() || localPart(email);
    return saveGoogleAccount(store, { email, name, emailVerified: choice.confirmed === 'yes' });
  }
  const account = findGoogleAccount(store, normalizeEmail(choice.email));
  if (account === undefined) {
    throw refusal('oauth_flow_callback_error');
  }
  return account;
}

function redirectTo(url: URL): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location: url.href,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}

async function handleChoice(store: Store, start: OAuthStart, request: Request): Promise<Response> {
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  const parsed = v.safeParse(choiceSchema, form);
  if (!parsed.success) {
    throw refusal('oauth_flow_callback_error');
  }
  const choice = parsed.output;
  if (choice.choice === 'cancel') {
    const url = start.redirectFor(null);
    url.searchParams.set('error', 'access_denied');
    url.searchParams.set('error_description', 'The sign-in was cancelled at Google.');
    return redirectTo(url);
  }
  const account = chosenAccount(store, choice);
  return redirectTo(issueOAuthRedirect(store, start, account));
}

/**
 * The account chooser, which replaces Google's pages, for discovery and for one organization. As at Google, an account
 * that is signed in there needs no choice, unless the start asks for one by a prompt. A start that is refused shows the
 * provider's error as JSON, as the provider does.
 */
export function googleRoutes(store: Store, publicToken: string): Hono {
  const app = new Hono();
  const serve = (path: string, kind: OAuthToken['kind']) => {
    app.on(['GET', 'POST'], path, async (context) => {
      const url = new URL(context.req.url);
      try {
        const start = parseOAuthStart(store, kind, url, publicToken);
        if (context.req.method === 'POST') return await handleChoice(store, start, context.req.raw);
        const signedIn = findGoogleAccount(store, store.state.signedInAtGoogle ?? '');
        if (signedIn !== undefined && !url.searchParams.has('provider_prompt')) {
          return redirectTo(issueOAuthRedirect(store, start, signedIn));
        }
        return await chooserPage({
          accounts: store.state.googleAccounts,
          action: `${url.pathname}${url.search}`,
          destination: start.organization?.name ?? store.state.project.project_name,
        });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return errorResponse(store, error);
      }
    });
  };
  serve('/start', 'oauth');
  serve('/discovery/start', 'discovery_oauth');
  return app;
}
