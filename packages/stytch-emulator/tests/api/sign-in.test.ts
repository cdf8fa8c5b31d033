import { describe, expect } from 'vitest';
import {
  APP_ORIGIN,
  createRawClient,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  type RawClient,
  test,
} from '../support/raw-client.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const SIGNED_IN = { member_authenticated: true, primary_required: null, mfa_required: null };

/** Signs in at Google to one organization, which is given by its id or its slug. */
async function enter(client: RawClient, organization: object, more: object = {}) {
  const url = await client.chooseAtGoogle(
    {
      pkce_code_challenge: PKCE_CHALLENGE,
      login_redirect_url: `${APP_ORIGIN}/authenticate`,
      signup_redirect_url: `${APP_ORIGIN}/authenticate`,
      ...organization,
    },
    { choice: 'person', email: ADA },
    'start',
  );
  expect(url.searchParams.get('stytch_token_type')).toBe('oauth');
  return client.post('/b2b/oauth/authenticate', {
    oauth_token: url.searchParams.get('token'),
    session_duration_minutes: 1440,
    pkce_code_verifier: PKCE_VERIFIER,
    ...more,
  });
}

describe('POST /b2b/oauth/discovery/authenticate', () => {
  test('returns an intermediate session and the discovered organizations', async ({ client }) => {
    const { data } = (await client.discover(ADA)).json;
    expect(data.email_address).toBe(ADA);
    expect(data.intermediate_session_token).toMatch(/^intermediate-session-token-/);
    const rows = [
      ['acme', 'active_member'],
      ['fjord', 'active_member'],
      ['grove', 'eligible_to_join_by_email_domain'],
      ['harbor', 'pending_member'],
      ['iris', 'active_member'],
      ['juniper', 'active_member'],
    ].map(([slug, type]) => ({ organization: { organization_slug: slug }, membership: { type } }));
    expect(data.discovered_organizations).toMatchObject(rows);
  });

  test('does not use the token up when the verifier is wrong', async ({ client }) => {
    const token = await client.discoveryToken(ADA);
    await client.redeemDiscovery(token, 'b'.repeat(64));
    expect((await client.redeemDiscovery(token, PKCE_VERIFIER)).status).toBe(200);
  });
});

describe('POST /b2b/discovery/intermediate_sessions/exchange', () => {
  test('returns the token that it was called with', async ({ client }) => {
    await client.discover(ADA);
    const token = client.intermediate;
    expect((await client.exchange('fjord')).json.data).toMatchObject({
      intermediate_session_token: token,
      intermediate_session_token_expires_at: '2026-01-05T12:10:00Z',
    });
    const { json } = await client.postIntermediate('/b2b/discovery/organizations', {});
    expect(json.data.organization_id_hint).toBe(client.organizationId('fjord'));
  });

  test.each([
    ['birch', ['email_otp', 'magic_link']],
    ['cedar', ['email_otp']],
    ['dune', ['magic_link']],
    ['ember', ['sso']],
  ])('requires that %s verifies an address that Google cannot confirm', async (slug, methods) => {
    const { json } = await createRawClient().signIn(BEN, slug);
    expect(json.data).toMatchObject({
      member_authenticated: false,
      member_session: null,
      session_token: '',
      session_jwt: '',
      mfa_required: null,
      primary_required: { allowed_auth_methods: methods },
    });
  });

  test.each([
    ['an app', ADA, 'fjord', 'totp', { totp_registration_id: expect.stringMatching(/^member-/) }],
    ['a message', ADA, 'juniper', 'sms_otp', { mfa_phone_number: '+12025550162' }],
    ['an enrolment', 'ezra@fjord.example', 'fjord', 'totp', null],
  ])('requires %s as a second factor', async (_, email, slug, method, memberOptions) => {
    const { data } = (await createRawClient().signIn(email, slug)).json;
    expect(data.organization.allowed_mfa_methods).toEqual([method]);
    expect(data.mfa_required).toMatchObject({
      member_options: memberOptions,
      secondary_auth_initiated: slug === 'juniper' ? 'sms_otp' : null,
    });
  });

  test('provisions a member whose verified domain is allowed', async ({ client }) => {
    const { json } = await client.signIn('dora@acme.example', 'grove');
    expect(json.data).toMatchObject({ ...SIGNED_IN, member: { status: 'active' } });
  });

  test('returns the message of an organization that rejects sign-ins', async ({ client }) => {
    expect((await client.signIn(ADA, 'iris')).json.error_message).toContain('Iris');
  });
});

describe('POST /b2b/oauth/authenticate', () => {
  test('adds its factor to the intermediate session that it was called with', async ({
    client,
  }) => {
    await client.discover(ADA);
    const token = client.intermediate;
    const { json } = await enter(client, { slug: 'fjord' }, { intermediate_session_token: token });
    expect(json.data.intermediate_session_token).toBe(token);
    const recovered = await client.recover(ADA, 'rc-ada-0001');
    expect(
      recovered.json.data.member_session.authentication_factors.map(
        ({ type }: { type: string }) => type,
      ),
    ).toEqual(['oauth', 'oauth', 'recovery_codes']);
  });

  test('ignores the intermediate session of another address', async ({ client }) => {
    await client.discover('ezra@fjord.example');
    const token = client.intermediate;
    const { json } = await enter(client, { slug: 'fjord' }, { intermediate_session_token: token });
    expect(json.data.intermediate_session_token).not.toBe(token);
  });
});

describe('a code and a link verify an address that Google cannot confirm', () => {
  test('requires a link when the organization allows links only, even after a code', async ({
    client,
  }) => {
    await client.verifyCode(BEN, await client.receiveCode(BEN));
    expect((await client.exchange('dune')).json.data.primary_required).toEqual({
      allowed_auth_methods: ['magic_link'],
    });
    for (const member of client.handler.store.state.members) member.isBreakglass = true;
    expect((await client.exchange('dune')).json.data.member_authenticated).toBe(true);
  });

  test('accepts a new code after five wrong ones', async ({ client }) => {
    const first = await client.receiveCode(BEN);
    for (let attempt = 1; attempt <= 6; attempt += 1) await client.verifyCode(BEN, '000000');
    const second = await client.receiveCode(BEN);
    expect([first, second]).not.toContain('000000');
    expect((await client.verifyCode(BEN, second)).status).toBe(200);
  });

  test('answers alike for known and unknown addresses', async ({ client }) => {
    const known = await client.sendCode(BEN);
    const unknown = await client.sendCode('nobody@nowhere.example');
    expect(Object.keys(unknown.json.data)).toEqual(Object.keys(known.json.data));
  });

  test('with PKCE, accepts a link in the requesting browser only, also after another one failed', async ({
    client,
  }) => {
    await client.sendLink(BEN, { pkce_code_challenge: PKCE_CHALLENGE });
    const token = await client.newestLinkToken(BEN);
    const other = await client.openLink(token, { pkce_code_verifier: 'b'.repeat(64) });
    expect(other.json.error_type).toBe('pkce_mismatch');
    const own = await client.openLink(token, { pkce_code_verifier: PKCE_VERIFIER });
    expect(own.status).toBe(200);
  });
});
