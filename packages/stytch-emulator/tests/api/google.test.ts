import { describe, expect } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import {
  APP_ORIGIN,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  type RawClient,
  test,
} from '../support/raw-client.ts';

const CHALLENGE = { pkce_code_challenge: PKCE_CHALLENGE };
const DISCOVERY = { ...CHALLENGE, discovery_redirect_url: `${APP_ORIGIN}/discovery` };
const REDIRECTS = {
  ...CHALLENGE,
  login_redirect_url: `${APP_ORIGIN}/authenticate`,
  signup_redirect_url: `${APP_ORIGIN}/authenticate`,
};
const ADA = { choice: 'person', email: 'ada@acme.example' };

function show(client: RawClient, kind: 'start' | 'discovery/start', query: object) {
  const parameters = new URLSearchParams({ public_token: EMULATOR_PUBLIC_TOKEN, ...query });
  return client.send(`/v1/b2b/public/oauth/google/${kind}?${parameters}`);
}

function setRedirectUrl(client: RawClient, url: string, is_default: boolean) {
  return client.control('PATCH', '/project', {
    redirect_urls: [{ url, valid_types: [{ type: 'DISCOVERY', is_default }] }],
  });
}

describe('the account chooser', () => {
  test('has one button per account, named by its address, and no script', async ({ client }) => {
    const { status, headers, text } = await show(client, 'discovery/start', DISCOVERY);
    expect(status).toBe(200);
    for (const email of ['ada@acme.example', 'ezra@fjord.example']) {
      expect(text).toContain(`aria-label="${email}"`);
    }
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('names the organization it signs in to', async ({ client }) => {
    const { text } = await show(client, 'start', { ...REDIRECTS, slug: 'birch' });
    expect(text).toContain('Birch Labs');
  });

  test('redirects with a token, or with an error when it is cancelled', async ({ client }) => {
    const chosen = await client.chooseAtGoogle(DISCOVERY, ADA);
    expect(chosen.href).toMatch(
      /^http:\/\/localhost:5173\/discovery\?stytch_token_type=discovery_oauth&token=discovery-oauth-token-/,
    );
    const cancelled = await client.chooseAtGoogle(DISCOVERY, { choice: 'cancel' });
    expect(cancelled.searchParams.get('error')).toBe('access_denied');
    expect(cancelled.searchParams.has('token')).toBe(false);
  });

  test('answers at once for the account that is signed in at Google, unless it is prompted', async ({
    client,
  }) => {
    const { json: state } = await client.control('GET', '/state');
    await client.control('PUT', '/state', { ...state, signedInAtGoogle: ADA.email });
    const answered = await show(client, 'discovery/start', DISCOVERY);
    expect(answered.status).toBe(303);
    expect(answered.headers.get('location')).toContain('stytch_token_type=discovery_oauth&token=');
    const prompted = { ...DISCOVERY, provider_prompt: 'select_account' };
    expect((await show(client, 'discovery/start', prompted)).text).toContain('Choose an account');
  });

  test('saves another account, also an unconfirmed one', async ({ client }) => {
    const given = { choice: 'another', email: ' New@Person.example ', name: 'New Person' };
    const url = await client.chooseAtGoogle(DISCOVERY, given);
    const token = url.searchParams.get('token') ?? '';
    const { json } = await client.redeemDiscovery(token, PKCE_VERIFIER);
    expect(json.data.email_address).toBe('new@person.example');
    expect(client.handler.store.state.googleAccounts.at(-1)).toMatchObject({
      email: 'new@person.example',
      emailVerified: false,
    });
  });

  test('uses the sign-up redirect when the person is not a member', async ({ client }) => {
    await client.control('PATCH', '/project', {
      redirect_urls: ['LOGIN', 'SIGNUP'].map((type) => ({
        url: `${APP_ORIGIN}/${type}`,
        valid_types: [{ type, is_default: false }],
      })),
    });
    const urls = {
      login_redirect_url: `${APP_ORIGIN}/LOGIN`,
      signup_redirect_url: `${APP_ORIGIN}/SIGNUP`,
    };
    const dora = { choice: 'person', email: 'dora@acme.example' };
    const url = await client.chooseAtGoogle(
      { ...CHALLENGE, ...urls, slug: 'grove' },
      dora,
      'start',
    );
    expect(url.pathname).toBe('/SIGNUP');
    expect(url.searchParams.get('slug')).toBe('grove');
  });

  test('allows the redirect URLs of the project, and uses the default one', async ({ client }) => {
    const url = 'https://app.example/discovery?from=mail';
    await setRedirectUrl(client, url, true);
    expect((await show(client, 'discovery/start', DISCOVERY)).status).toBe(400);
    const given = await client.chooseAtGoogle({ ...CHALLENGE, discovery_redirect_url: url }, ADA);
    const byDefault = await client.chooseAtGoogle(CHALLENGE, ADA);
    for (const { href } of [given, byDefault]) expect(href).toContain(`${url}&stytch`);
    await client.sendLink(ADA.email, { discovery_redirect_url: undefined });
    expect((await client.newestMail(ADA.email)).link).toContain(`${url}&`);
    const wildcard = await setRedirectUrl(client, 'https://*.app.example/discovery', true);
    expect(wildcard.status).toBe(400);
    expect(wildcard.json.error).toContain('wildcard');
  });
});

describe('One Tap [R14.12]', () => {
  async function submit(client: RawClient, path: string, given: object) {
    const { json } = await client.control('POST', '/google/id-token', { email: ADA.email });
    const body = { id_token: json.id_token, ...given };
    const response = await client.post(`/b2b/oauth/google/onetap/${path}`, body);
    return new URL(response.json.data.redirect_url).searchParams.get('token') ?? '';
  }

  test('GET /b2b/oauth/google/onetap/start', async ({ client }) => {
    const { json } = await client.call('GET', '/b2b/oauth/google/onetap/start');
    expect(json.data.google_client_id).toBe('emulator-client.apps.googleusercontent.example');
  });

  test('POST /b2b/oauth/google/onetap/discovery/submit', async ({ client }) => {
    const token = await submit(client, 'discovery/submit', DISCOVERY);
    const { json } = await client.redeemDiscovery(token, PKCE_VERIFIER);
    expect(json.data.email_address).toBe(ADA.email);
  });

  test('POST /b2b/oauth/google/onetap/submit', async ({ client }) => {
    const organization_id = client.organizationId('acme');
    const oauth_token = await submit(client, 'submit', { ...REDIRECTS, organization_id });
    const { json } = await client.post('/b2b/oauth/authenticate', {
      oauth_token,
      session_duration_minutes: 60,
      pkce_code_verifier: PKCE_VERIFIER,
    });
    expect(json.data.member_authenticated).toBe(true);
  });
});

describe('the searches of the prebuilt screens [R14.14]', () => {
  test('POST /users/search', async ({ client }) => {
    const search = async (email: string) =>
      (await client.post('/users/search', { email })).json.data.userType;
    expect(await search(ADA.email)).toBe('passwordless');
    expect(await search('nobody@nowhere.example')).toBe('new');
  });

  test('POST /b2b/organizations/members/search', async ({ client }) => {
    const organization_id = client.organizationId('acme');
    const search = async (email_address: string) =>
      (await client.post('/b2b/organizations/members/search', { email_address, organization_id }))
        .json.data.member;
    expect(await search(ADA.email)).toEqual({
      status: 'active',
      name: 'Ada Lovell',
      member_password_id: '',
    });
    expect(await search('ben@birch.example')).toBeNull();
  });

  test('POST /b2b/organizations/search', async ({ client }) => {
    const { json } = await client.post('/b2b/organizations/search', { organization_slug: 'cedar' });
    // These fields and no others: anybody who knows the slug may read them.
    expect(json.data.organization).toEqual({
      organization_id: client.organizationId('cedar'),
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
});
