import { describe, expect } from 'vitest';
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

describe('the account chooser', () => {
  test('has one button per account, named by its address, and no script', async ({ client }) => {
    const { status, headers, text } = await client.atGoogle('discovery/start', DISCOVERY);
    expect(status).toBe(200);
    for (const email of ['ada@acme.example', 'ezra@fjord.example']) {
      expect(text).toContain(`aria-label="${email}"`);
    }
    expect(text).not.toContain('<script');
    expect(text.split('>unconfirmed<')).toHaveLength(2);
    expect(text).toContain('action="/v1/b2b/public/oauth/google/discovery/start?public_token=');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none';.* frame-ancestors 'none'/);
    const { text: named } = await client.atGoogle('start', { ...REDIRECTS, slug: 'birch' });
    expect(named).toContain('Birch Labs');
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

  test('saves another account', async ({ client }) => {
    const given = { choice: 'another', email: ' New@Person.example ', name: 'New Person' };
    const url = await client.chooseAtGoogle(DISCOVERY, given);
    const token = url.searchParams.get('token') ?? '';
    const { json } = await client.redeemDiscovery(token, PKCE_VERIFIER);
    expect(json.data.email_address).toBe('new@person.example');
    expect(client.handler.store.state.googleAccounts.at(-1)).toMatchObject({
      email: 'new@person.example',
      emailVerified: true,
    });
    await client.chooseAtGoogle(DISCOVERY, { ...given, email: 'no@name.example', name: ' ' });
    expect(client.handler.store.state.googleAccounts.at(-1)?.name).toBe('no');
  });

  test('leads to the redirect URL that the project allows, and a new person to that of sign-ups', async ({
    client,
  }) => {
    const urls = ['LOGIN', 'SIGNUP'].map((type) => ({
      url: `https://app.example/${type}?from=mail`,
      types: [type],
    }));
    await client.control('PATCH', '/project', { redirect_urls: urls });
    const [login, signup] = urls.map(({ url }) => url);
    const start = {
      ...CHALLENGE,
      login_redirect_url: `${login}`,
      signup_redirect_url: `${signup}`,
    };
    const dora = { choice: 'person', email: 'dora@acme.example' };
    for (const [slug, expected] of [
      ['acme', login],
      ['grove', signup],
    ]) {
      const { href } = await client.chooseAtGoogle({ ...start, slug: `${slug}` }, dora, 'start');
      expect(href).toContain(`${expected}&slug=${slug}&stytch_token_type=oauth`);
    }
    expect((await client.atGoogle('start', { ...REDIRECTS, slug: 'acme' })).status).toBe(400);
  });
});

describe('One Tap [R14.12]', () => {
  async function submit(client: RawClient, path: string, given: object) {
    const { json } = await client.control('POST', '/google/id-token', { email: ADA.email });
    const body = { id_token: json.id_token, ...given };
    const response = await client.post(`/b2b/oauth/google/onetap/${path}`, body);
    return new URL(response.json.data.redirect_url).searchParams.get('token') ?? '';
  }

  test('starts with the client id, and leads to discovery or to one organization', async ({
    client,
  }) => {
    const started = await client.call('GET', '/b2b/oauth/google/onetap/start');
    expect(started.json.data.google_client_id).toMatch(/^emulator-client/);
    const token = await submit(client, 'discovery/submit', DISCOVERY);
    const { json } = await client.redeemDiscovery(token, PKCE_VERIFIER);
    expect(json.data.email_address).toBe(ADA.email);
    const organization_id = client.organizationId('acme');
    const oauth_token = await submit(client, 'submit', { ...REDIRECTS, organization_id });
    const given = { session_duration_minutes: 60, pkce_code_verifier: PKCE_VERIFIER };
    const entered = await client.post('/b2b/oauth/authenticate', { oauth_token, ...given });
    expect(entered.json.data.member_authenticated).toBe(true);
  });
});

test('the searches of the prebuilt screens find people by address [R14.14]', async ({ client }) => {
  const search = async (path: string, given: object) => (await client.post(path, given)).json.data;
  expect(await search('/users/search', { email: ADA.email })).toMatchObject({
    userType: 'passwordless',
  });
  const stranger = await search('/users/search', { email: 'nobody@nowhere.example' });
  expect(stranger.userType).toBe('new');
  const member = (email_address: string) =>
    search('/b2b/organizations/members/search', {
      email_address,
      organization_id: client.organizationId('acme'),
    });
  expect(await member(ADA.email)).toMatchObject({
    member: { status: 'active', name: 'Ada Lovell', member_password_id: '' },
  });
  expect((await member('ben@birch.example')).member).toBeNull();
});
