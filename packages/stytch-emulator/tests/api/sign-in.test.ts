import { describe, expect } from 'vitest';
import {
  APP_ORIGIN,
  createRawClient,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  test,
} from '../support/raw-client.ts';

describe('POST /b2b/oauth/discovery/authenticate', () => {
  test('returns an intermediate session and the discovered organizations', async ({ client }) => {
    const { status, json } = await client.discover('ada@acme.example');
    expect(status).toBe(200);
    expect(json.data.email_address).toBe('ada@acme.example');
    expect(json.data.intermediate_session_token).toMatch(/^intermediate-session-token-/);
    expect(
      json.data.discovered_organizations.map(
        // biome-ignore lint/suspicious/noExplicitAny: wire data
        (one: any) => `${one.organization.organization_slug} ${one.membership.type}`,
      ),
    ).toEqual([
      'acme active_member',
      'fjord active_member',
      'grove eligible_to_join_by_email_domain',
      'harbor pending_member',
      'iris active_member',
      'juniper active_member',
    ]);
  });

  test('rejects a wrong verifier without using the token up, and a used token', async ({
    client,
  }) => {
    const token = await client.discoveryToken('ada@acme.example');
    const redeem = (verifier?: string) =>
      client.post('/b2b/oauth/discovery/authenticate', {
        discovery_oauth_token: token,
        ...(verifier === undefined ? {} : { pkce_code_verifier: verifier }),
      });
    expect((await redeem('b'.repeat(64))).json.error_type).toBe('pkce_mismatch');
    expect((await redeem('short')).json.error_type).toBe('invalid_pkce_code_verifier');
    expect((await redeem()).json.error_type).toBe('pkce_expected_code_verifier');
    expect((await redeem(PKCE_VERIFIER)).status).toBe(200);
    const second = await redeem(PKCE_VERIFIER);
    expect([second.status, second.json.error_type]).toEqual([404, 'oauth_token_not_found']);
  });

  test('rejects a token after five minutes', async ({ client }) => {
    const token = await client.discoveryToken('ada@acme.example');
    await client.control('POST', '/clock', { advanceMs: 5 * 60_000 });
    const response = await client.post('/b2b/oauth/discovery/authenticate', {
      discovery_oauth_token: token,
      pkce_code_verifier: PKCE_VERIFIER,
    });
    expect(response.json.error_type).toBe('oauth_token_not_found');
  });
});

describe('POST /b2b/discovery/intermediate_sessions/exchange', () => {
  test('returns a session when no other factor is required', async ({ client }) => {
    const { status, json } = await client.signIn('ada@acme.example', 'acme');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      member_authenticated: true,
      primary_required: null,
      mfa_required: null,
      member: { email_address: 'ada@acme.example', name: 'Ada Lovell' },
      organization: { organization_slug: 'acme' },
      member_session: { roles: ['stytch_member', 'stytch_admin'] },
    });
    expect(json.data.member_session.expires_at).toBe('2026-01-06T12:00:00Z');
  });

  test('deletes the intermediate session', async ({ client }) => {
    await client.discover('ada@acme.example');
    const token = client.intermediate;
    await client.exchange('acme');
    client.intermediate = token;
    const again = await client.exchange('acme');
    expect([again.status, again.json.error_type]).toEqual([404, 'intermediate_session_not_found']);
  });

  test('returns the token that it was called with, and does not prolong its ten minutes', async ({
    client,
  }) => {
    await client.discover('ada@acme.example');
    const token = client.intermediate;
    await client.control('POST', '/clock', { advanceMs: 9 * 60_000 });
    const { json } = await client.exchange('fjord');
    expect(json.data).toMatchObject({
      intermediate_session_token: token,
      intermediate_session_token_expires_at: '2026-01-05T12:10:00Z',
      mfa_required: expect.anything(),
    });
    await client.control('POST', '/clock', { advanceMs: 60_000 });
    expect((await client.exchange('acme')).json.error_type).toBe('intermediate_session_not_found');
  });

  test('rejects an intermediate session after ten minutes', async ({ client }) => {
    await client.discover('ada@acme.example');
    await client.control('POST', '/clock', { advanceMs: 10 * 60_000 - 1 });
    expect((await client.exchange('fjord')).status).toBe(200);
    await client.discover('ada@acme.example');
    await client.control('POST', '/clock', { advanceMs: 10 * 60_000 });
    expect((await client.exchange('acme')).json.error_type).toBe('intermediate_session_not_found');
  });

  test.each([
    ['birch', ['email_otp', 'magic_link']],
    ['cedar', ['email_otp']],
    ['dune', ['magic_link']],
    ['ember', ['sso']],
  ])(
    'requires an address that Google cannot confirm to be verified at %s',
    async (slug, methods) => {
      const client = createRawClient();
      const { status, json } = await client.signIn('ben@birch.example', slug);
      expect(status).toBe(200);
      expect(json.data).toMatchObject({
        member_authenticated: false,
        member_session: null,
        session_token: '',
        session_jwt: '',
        mfa_required: null,
        primary_required: { allowed_auth_methods: methods },
      });
      expect(json.data.intermediate_session_token).toMatch(/^intermediate-session-token-/);
    },
  );

  test('requires a second factor, or its enrolment', async () => {
    const ada = await createRawClient().signIn('ada@acme.example', 'fjord');
    expect(ada.json.data.mfa_required).toMatchObject({
      secondary_auth_initiated: null,
      member_options: { totp_registration_id: expect.stringMatching(/^member-totp-test-/) },
    });
    const ezra = await createRawClient().signIn('ezra@fjord.example', 'fjord');
    expect(ezra.json.data.mfa_required).toEqual({
      member_options: null,
      secondary_auth_initiated: null,
    });
    expect(ezra.json.data.organization.allowed_mfa_methods).toEqual(['totp']);
  });

  test('provisions a member whose verified domain is allowed', async () => {
    const dora = await createRawClient().signIn('dora@acme.example', 'grove');
    expect(dora.json.data).toMatchObject({
      member_authenticated: true,
      member: { status: 'active' },
    });
    const ben = await createRawClient().signIn('ben@birch.example', 'grove');
    expect([ben.status, ben.json.error_type]).toEqual([403, 'email_jit_provisioning_not_allowed']);
  });

  test('returns the error of an organization that rejects sign-ins', async () => {
    const { status, json } = await createRawClient().signIn('ada@acme.example', 'iris');
    expect(status).toBe(403);
    expect(json.error_message).toContain('Iris');
  });

  test('returns the phone number when the organization allows SMS only', async () => {
    const { json } = await createRawClient().signIn('ada@acme.example', 'juniper');
    expect(json.data.organization.allowed_mfa_methods).toEqual(['sms_otp']);
    expect(json.data.mfa_required).toMatchObject({
      member_options: { mfa_phone_number: '+12025550162' },
      secondary_auth_initiated: 'sms_otp',
    });
  });

  test('rejects an organization that does not exist', async ({ client }) => {
    await client.discover('ada@acme.example');
    const response = await client.post('/b2b/discovery/intermediate_sessions/exchange', {
      organization_id: 'organization-test-none',
      session_duration_minutes: 60,
      intermediate_session_token: client.intermediate,
    });
    expect([response.status, response.json.error_type]).toEqual([404, 'organization_not_found']);
  });
});

