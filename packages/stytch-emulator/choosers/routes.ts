import { type Context, Hono } from 'hono';
import { checkPublicToken } from '../api/http/credentials.ts';
import { refusal } from '../api/http/provider-error.ts';
import { checkOAuthParameters, type OAuthStart } from '../api/oauth/check-oauth-parameters.ts';
import { issueTokenRedirect } from '../api/oauth/oauth-tokens.ts';
import { type ConnectionMatch, requireActiveConnection } from '../api/sso.ts';
import { checkRedirectOfType } from '../api/validation/redirect-urls.ts';
import { requireOrganization } from '../api/validation/require-records.ts';
import { stableId } from '../store/ids.ts';
import { saveGoogleAccount } from '../store/sessions.ts';
import type { GoogleAccount } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { readChoice, redirectTo } from './choice.ts';
import { chooserPage } from './chooser-page.ts';

/** A page at which a person chooses an account, for a sign-in whose parameters are checked. */
interface Chooser {
  start: OAuthStart;
  /** Whose page it replaces. */
  provider: string;
  accounts: readonly GoogleAccount[];
  /** Adds an account that the page did not list, with a confirmed address. */
  add(account: { email: string; name: string }): GoogleAccount;
}

/**
 * Creates the routes of a chooser: the page, and the choice. A sign-in that is refused shows the provider's error as
 * JSON, as the provider does.
 */
function chooserRoutes(store: Store, choosers: Record<string, (url: URL) => Chooser>): Hono {
  const app = new Hono();
  const respond = async ({ req }: Context, create: (url: URL) => Chooser): Promise<Response> => {
    const url = new URL(req.url);
    const { start, provider, accounts, add } = create(url);
    if (req.method === 'POST') {
      const choice = await readChoice(req.raw);
      if (choice === null) {
        const back = start.redirectFor(null);
        back.searchParams.set('error', 'access_denied');
        back.searchParams.set('error_description', `The sign-in was cancelled at ${provider}.`);
        return redirectTo(back);
      }
      const { email, name } = choice;
      const account =
        name === null ? accounts.find((each) => each.email === email) : add({ email, name });
      if (account === undefined) throw refusal('oauth_flow_callback_error');
      return redirectTo(issueTokenRedirect(store, start, account));
    }
    const action = `${url.pathname}${url.search}`;
    const destination = start.organization?.name ?? store.state.project.project_name;
    return chooserPage({ provider, accounts, action, destination });
  };
  for (const [path, create] of Object.entries(choosers)) {
    app.on(['GET', 'POST'], path, (context) => respond(context, create));
  }
  return app;
}

/** The account chooser that replaces Google's pages, for one organization and for discovery. */
export function googleRoutes(store: Store): Hono {
  const chooser = (url: URL, isDiscovery: boolean): Chooser => {
    const query = Object.fromEntries(url.searchParams);
    checkPublicToken(query.public_token ?? '');
    const locator = query.organization_id ?? query.slug;
    const organization = isDiscovery ? null : requireOrganization(store, locator);
    return {
      start: checkOAuthParameters(store, organization, query),
      provider: 'Google',
      accounts: store.state.googleAccounts,
      add: (account) => saveGoogleAccount(store, { ...account, emailVerified: true }),
    };
  };
  return chooserRoutes(store, {
    '/start': (url) => chooser(url, false),
    '/discovery/start': (url) => chooser(url, true),
  });
}

/** The page of an organization's identity provider, which knows the members. */
function identityProvider(store: Store, match: ConnectionMatch, start: OAuthStart): Chooser {
  const { organization, connection } = match;
  const { members, seed } = store.state;
  const add = ({ email, name }: { email: string; name: string }) => {
    const subject = stableId(seed, 'sso-subject', `${connection.id}/${email}`);
    return { email, name, emailVerified: true, subject };
  };
  const accounts = members
    .filter((each) => each.organizationId === organization.id && each.status !== 'deleted')
    .slice(0, 50)
    .map(add);
  return { start, provider: connection.displayName, accounts, add };
}

/** The identity provider's page after a start by an app, mounted at the provider's public address. */
export function ssoStartRoutes(store: Store): Hono {
  return chooserRoutes(store, {
    '/': (url) => {
      const query = Object.fromEntries(url.searchParams);
      checkPublicToken(query.public_token ?? '');
      const match = requireActiveConnection(store, query.connection_id ?? null);
      const { organization, connection } = match;
      const start = checkOAuthParameters(store, organization, query, connection.id);
      return identityProvider(store, match, start);
    },
  });
}

/** The identity provider's own portal, mounted at the emulator's own address: it names the app, and has no PKCE. */
export function ssoPortalRoutes(store: Store): Hono {
  return chooserRoutes(store, {
    '/': (url) => {
      const match = requireActiveConnection(store, url.searchParams.get('connection_id'));
      const { organization, connection } = match;
      const app = new URL('/authenticate', url.searchParams.get('app') ?? url.origin).href;
      const login = checkRedirectOfType(store, app, 'LOGIN', 'no_match_for_provided_sso_url');
      const redirectFor = () => new URL(login);
      const sso = { kind: 'sso' as const, organization, connectionId: connection.id };
      return identityProvider(store, match, { ...sso, codeChallenge: null, redirectFor });
    },
  });
}
