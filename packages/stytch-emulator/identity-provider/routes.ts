import { Hono } from 'hono';
import { checkPublicToken } from '../api/http/credentials.ts';
import { errorResponse } from '../api/http/json-response.ts';
import { ProviderError } from '../api/http/provider-error.ts';
import { issueTokenRedirect } from '../api/oauth/oauth-tokens.ts';
import { type ConnectionMatch, requireActiveConnection } from '../api/sso/find-connection.ts';
import { readChallenge } from '../api/validation/pkce.ts';
import { checkRedirectOfType } from '../api/validation/redirect-urls.ts';
import { cancelRedirect, readChoice, redirectTo } from '../google/choice.ts';
import { chooserPage } from '../google/chooser-page.ts';
import { stableId } from '../store/ids.ts';
import { findMember } from '../store/lookup.ts';
import type { GoogleAccount } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** The checked parameters of a sign-in at an identity provider. */
interface SsoStart extends ConnectionMatch {
  codeChallenge: string | null;
  /** Returns the redirect URL, which may be a different one for an address that is not a member. */
  redirectFor(email: string | null): URL;
}

/** Checks the query of a sign-in that the app starts. */
function parseStart(store: Store, url: URL, publicToken: string): SsoStart {
  const query = Object.fromEntries(url.searchParams);
  checkPublicToken(query.public_token ?? '', publicToken);
  const match = requireActiveConnection(store, query.connection_id ?? null);
  const isRequired = store.state.project.pkce_required_for_sso;
  const codeChallenge = readChallenge(query.pkce_code_challenge, isRequired);
  const check = (given: string | undefined, type: 'LOGIN' | 'SIGNUP') =>
    checkRedirectOfType(store, given, type, 'no_match_for_provided_sso_url');
  const login = check(query.login_redirect_url, 'LOGIN');
  const signup = check(query.signup_redirect_url, 'SIGNUP');
  const isMember = (email: string) => findMember(store, match.organization.id, email) !== undefined;
  const redirectFor = (email: string | null) =>
    new URL(email === null || isMember(email) ? login : signup);
  return { ...match, codeChallenge, redirectFor };
}

/** Checks the query of a sign-in that the identity provider starts: it names the app, and has no PKCE. */
function parsePortal(store: Store, url: URL): SsoStart {
  const match = requireActiveConnection(store, url.searchParams.get('connection_id'));
  const app = new URL('/authenticate', url.searchParams.get('app') ?? url.origin).href;
  const login = checkRedirectOfType(store, app, 'LOGIN', 'no_match_for_provided_sso_url');
  return { ...match, codeChallenge: null, redirectFor: () => new URL(login) };
}

/** The people whom the identity provider knows: the members of the organization. */
function peopleOf(
  { state }: Store,
  { organization, connection }: ConnectionMatch,
): GoogleAccount[] {
  return state.members
    .filter(
      ({ organizationId, status }) => organizationId === organization.id && status !== 'deleted',
    )
    .slice(0, 50)
    .map(({ email, name }) => personAt(state.seed, connection.id, email, name));
}

function personAt(seed: string, connectionId: string, email: string, name: string): GoogleAccount {
  const subject = stableId(seed, 'sso-subject', `${connectionId}/${email}`);
  return { email, name, emailVerified: true, subject };
}

async function respond(store: Store, start: SsoStart, request: Request): Promise<Response> {
  const { organization, connection, codeChallenge } = start;
  const url = new URL(request.url);
  const people = peopleOf(store, start);
  if (request.method !== 'POST') {
    return chooserPage({
      provider: connection.displayName,
      accounts: people,
      action: `${url.pathname}${url.search}`,
      destination: organization.name,
      asksForConfirmation: false,
    });
  }
  const choice = await readChoice(request);
  if (choice === null)
    return redirectTo(cancelRedirect(start.redirectFor(null), connection.displayName));
  const known = people.find(({ email }) => email === choice.email);
  const person =
    known ?? personAt(store.state.seed, connection.id, choice.email, choice.name ?? '');
  const issued = { kind: 'sso' as const, organization, connectionId: connection.id, codeChallenge };
  return redirectTo(
    issueTokenRedirect(store, { ...issued, redirectFor: start.redirectFor }, person),
  );
}

/**
 * The page that replaces an organization's identity provider. The app starts it at `/v1/public/sso/start`; as a
 * person who opens the app from the identity provider's own portal does, it starts by itself at
 * `/_emulator/identity-provider`. A start that is refused shows the provider's error as JSON.
 */
function identityProviderRoutes(store: Store, parse: (store: Store, url: URL) => SsoStart): Hono {
  const app = new Hono();
  app.on(['GET', 'POST'], '/', async ({ req }) => {
    try {
      return await respond(store, parse(store, new URL(req.url)), req.raw);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return errorResponse(store, error);
    }
  });
  return app;
}

/** The start by an app, mounted at the provider's public address. */
export function ssoStartRoutes(store: Store, publicToken: string): Hono {
  return identityProviderRoutes(store, (given, url) => parseStart(given, url, publicToken));
}

/** The start by an identity provider, mounted at the emulator's own address. */
export function ssoPortalRoutes(store: Store): Hono {
  return identityProviderRoutes(store, parsePortal);
}
