import { describe, expect } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import {
  APP_ORIGIN,
  createRawClient,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  test,
} from '../support/raw-client.ts';

const DISCOVERY = {
  pkce_code_challenge: PKCE_CHALLENGE,
  discovery_redirect_url: `${APP_ORIGIN}/discovery`,
};

function startPath(kind: 'start' | 'discovery/start', query: Record<string, string>): string {
  const parameters = new URLSearchParams({ public_token: EMULATOR_PUBLIC_TOKEN, ...query });
  return `/v1/b2b/public/oauth/google/${kind}?${parameters}`;
}

describe('the account chooser', () => {
  test('has one button per account, named by its address, and no script', async () => {
    const { status, headers, text } = await createRawClient().send(
      startPath('discovery/start', DISCOVERY),
    );
    expect(status).toBe(200);
    expect(text).toContain('<h1>Choose an account</h1>');
    for (const email of ['ada@acme.example', 'ezra@fjord.example']) {
      expect(text).toContain(`aria-label="${email}"`);
    }
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('names the organization it signs in to', async () => {
    const { text } = await createRawClient().send(
      startPath('start', {
        pkce_code_challenge: PKCE_CHALLENGE,
        slug: 'birch',
        login_redirect_url: `${APP_ORIGIN}/authenticate`,
        signup_redirect_url: `${APP_ORIGIN}/authenticate`,
      }),
    );
    expect(text).toContain('Birch Labs');
  });

  test('redirects to the app with a discovery token', async () => {
    const redirectUrl = await createRawClient().chooseAtGoogle(DISCOVERY, {
      choice: 'person',
      email: 'ada@acme.example',
    });
    expect(redirectUrl.href).toMatch(
      /^http:\/\/localhost:5173\/discovery\?stytch_token_type=discovery_oauth&token=discovery-oauth-token-/,
    );
  });

  test('redirects with an error and no token when the sign-in is cancelled', async () => {
    const redirectUrl = await createRawClient().chooseAtGoogle(DISCOVERY, { choice: 'cancel' });
    expect(redirectUrl.searchParams.get('error')).toBe('access_denied');
    expect(redirectUrl.searchParams.has('token')).toBe(false);
  });

  test('answers at once for the account that is signed in at Google, unless it is prompted', async ({
    client,
  }) => {
    const { json: state } = await client.control('GET', '/state');
    await client.control('PUT', '/state', { ...state, signedInAtGoogle: 'ada@acme.example' });
    const answered = await client.send(startPath('discovery/start', DISCOVERY));
    expect(answered.status).toBe(303);
    expect(answered.headers.get('location')).toContain('stytch_token_type=discovery_oauth&token=');
    const prompted = { ...DISCOVERY, provider_prompt: 'select_account' };
    const asked = await client.send(startPath('discovery/start', prompted));
    expect(asked.text).toContain('<h1>Choose an account</h1>');
  });

  test('saves another account, also an unconfirmed one', async ({ client }) => {
    const redirectUrl = await client.chooseAtGoogle(DISCOVERY, {
      choice: 'another',
      email: ' New@Person.example ',
      name: 'New Person',
    });
    const response = await client.post('/b2b/oauth/discovery/authenticate', {
      discovery_oauth_token: redirectUrl.searchParams.get('token'),
      pkce_code_verifier: PKCE_VERIFIER,
    });
    expect(response.json.data.email_address).toBe('new@person.example');
    expect(client.handler.store.state.googleAccounts.at(-1)).toMatchObject({
      email: 'new@person.example',
      emailVerified: false,
    });
  });

  test('uses the sign-up redirect when the person is not a member', async ({ client }) => {
    await client.control('PATCH', '/project', {
      redirect_urls: [
        {
          url: `${APP_ORIGIN}/authenticate`,
          valid_types: [{ type: 'LOGIN', is_default: false }],
        },
        { url: `${APP_ORIGIN}/welcome`, valid_types: [{ type: 'SIGNUP', is_default: false }] },
      ],
    });
    const redirectUrl = await client.chooseAtGoogle(
      {
        pkce_code_challenge: PKCE_CHALLENGE,
        slug: 'grove',
        login_redirect_url: `${APP_ORIGIN}/authenticate`,
        signup_redirect_url: `${APP_ORIGIN}/welcome`,
      },
      { choice: 'person', email: 'dora@acme.example' },
      'start',
    );
    expect(redirectUrl.pathname).toBe('/welcome');
    expect(redirectUrl.searchParams.get('slug')).toBe('grove');
  });
});

describe('an invalid start is answered with the provider’s error as JSON', () => {
  test.each([
    [
      'discovery/start',
      { discovery_redirect_url: `${APP_ORIGIN}/discovery` },
      'invalid_pkce_code_challenge',
    ],
    [
      'discovery/start',
      { ...DISCOVERY, pkce_code_challenge: 'short' },
      'invalid_pkce_code_challenge',
    ],
    ['discovery/start', { ...DISCOVERY, public_token: 'other' }, 'public_token_not_found'],
    [
      'discovery/start',
      { ...DISCOVERY, discovery_redirect_url: 'https://evil.example/discovery' },
      'no_match_for_provided_oauth_url',
    ],
    [
      'discovery/start',
      { ...DISCOVERY, discovery_redirect_url: 'javascript:alert(1)' },
      'redirect_url_cannot_use_protocol',
    ],
    [
      'discovery/start',
      { pkce_code_challenge: PKCE_CHALLENGE },
      'no_default_discovery_redirect_url_set',
    ],
    [
      'discovery/start',
      { ...DISCOVERY, discovery_redirect_url: `${APP_ORIGIN}/authenticate` },
      'no_match_for_provided_oauth_url',
    ],
    [
      'start',
      { pkce_code_challenge: PKCE_CHALLENGE, slug: 'acme' },
      'no_default_login_redirect_url_set',
    ],
    [
      'start',
      {
        pkce_code_challenge: PKCE_CHALLENGE,
        slug: 'acme',
        login_redirect_url: `${APP_ORIGIN}/authenticate`,
      },
      'no_default_signup_redirect_url_set',
    ],
    ['start', { pkce_code_challenge: PKCE_CHALLENGE }, 'missing_oauth_organization_locator'],
    ['start', { pkce_code_challenge: PKCE_CHALLENGE, slug: 'nowhere' }, 'organization_not_found'],
    [
      'start',
      { pkce_code_challenge: PKCE_CHALLENGE, slug: 'acme', organization_id: 'x' },
      'too_many_oauth_organization_locators',
    ],
  ] as const)('%s %o', async (kind, query, errorType) => {
    const { status, headers, text } = await createRawClient().send(startPath(kind, query));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(text)).toMatchObject({ status_code: status, error_type: errorType });
  });

  test('rejects an account that was not offered', async ({ client }) => {
    const response = await client.send(startPath('discovery/start', DISCOVERY), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'choice=person&email=stranger@nowhere.example',
    });
    expect([response.status, response.text.includes('oauth_flow_callback_error')]).toEqual([
      400,
      true,
    ]);
  });

  test('allows the redirect URLs of the project settings', async ({ client }) => {
    const setUrl = (url: string, is_default: boolean) =>
      client.control('PATCH', '/project', {
        redirect_urls: [{ url, valid_types: [{ type: 'DISCOVERY', is_default }] }],
      });
    await setUrl('https://app.example/discovery?from=mail', true);
    expect((await client.send(startPath('discovery/start', DISCOVERY))).status).toBe(400);
    const choose = (query: object) =>
      client.chooseAtGoogle(
        { pkce_code_challenge: PKCE_CHALLENGE, ...query },
        { choice: 'person', email: 'ada@acme.example' },
      );
    const given = await choose({
      discovery_redirect_url: 'https://app.example/discovery?from=mail',
    });
    expect(given.origin).toBe('https://app.example');
    expect((await choose({})).href).toContain('https://app.example/discovery?from=mail&stytch');
    const wildcard = await setUrl('https://*.app.example/discovery', true);
    expect([wildcard.status, wildcard.json.error]).toEqual([
      400,
      expect.stringContaining('wildcard'),
    ]);
  });
});