describe('POST /b2b/oauth/authenticate', () => {
  const start = {
    pkce_code_challenge: PKCE_CHALLENGE,
    login_redirect_url: `${APP_ORIGIN}/authenticate`,
    signup_redirect_url: `${APP_ORIGIN}/authenticate`,
  };

  test.each([['organization_id'], ['slug']])('signs in to one organization by %s', async (by) => {
    const client = createRawClient();
    const redirectUrl = await client.chooseAtGoogle(
      { ...start, [by]: by === 'slug' ? 'acme' : client.organizationId('acme') },
      { choice: 'person', email: 'ada@acme.example' },
      'start',
    );
    expect(redirectUrl.pathname).toBe('/authenticate');
    expect(redirectUrl.searchParams.get('stytch_token_type')).toBe('oauth');
    const { status, json } = await client.post('/b2b/oauth/authenticate', {
      oauth_token: redirectUrl.searchParams.get('token'),
      session_duration_minutes: 1440,
      pkce_code_verifier: PKCE_VERIFIER,
    });
    expect(status).toBe(200);
    expect(json.data.member_authenticated).toBe(true);
    expect(json.data.provider_values.scopes).toContain('email');
  });

  test('adds its factor to the intermediate session that it was called with', async ({
    client,
  }) => {
    await client.discover('ada@acme.example');
    const token = client.intermediate;
    const redirectUrl = await client.chooseAtGoogle(
      { ...start, slug: 'fjord' },
      { choice: 'person', email: 'ada@acme.example' },
      'start',
    );
    const { json } = await client.post('/b2b/oauth/authenticate', {
      oauth_token: redirectUrl.searchParams.get('token'),
      session_duration_minutes: 1440,
      pkce_code_verifier: PKCE_VERIFIER,
      intermediate_session_token: token,
    });
    expect(json.data.intermediate_session_token).toBe(token);
    const recovered = await client.post('/b2b/recovery_codes/recover', {
      organization_id: 'fjord',
      member_id: json.data.member_id,
      recovery_code: 'rc-ada-0001',
      session_duration_minutes: 60,
      intermediate_session_token: token,
    });
    expect(
      recovered.json.data.member_session.authentication_factors.map(
        ({ type }: { type: string }) => type,
      ),
    ).toEqual(['oauth', 'oauth', 'recovery_codes']);
  });

  test('ignores the intermediate session of another address', async ({ client }) => {
    await client.discover('ezra@fjord.example');
    const token = client.intermediate;
    const redirectUrl = await client.chooseAtGoogle(
      { ...start, slug: 'fjord' },
      { choice: 'person', email: 'ada@acme.example' },
      'start',
    );
    const { json } = await client.post('/b2b/oauth/authenticate', {
      oauth_token: redirectUrl.searchParams.get('token'),
      session_duration_minutes: 1440,
      pkce_code_verifier: PKCE_VERIFIER,
      intermediate_session_token: token,
    });
    expect(json.data.intermediate_session_token).not.toBe(token);
  });

  test('rejects a discovery token', async ({ client }) => {
    const response = await client.post('/b2b/oauth/authenticate', {
      oauth_token: await client.discoveryToken('ada@acme.example'),
      session_duration_minutes: 1440,
      pkce_code_verifier: PKCE_VERIFIER,
    });
    expect(response.json.error_type).toBe('oauth_token_not_found');
  });
});
