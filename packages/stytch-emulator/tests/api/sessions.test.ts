import { describe, expect } from 'vitest';
import { createRawClient, type RawClient, test } from '../support/raw-client.ts';

const ADA = 'ada@acme.example';
const MINUTE = 60_000;

async function signedIn(): Promise<RawClient> {
  const client = createRawClient();
  await client.signIn(ADA, 'acme');
  return client;
}

describe('POST /b2b/sessions/authenticate', () => {
  test('keeps the token and the expiry, and updates the last access', async () => {
    const client = await signedIn();
    const token = client.sessionToken;
    await client.control('POST', '/clock', { advanceMs: 3 * MINUTE });
    const { json } = await client.post('/b2b/sessions/authenticate');
    expect(json.data.session_token).toBe(token);
    expect(json.data.member_session).toMatchObject({
      last_accessed_at: '2026-01-05T12:03:00Z',
      expires_at: '2026-01-06T12:00:00Z',
    });
  });

  test('extends the session by the requested duration', async () => {
    const client = await signedIn();
    await client.control('POST', '/clock', { advanceMs: 60 * MINUTE });
    const { json } = await client.post('/b2b/sessions/authenticate', {
      session_duration_minutes: 1440,
    });
    expect(json.data.member_session.expires_at).toBe('2026-01-06T13:00:00Z');
  });

  test.each([
    [4, 'invalid_session_duration_minutes'],
    [1.5, 'invalid_session_duration_minutes'],
    [600_000, 'invalid_session_duration_minutes'],
    [1441, 'invalid_session_duration'],
  ])('rejects a duration of %d minutes', async (session_duration_minutes, errorType) => {
    const client = await signedIn();
    const { json } = await client.post('/b2b/sessions/authenticate', { session_duration_minutes });
    expect(json.error_type).toBe(errorType);
  });

  test('rejects a revoked and an expired session', async () => {
    const revoked = await signedIn();
    const [session] = (await revoked.control('GET', '/sessions')).json;
    expect(session).toMatchObject({ email: ADA, organizationSlug: 'acme', active: true });
    await revoked.control('DELETE', `/sessions/${session.id}`);
    const gone = await revoked.post('/b2b/sessions/authenticate');
    expect([gone.status, gone.json.error_type]).toEqual([404, 'session_not_found']);

    const expired = await signedIn();
    await expired.control('POST', '/clock', { advanceMs: 1440 * MINUTE });
    expect((await expired.post('/b2b/sessions/authenticate')).status).toBe(404);
  });
});

describe('POST /b2b/sessions/revoke and POST /b2b/sessions/revoke/:memberId', () => {
  test('lets an admin revoke members of their own organization only', async () => {
    const client = await signedIn();
    const dora = client.memberId('acme', 'dora@acme.example');
    expect((await client.post(`/b2b/sessions/revoke/${dora}`)).status).toBe(200);
    const ezra = client.memberId('fjord', 'ezra@fjord.example');
    expect((await client.post(`/b2b/sessions/revoke/${ezra}`)).json.error_type).toBe(
      'member_not_found',
    );
  });

  test('rejects a second revocation', async () => {
    const client = await signedIn();
    expect((await client.post('/b2b/sessions/revoke')).status).toBe(200);
    expect((await client.post('/b2b/sessions/revoke')).status).toBe(404);
  });
});

describe('POST /b2b/sessions/exchange', () => {
  function exchange(client: RawClient, slug: string) {
    return client.post('/b2b/sessions/exchange', {
      organization_id: client.organizationId(slug),
      session_duration_minutes: 1440,
    });
  }

  test('signs in to another organization and revokes the old session', async () => {
    const client = await signedIn();
    const old = client.sessionToken;
    const { json } = await exchange(client, 'harbor');
    expect(json.data.member_session.organization_slug).toBe('harbor');
    client.sessionToken = old;
    expect((await client.post('/b2b/sessions/authenticate')).status).toBe(404);
  });

  test('returns an intermediate session when the organization requires a second factor', async () => {
    const client = await signedIn();
    const { json } = await exchange(client, 'fjord');
    expect(json.data).toMatchObject({ member_authenticated: false, member_session: null });
    client.sessionToken = null;
    const recovered = await client.post('/b2b/recovery_codes/recover', {
      organization_id: client.organizationId('fjord'),
      member_id: client.memberId('fjord', ADA),
      recovery_code: 'rc-ada-0001',
      session_duration_minutes: 1440,
      intermediate_session_token: client.intermediate,
    });
    expect(recovered.json.data.member_session.organization_slug).toBe('fjord');
  });

  test('accepts an invitation, but makes nobody a member by e-mail domain', async () => {
    const client = await signedIn();
    const invited = await exchange(client, 'harbor');
    expect(invited.json.data.member).toMatchObject({ status: 'active', is_admin: false });
    const joined = await exchange(client, 'grove');
    expect([joined.status, joined.json.error_type]).toEqual([
      403,
      'email_jit_provisioning_not_allowed',
    ]);
  });

  test('takes a slug as organization_id', async () => {
    const client = await signedIn();
    const { json } = await client.post('/b2b/sessions/exchange', {
      organization_id: 'harbor',
      session_duration_minutes: 1440,
    });
    expect(json.data.organization.organization_slug).toBe('harbor');
  });

  test('keeps the old session when the exchange fails', async () => {
    const client = await signedIn();
    expect((await exchange(client, 'iris')).status).toBe(403);
    expect((await client.post('/b2b/sessions/authenticate')).status).toBe(200);
  });

  test('rejects an impersonated session', async ({ client }) => {
    const { json } = await client.control('POST', '/impersonate', {
      email: ADA,
      organizationSlug: 'acme',
    });
    const response = await client.post('/b2b/impersonation/authenticate', {
      impersonation_token: new URL(json.url).searchParams.get('token'),
    });
    expect(response.json.data.member_session.expires_at).toBe('2026-01-05T13:00:00Z');
    expect((await exchange(client, 'grove')).json.error_type).toBe('session_not_mutable');
    const codes = await client.call('GET', '/b2b/recovery_codes');
    expect(codes.json.error_type).toBe('session_not_mutable');
  });
});