describe('One Tap', () => {
  async function idToken(client: ReturnType<typeof createRawClient>, more: object = {}) {
    const { json } = await client.control('POST', '/google/id-token', {
      email: 'ada@acme.example',
      ...more,
    });
    return json.id_token;
  }

  test('GET /b2b/oauth/google/onetap/start [R14.12]', async ({ client }) => {
    const started = await client.call('GET', '/b2b/oauth/google/onetap/start');
    expect(started.json.data.google_client_id).toBe(
      'emulator-client.apps.googleusercontent.example',
    );
    await client.control('PATCH', '/project', { google_one_tap_client_id: null });
    const refused = await client.call('GET', '/b2b/oauth/google/onetap/start');
    expect([refused.status, refused.json.error_type]).toEqual([404, 'oauth_config_not_found']);
  });

  test('POST /b2b/oauth/google/onetap/discovery/submit [R14.12]', async ({ client }) => {
    const submit = async (id_token: string) =>
      client.post('/b2b/oauth/google/onetap/discovery/submit', { id_token, ...DISCOVERY });
    const { json } = await submit(await idToken(client));
    const redirectUrl = new URL(json.data.redirect_url);
    const signedIn = await client.post('/b2b/oauth/discovery/authenticate', {
      discovery_oauth_token: redirectUrl.searchParams.get('token'),
      pkce_code_verifier: PKCE_VERIFIER,
    });
    expect(signedIn.json.data.email_address).toBe('ada@acme.example');
    for (const bad of [
      'not a token',
      await idToken(client, { audience: 'somebody else' }),
      await idToken(client, { expired: true }),
    ]) {
      expect((await submit(bad)).json.error_type).toBe('id_token_invalid');
    }
  });

  test('POST /b2b/oauth/google/onetap/submit [R14.12]', async ({ client }) => {
    const submit = (more: object) =>
      client.post('/b2b/oauth/google/onetap/submit', {
        pkce_code_challenge: PKCE_CHALLENGE,
        login_redirect_url: `${APP_ORIGIN}/authenticate`,
        signup_redirect_url: `${APP_ORIGIN}/authenticate`,
        ...more,
      });
    const id_token = await idToken(client);
    const missing = await submit({ id_token });
    expect(missing.status).toBe(400);
    expect(missing.json.error_message).toContain('organization_id');
    expect((await submit({ id_token, organization_id: 'none' })).json.error_type).toBe(
      'organization_not_found',
    );
    const { json } = await submit({ id_token, organization_id: client.organizationId('acme') });
    const signedIn = await client.post('/b2b/oauth/authenticate', {
      oauth_token: new URL(json.data.redirect_url).searchParams.get('token'),
      session_duration_minutes: 60,
      pkce_code_verifier: PKCE_VERIFIER,
    });
    expect(signedIn.json.data.member_authenticated).toBe(true);
  });
});

