import { Hono } from 'hono';
import { errorResponse } from '../api/http/json-response.ts';
import { ProviderError, refusal } from '../api/http/provider-error.ts';
import type { OAuthStart } from '../api/oauth/check-oauth-parameters.ts';
import { issueTokenRedirect } from '../api/oauth/oauth-tokens.ts';
import { findGoogleAccount } from '../store/lookup.ts';
import type { OAuthToken } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { cancelRedirect, readChoice, redirectTo } from './choice.ts';
import { chooserPage } from './chooser-page.ts';
import { parseOAuthStart } from './parse-oauth-start.ts';
import { saveGoogleAccount } from './save-account.ts';

async function handleChoice(store: Store, start: OAuthStart, request: Request): Promise<Response> {
  const choice = await readChoice(request);
  if (choice === null) return redirectTo(cancelRedirect(start.redirectFor(null), 'Google'));
  const { email, name, isConfirmed } = choice;
  const account =
    name === null
      ? findGoogleAccount(store, email)
      : saveGoogleAccount(store, { email, name, emailVerified: isConfirmed });
  if (account === undefined) throw refusal('oauth_flow_callback_error');
  return redirectTo(issueTokenRedirect(store, start, account));
}

/**
 * The account chooser, which replaces Google's pages, for discovery and for one organization. As at Google, an account
 * that is signed in there needs no choice, unless the start asks for one by a prompt. A start that is refused shows the
 * provider's error as JSON, as the provider does.
 */
export function googleRoutes(store: Store, publicToken: string): Hono {
  const app = new Hono();
  const serve = (path: string, kind: Exclude<OAuthToken['kind'], 'sso'>) => {
    app.on(['GET', 'POST'], path, async (context) => {
      const url = new URL(context.req.url);
      try {
        const start = parseOAuthStart(store, kind, url, publicToken);
        if (context.req.method === 'POST') return await handleChoice(store, start, context.req.raw);
        const signedIn = findGoogleAccount(store, store.state.signedInAtGoogle ?? '');
        if (signedIn !== undefined && !url.searchParams.has('provider_prompt')) {
          return redirectTo(issueTokenRedirect(store, start, signedIn));
        }
        return await chooserPage({
          provider: 'Google',
          asksForConfirmation: true,
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
