import { Hono } from 'hono';
import * as v from 'valibot';
import { ProviderError, providerErrors } from '../api/http/provider-error.ts';
import { issueOAuthRedirect } from '../api/oauth/oauth-tokens.ts';
import { findGoogleAccount, isEmail, normalizeEmail } from '../store/lookup.ts';
import type { GoogleAccount, OAuthToken } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { chooserPage, startErrorPage } from './chooser-page.ts';
import { saveGoogleAccount } from './save-account.ts';
import { type OAuthStart, parseOAuthStart } from './start.ts';

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
  const email = normalizeEmail(choice.email);
  if (choice.choice === 'another') {
    if (!isEmail(email)) throw providerErrors.invalidEmail();
    const name = choice.name.trim() || (email.split('@')[0] ?? email);
    return saveGoogleAccount(store, { email, name, confirmed: choice.confirmed === 'yes' });
  }
  const person = findGoogleAccount(store, email);
  if (person === undefined) {
    throw new ProviderError(400, 'oauth_flow_callback_error', 'This account is not known here.');
  }
  return person;
}

function redirectToApp(redirect: URL, parameters: Record<string, string>): Response {
  for (const [name, value] of Object.entries(parameters)) redirect.searchParams.set(name, value);
  return new Response(null, {
    status: 303,
    headers: {
      location: redirect.href,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}

async function handleChoice(store: Store, start: OAuthStart, request: Request): Promise<Response> {
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  const parsed = v.safeParse(choiceSchema, form);
  if (!parsed.success) {
    throw new ProviderError(400, 'oauth_flow_callback_error', 'No account was chosen.');
  }
  const choice = parsed.output;
  if (choice.choice === 'cancel') {
    return redirectToApp(start.redirectFor(null), {
      error: 'access_denied',
      error_description: 'The sign-in was cancelled at Google.',
    });
  }
  const person = chosenAccount(store, choice);
  return redirectToApp(
    issueOAuthRedirect(store, {
      kind: start.kind,
      person,
      organization: start.organization,
      codeChallenge: start.codeChallenge,
      redirect: start.redirectFor(person.email),
    }),
    {},
  );
}

/** The browser half of Google sign-in: the account chooser, for discovery and one organization. */
export function googleRoutes(store: Store, publicToken: string): Hono {
  const app = new Hono();
  const serve = (path: string, kind: OAuthToken['kind']) => {
    app.on(['GET', 'POST'], path, async (context) => {
      const url = new URL(context.req.url);
      try {
        const start = parseOAuthStart(store, kind, url, publicToken);
        if (context.req.method === 'POST') return await handleChoice(store, start, context.req.raw);
        return await chooserPage({
          people: store.state.people,
          action: `${url.pathname}${url.search}`,
          destination: start.organization?.name ?? store.state.project.project_name,
        });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return startErrorPage(error.statusCode, error.errorType, error.message);
      }
    });
  };
  serve('/start', 'oauth');
  serve('/discovery/start', 'discovery_oauth');
  return app;
}