describe('POST /b2b/impersonation/authenticate', () => {
  test('accepts a token once and within five minutes, and does not change the member', async ({
    client,
  }) => {
    const link = async () => {
      const { json } = await client.control('POST', '/impersonate', {
        email: ADA,
        organizationSlug: 'harbor',
      });
      return new URL(json.url);
    };
    const redeem = (url: URL) =>
      client.post('/b2b/impersonation/authenticate', {
        impersonation_token: url.searchParams.get('token'),
      });
    const first = await link();
    expect(first.searchParams.get('stytch_token_type')).toBe('multi_tenant_impersonation');
    expect((await redeem(first)).json.data.member.status).toBe('pending');
    expect((await redeem(first)).json.error_type).toBe('unable_to_auth_impersonation_token');
    const late = await link();
    await client.control('POST', '/clock', { advanceMs: 5 * MINUTE });
    expect((await redeem(late)).status).toBe(401);
  });

  test('the control call rejects a person who is not a member', async () => {
    const response = await createRawClient().control('POST', '/impersonate', {
      email: 'cleo@cleo.example',
      organizationSlug: 'acme',
    });
    expect([response.status, response.json.error]).toEqual([
      404,
      'The organization has no such member.',
    ]);
  });
});

describe('GET /b2b/organizations/members/me and GET /b2b/organizations/me', () => {
  test('return the member and the organization', async () => {
    const client = await signedIn();
    const me = await client.call('GET', '/b2b/organizations/members/me');
    expect(me.json.data.member.email_address).toBe(ADA);
    const organization = await client.call('GET', '/b2b/organizations/me');
    expect(organization.json.data.organization.organization_slug).toBe('acme');
  });
});