describe('searches and connected apps', () => {
  test('POST /users/search [R14.14]', async ({ client }) => {
    const search = async (email: string) => client.post('/users/search', { email });
    expect((await search('ada@acme.example')).json.data.userType).toBe('passwordless');
    expect((await search('nobody@nowhere.example')).json.data.userType).toBe('new');
    expect((await search('nobody')).json.error_type).toBe('invalid_email');
  });

  test('POST /b2b/organizations/members/search [R14.14]', async ({ client }) => {
    const search = (email_address: string, organization_id: string) =>
      client.post('/b2b/organizations/members/search', { email_address, organization_id });
    const acme = client.organizationId('acme');
    expect((await search('ada@acme.example', acme)).json.data.member).toEqual({
      status: 'active',
      name: 'Ada Lovell',
      member_password_id: '',
    });
    expect((await search('ben@birch.example', acme)).json.data.member).toBeNull();
    expect((await search('ada@acme.example', 'none')).json.error_type).toBe(
      'organization_not_found',
    );
  });

  test('POST /b2b/organizations/search', async () => {
    const { json } = await createRawClient().post('/b2b/organizations/search', {
      organization_slug: 'cedar',
    });
    // These fields and no others: anybody who knows the slug may read them.
    expect(json.data.organization).toEqual({
      organization_id: expect.stringMatching(/^organization-test-/),
      organization_name: 'Cedar Bank',
      organization_slug: 'cedar',
      organization_logo_url: '',
      sso_active_connections: [],
      sso_default_connection_id: null,
      email_jit_provisioning: 'NOT_ALLOWED',
      email_allowed_domains: [],
      oauth_tenant_jit_provisioning: 'NOT_ALLOWED',
      allowed_oauth_tenants: {},
      auth_methods: 'RESTRICTED',
      allowed_auth_methods: ['google_oauth', 'email_otp'],
      mfa_policy: 'OPTIONAL',
    });
  });

  test('POST /idp/b2b/oauth/authorize/start, POST /idp/b2b/oauth/authorize/submit, POST /b2b/oauth/logout/start [R14.15]', async ({
    client,
  }) => {
    const authorize = {
      client_id: 'connected-app-test-0001',
      redirect_uri: 'http://127.0.0.1:7000/callback',
      response_type: 'code',
      scopes: ['openid'],
    };
    const unauthenticated = await client.post('/idp/b2b/oauth/authorize/start', authorize);
    expect(unauthenticated.json.error_type).toBe('user_unauthenticated');
    await client.signIn('ada@acme.example', 'acme');
    const wrongType = await client.post('/idp/b2b/oauth/authorize/start', {
      ...authorize,
      response_type: 'token',
    });
    expect(wrongType.json.error_message).toContain('response_type must be code.');
    const unknownScope = await client.post('/idp/b2b/oauth/authorize/submit', {
      ...authorize,
      scopes: ['everything'],
      consent_granted: true,
    });
    expect(unknownScope.json.data).toEqual(
      expect.objectContaining({ redirect_uri: `${authorize.redirect_uri}?error=invalid_scope` }),
    );
    const badChallenge = await client.post('/idp/b2b/oauth/authorize/submit', {
      ...authorize,
      consent_granted: true,
      code_challenge: 'short',
    });
    expect(badChallenge.json.error_type).toBe('invalid_pkce_code_challenge');
    const logout = await client.post('/b2b/oauth/logout/start', {
      client_id: 'none',
      post_logout_redirect_uri: 'http://127.0.0.1:7000/bye',
      state: 's',
    });
    expect(logout.json.error_type).toBe('connected_app_not_found');
  });
});