describe('POST /b2b/discovery/organizations and POST /b2b/discovery/organizations/create', () => {
  function create(client: RawClient, name: string, slug: string) {
    return client.post('/b2b/discovery/organizations/create', {
      organization_name: name,
      organization_slug: slug,
      session_duration_minutes: 1440,
      intermediate_session_token: client.intermediate,
    });
  }

  async function cleo(): Promise<RawClient> {
    const client = createRawClient();
    const { json } = await client.discover('cleo@cleo.example');
    expect(json.data.discovered_organizations).toEqual([]);
    return client;
  }

  test('makes the creator an admin', async () => {
    const client = await cleo();
    const { json } = await create(client, ' Cleo ', 'cleo');
    expect(json.data.organization.organization_name).toBe('Cleo');
    expect(json.data.member_session.roles).toEqual(['stytch_member', 'stytch_admin']);
    expect(json.data.member.is_admin).toBe(true);
  });

  test('stores the settings of the request', async () => {
    const client = await cleo();
    const settings = {
      organization_name: 'Cleo',
      organization_slug: 'cleo',
      organization_external_id: 'customer|7',
      organization_logo_url: 'https://cleo.example/logo.png',
      trusted_metadata: { plan: 'free' },
      sso_jit_provisioning: 'ALL_ALLOWED',
      email_allowed_domains: ['cleo.example'],
      email_jit_provisioning: 'RESTRICTED',
      email_invites: 'NOT_ALLOWED',
      oauth_tenant_jit_provisioning: 'RESTRICTED',
      allowed_oauth_tenants: { slack: ['T1'] },
      auth_methods: 'RESTRICTED',
      allowed_auth_methods: ['google_oauth', 'email_otp'],
      mfa_policy: 'OPTIONAL',
      mfa_methods: 'RESTRICTED',
      allowed_mfa_methods: ['totp'],
      rbac_email_implicit_role_assignments: [{ domain: 'cleo.example', role_id: 'stytch_admin' }],
      first_party_connected_apps_allowed_type: 'NOT_ALLOWED',
      third_party_connected_apps_allowed_type: 'RESTRICTED',
      allowed_third_party_connected_apps: ['connected-app-test-0001'],
    };
    const { json } = await client.post('/b2b/discovery/organizations/create', {
      ...settings,
      intermediate_session_token: client.intermediate,
    });
    expect(json.data.organization).toMatchObject(settings);
    expect(json.data.member_session.expires_at).toBe('2026-01-05T13:00:00Z');
    const renewed = await client.post('/b2b/sessions/exchange', {
      organization_id: 'customer|7',
      session_duration_minutes: 60,
    });
    expect(renewed.status).toBe(200);
  });

  test.each([
    ['gmail.com', 'organization_settings_domain_too_common'],
    ['Yahoo.co.uk', 'organization_settings_domain_too_common'],
    ['nowhere', 'organization_settings_invalid_domain'],
  ])('rejects %s as a domain whose people may join', async (domain, errorType) => {
    const client = await cleo();
    const { json } = await client.post('/b2b/discovery/organizations/create', {
      email_allowed_domains: [domain],
      intermediate_session_token: client.intermediate,
    });
    expect(json.error_type).toBe(errorType);
  });

  test.each([
    ['x'.repeat(5_000), 'fine-slug', 'invalid_organization_name'],
    ['   ', 'fine-slug', 'invalid_organization_name'],
    ['🎉🎉', '🎉🎉', 'invalid_organization_slug'],
    ['A', 'a', 'invalid_organization_slug'],
    ['Acme', 'acme', 'organization_slug_already_used'],
  ])('rejects %.20s @%s and creates nothing', async (name, slug, errorType) => {
    const client = await cleo();
    const before = client.handler.store.state.organizations.length;
    expect((await create(client, name, slug)).json.error_type).toBe(errorType);
    expect(client.handler.store.state.organizations).toHaveLength(before);
  });

  test('applies the slug pattern and create_organization_enabled of the project', async () => {
    const client = await cleo();
    await client.control('PATCH', '/project', { slug_pattern: '[a-z]{3,8}' });
    expect((await create(client, 'Cleo', 'cleo-and-sons')).json.error_type).toBe(
      'invalid_organization_slug',
    );
    await client.control('PATCH', '/project', { create_organization_enabled: false });
    const response = await create(client, 'Cleo', 'cleo');
    expect([response.status, response.json.error_type]).toEqual([403, 'unauthorized_action']);
  });

  test('requires an unverified creator to verify the address', async ({ client }) => {
    await client.discover('ben@birch.example');
    const { json } = await create(client, 'Ben Co', 'ben-co');
    expect(json.data).toMatchObject({
      member_authenticated: false,
      primary_required: { allowed_auth_methods: ['email_otp', 'magic_link'] },
    });
  });

  test.each([
    ['kim@cleo.example', 'cleo'],
    ['kim@x.example', 'x-'],
    ['kim@harbor.example', 'harbor-2'],
    ['kim.doe@gmail.com', 'kim.doe'],
    ['kim.doe@college.edu', 'kim.doe'],
  ])('derives the name and the slug from %s when none is given', async (email_address, slug) => {
    const client = createRawClient();
    await client.post('/b2b/otps/email/discovery/send', { email_address });
    const [{ code }] = (await client.control('GET', '/inbox')).json;
    await client.post('/b2b/otps/email/discovery/authenticate', { email_address, code });
    const { json } = await client.post('/b2b/discovery/organizations/create', {
      intermediate_session_token: client.intermediate,
    });
    expect(json.data.organization).toMatchObject({
      organization_name: slug.replace(/-2?$/, ''),
      organization_slug: slug,
    });
  });

  test('offers an organization to a domain only if it has a verified member of it', async ({
    client,
  }) => {
    await client.discover('cleo@cleo.example');
    await client.post('/b2b/discovery/organizations/create', {
      organization_slug: 'cleo',
      email_allowed_domains: ['cleo.example', 'acme.example'],
      email_jit_provisioning: 'RESTRICTED',
      intermediate_session_token: client.intermediate,
    });
    const discover = async (email_address: string) => {
      client.sessionToken = null;
      await client.post('/b2b/otps/email/discovery/send', { email_address });
      const [{ code }] = (await client.control('GET', '/inbox')).json;
      const { json } = await client.post('/b2b/otps/email/discovery/authenticate', {
        email_address,
        code,
      });
      return json.data.discovered_organizations.map(
        (one: { organization: { organization_slug: string } }) =>
          one.organization.organization_slug,
      );
    };
    expect(await discover('kim@acme.example')).toEqual(['grove']);
    expect((await client.exchange('cleo')).json.error_type).toBe(
      'email_jit_provisioning_not_allowed',
    );
    expect(await discover('kim@cleo.example')).toEqual(['cleo']);
    expect((await client.exchange('cleo')).json.data.member_authenticated).toBe(true);
  });
});
