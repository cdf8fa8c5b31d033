// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed.ts';
import { SdkBench } from './support/sdk-client.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const EZRA = 'ezra@fjord.example';

let emulator: Emulator;
let bench: SdkBench;

beforeAll(async () => {
  emulator = await createEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => {
  bench = SdkBench.onto(emulator);
});

/** What the provider's refusal looks like once the SDK has read it. */
function refusal(status_code: number, error_type: string) {
  return expect.objectContaining({ status_code, error_type });
}

describe('the real SDK signs in', () => {
  test('oauth.google.discovery.start, oauth.discovery.authenticate', async () => {
    const answer = await bench.discover(ADA);
    expect(answer.email_address).toBe(ADA);
    expect(document.cookie).toContain('stytch_intermediate_session_token=');
    await expect(
      bench.client.oauth.discovery.authenticate({ discovery_oauth_token: 'used-or-unknown' }),
    ).rejects.toEqual(refusal(404, 'oauth_token_not_found'));
  });

  test('oauth.google.start, oauth.authenticate', async () => {
    const landed = await bench.throughGoogle(
      () =>
        bench.client.oauth.google.start({
          organization_slug: 'acme',
          login_redirect_url: bench.callback('/authenticate'),
          signup_redirect_url: bench.callback('/authenticate'),
        }),
      ADA,
    );
    const answer = await bench.client.oauth.authenticate({
      oauth_token: landed.searchParams.get('token') ?? '',
      session_duration_minutes: 1440,
    });
    expect(answer.member_authenticated).toBe(true);
    expect(bench.client.session.getSync()?.roles).toEqual(['stytch_member', 'policy_admin']);
    await expect(
      bench.client.oauth.authenticate({ oauth_token: 'x', session_duration_minutes: 1440 }),
    ).rejects.toEqual(refusal(404, 'oauth_token_not_found'));
  });

  test('discovery.organizations.list', async () => {
    await expect(bench.client.discovery.organizations.list()).rejects.toEqual(
      refusal(400, 'no_session_arguments'),
    );
    await bench.discover(ADA);
    const byIntermediate = await bench.client.discovery.organizations.list();
    expect(byIntermediate.discovered_organizations).toHaveLength(6);
    await bench.exchange('acme');
    const bySession = await bench.client.discovery.organizations.list();
    expect(bySession.email_address).toBe(ADA);
    expect(bySession.organization_id_hint).toBeNull();
  });

  test('discovery.intermediateSessions.exchange', async () => {
    await expect(bench.exchange('acme')).rejects.toEqual(
      refusal(404, 'intermediate_session_not_found'),
    );
    const answer = await bench.signIn(ADA, 'acme');
    expect(answer.member_authenticated).toBe(true);
    expect(document.cookie).toContain('stytch_session=session-token-');
    expect(document.cookie).not.toContain('stytch_intermediate_session_token=');
  });

  test('discovery.organizations.create', async () => {
    await bench.discover('cleo@cleo.example');
    const create = (organization_slug: string) =>
      bench.client.discovery.organizations.create({
        organization_name: 'Cleo & Co',
        organization_slug,
        session_duration_minutes: 1440,
      });
    await expect(create('acme')).rejects.toEqual(refusal(400, 'organization_slug_already_used'));
    await expect(create('not a slug')).rejects.toEqual(refusal(400, 'invalid_organization_slug'));
    const answer = await create('cleo-co');
    expect(answer.member_authenticated).toBe(true);
    expect(answer.organization.organization_slug).toBe('cleo-co');
  });

  test('rbac.isAuthorized and rbac.isAuthorizedSync', async () => {
    await bench.signIn('dora@acme.example', 'acme');
    expect(await bench.client.rbac.isAuthorized('policy', 'read')).toBe(true);
    expect(bench.client.rbac.isAuthorizedSync('policy', 'delete')).toBe(false);
  });
});

describe('the real SDK steps up', () => {
  test('otps.email.discovery.send, otps.email.discovery.authenticate', async () => {
    await bench.signIn(BEN, 'birch');
    await bench.client.otps.email.discovery.send({ email_address: BEN });
    const [mail] = await bench.control('GET', `/inbox?to=${BEN}`);
    await expect(
      bench.client.otps.email.discovery.authenticate({ email_address: BEN, code: '12' }),
    ).rejects.toEqual(refusal(400, 'invalid_code'));
    await bench.client.otps.email.discovery.authenticate({ email_address: BEN, code: mail.code });
    expect((await bench.exchange('birch')).member_authenticated).toBe(true);
    await expect(
      bench.client.otps.email.discovery.send({ email_address: 'nonsense' }),
    ).rejects.toEqual(refusal(400, 'invalid_email'));
  });

  test('magicLinks.email.discovery.send, magicLinks.discovery.authenticate', async () => {
    await bench.signIn(BEN, 'dune');
    await bench.client.magicLinks.email.discovery.send({
      email_address: BEN,
      discovery_redirect_url: bench.callback('/discovery'),
    });
    const [mail] = await bench.control('GET', '/inbox');
    const token = new URL(mail.link).searchParams.get('token') ?? '';
    const open = () =>
      bench.client.magicLinks.discovery.authenticate({ discovery_magic_links_token: token });
    await open();
    expect((await bench.exchange('dune')).member_authenticated).toBe(true);
    await expect(open()).rejects.toEqual(refusal(401, 'unable_to_auth_magic_link'));
    await expect(
      bench.client.magicLinks.email.discovery.send({
        email_address: BEN,
        discovery_redirect_url: 'https://evil.example/discovery',
      }),
    ).rejects.toEqual(refusal(400, 'no_match_for_provided_magic_link_url'));
  });

  test('magicLinks with PKCE: the SDK brings its own verifier', async () => {
    emulator.store.state.project.pkce_required_for_email_magic_links = true;
    bench = new SdkBench(emulator);
    await bench.client.magicLinks.email.discovery.send({
      email_address: BEN,
      discovery_redirect_url: bench.callback('/discovery'),
    });
    const [mail] = await bench.control('GET', '/inbox');
    const answer = await bench.client.magicLinks.discovery.authenticate({
      discovery_magic_links_token: new URL(mail.link).searchParams.get('token') ?? '',
    });
    expect(answer.email_address).toBe(BEN);
  });

  test('totp.authenticate', async () => {
    await bench.signIn(ADA, 'fjord');
    const claim = {
      organization_id: bench.organizationId('fjord'),
      member_id: bench.memberId('fjord', ADA),
      session_duration_minutes: 1440,
    };
    await expect(bench.client.totp.authenticate({ ...claim, code: 'abcdef' })).rejects.toEqual(
      refusal(400, 'invalid_totp_code'),
    );
    const answer = await bench.client.totp.authenticate({
      ...claim,
      code: bench.codeNow(SEED_TOTP_SECRET),
    });
    expect(answer.member_session.organization_slug).toBe('fjord');
    expect(bench.client.self.getSync()?.email_address).toBe(ADA);
  });

  test('totp.create', async () => {
    await bench.signIn(EZRA, 'fjord');
    const claim = {
      organization_id: bench.organizationId('fjord'),
      member_id: bench.memberId('fjord', EZRA),
    };
    const created = await bench.client.totp.create(claim);
    await bench.client.totp.authenticate({
      ...claim,
      code: bench.codeNow(created.secret),
      session_duration_minutes: 1440,
      set_mfa_enrollment: 'enroll',
      set_default_mfa: true,
    });
    await expect(bench.client.totp.create(claim)).rejects.toEqual(
      refusal(400, 'active_totp_exists'),
    );
  });

  test('recoveryCodes.recover, recoveryCodes.get, recoveryCodes.rotate', async () => {
    await expect(bench.client.recoveryCodes.get()).rejects.toEqual(
      refusal(401, 'user_unauthenticated'),
    );
    await expect(bench.client.recoveryCodes.rotate()).rejects.toEqual(
      refusal(401, 'user_unauthenticated'),
    );
    await bench.signIn(ADA, 'fjord');
    const recover = (recovery_code: string) =>
      bench.client.recoveryCodes.recover({
        organization_id: bench.organizationId('fjord'),
        member_id: bench.memberId('fjord', ADA),
        recovery_code,
        session_duration_minutes: 1440,
      });
    await expect(recover('rc-ada-9999')).rejects.toEqual(
      refusal(401, 'unable_to_authenticate_recovery_code'),
    );
    expect((await recover('rc-ada-0003')).recovery_codes_remaining).toBe(9);
    expect((await bench.client.recoveryCodes.get()).recovery_codes).not.toContain('rc-ada-0003');
    expect((await bench.client.recoveryCodes.rotate()).recovery_codes).toHaveLength(10);
  });
});

describe('the real SDK stays signed in', () => {
  test('session.authenticate', async () => {
    await expect(bench.client.session.authenticate()).rejects.toEqual(
      refusal(401, 'user_unauthenticated'),
    );
    await bench.signIn(ADA, 'acme');
    expect((await bench.client.session.authenticate()).member.email_address).toBe(ADA);
    await bench.control('POST', '/clock', { advanceMs: 24 * 60 * 60_000 });
    await expect(bench.client.session.authenticate()).rejects.toEqual(
      refusal(404, 'session_not_found'),
    );
    expect(bench.client.session.getSync()).toBeNull();
  });

  test('session.revoke', async () => {
    await bench.signIn(ADA, 'acme');
    await bench.client.session.revoke();
    expect(bench.client.session.getSync()).toBeNull();
    expect(document.cookie).not.toContain('stytch_session=');
    await expect(bench.client.session.revoke()).rejects.toEqual(
      refusal(401, 'user_unauthenticated'),
    );
  });

  test('session.revokeForMember', async () => {
    await bench.signIn('dora@acme.example', 'acme');
    await expect(
      bench.client.session.revokeForMember({ member_id: bench.memberId('acme', ADA) }),
    ).rejects.toEqual(refusal(403, 'session_authorization_error'));
    await bench.client.session.revokeForMember({
      member_id: bench.memberId('acme', 'dora@acme.example'),
    });
    await expect(bench.client.session.authenticate()).rejects.toEqual(
      refusal(404, 'session_not_found'),
    );
  });

  test('session.exchange', async () => {
    await bench.signIn(ADA, 'acme');
    const to = (slug: string) =>
      bench.client.session.exchange({
        organization_id: bench.organizationId(slug),
        session_duration_minutes: 1440,
      });
    const grove = await to('grove');
    expect(grove.member_authenticated).toBe(true);
    const fjord = await to('fjord');
    expect(fjord.mfa_required).not.toBeNull();
    expect(document.cookie).toContain('stytch_intermediate_session_token=');
    await expect(to('acme')).rejects.toEqual(refusal(401, 'user_unauthenticated'));
  });

  test('self.get and organization.get', async () => {
    await expect(bench.client.self.get()).rejects.toEqual(refusal(401, 'user_unauthenticated'));
    await expect(bench.client.organization.get()).rejects.toEqual(
      refusal(401, 'user_unauthenticated'),
    );
    await bench.signIn(ADA, 'acme');
    expect((await bench.client.self.get())?.email_address).toBe(ADA);
    expect((await bench.client.organization.get())?.organization_name).toBe('Acme');
  });

  test('organization.getBySlug', async () => {
    const { organization } = await bench.client.organization.getBySlug({
      organization_slug: 'acme',
    });
    expect(organization?.organization_name).toBe('Acme');
    const none = await bench.client.organization.getBySlug({ organization_slug: 'none' });
    expect(none.organization).toBeNull();
  });

  test('impersonation.authenticate', async () => {
    const { url } = await bench.control('POST', '/impersonate', {
      email: ADA,
      organizationSlug: 'acme',
    });
    const impersonation_token = new URL(url).searchParams.get('token') ?? '';
    const answer = await bench.client.impersonation.authenticate({ impersonation_token });
    expect(answer.member_session?.authentication_factors).toMatchObject([
      {
        type: 'impersonated',
        impersonated_factor: { impersonator_email_address: 'sam@support.example' },
      },
    ]);
    await expect(
      bench.client.session.authenticate({ session_duration_minutes: 1440 }),
    ).rejects.toEqual(refusal(403, 'session_not_mutable_impersonated'));
    expect((await bench.client.session.authenticate()).member.email_address).toBe(ADA);
    await expect(bench.client.impersonation.authenticate({ impersonation_token })).rejects.toEqual(
      refusal(401, 'unable_to_auth_impersonation_token'),
    );
  });
});

describe('the real SDK as identity provider and with One Tap', () => {
  const app = {
    client_id: 'connected-app-test-0001',
    redirect_uri: 'http://localhost:9000/callback',
    response_type: 'code',
    scopes: ['openid', 'admin'],
  };

  test('idp.oauthAuthorizeStart', async () => {
    await expect(bench.client.idp.oauthAuthorizeStart(app)).rejects.toEqual(
      refusal(401, 'user_unauthenticated'),
    );
    await bench.signIn(ADA, 'acme');
    const answer = await bench.client.idp.oauthAuthorizeStart(app);
    expect(answer.consent_required).toBe(true);
    expect(answer.scope_results.map((one) => one.is_grantable)).toEqual([true, false]);
    await expect(
      bench.client.idp.oauthAuthorizeStart({ ...app, client_id: 'none' }),
    ).rejects.toEqual(refusal(404, 'idp_client_not_found'));
  });

  test('idp.oauthAuthorizeSubmit', async () => {
    await bench.signIn(ADA, 'acme');
    const submit = (consent_granted: boolean) =>
      bench.client.idp.oauthAuthorizeSubmit({
        ...app,
        scopes: ['openid'],
        state: 'here',
        consent_granted,
      });
    const granted = await submit(true);
    const landed = new URL(granted.redirect_uri).searchParams;
    expect(landed.get('code')).toBe(granted.authorization_code);
    expect(landed.get('state')).toBe('here');
    expect((await submit(false)).redirect_uri).toContain('error=access_denied');
    await expect(
      bench.client.idp.oauthAuthorizeSubmit({
        ...app,
        redirect_uri: 'https://evil.example/callback',
        consent_granted: true,
      }),
    ).rejects.toEqual(refusal(400, 'idp_client_supplied_redirect_url_not_found_in_client'));
  });

  test('idp.oauthLogoutStart', async () => {
    const logout = (post_logout_redirect_uri: string) =>
      bench.client.idp.oauthLogoutStart({
        client_id: app.client_id,
        post_logout_redirect_uri,
        state: 'there',
      });
    expect((await logout('http://localhost:9000/bye')).redirect_uri).toBe(
      'http://localhost:9000/bye?state=there',
    );
    await expect(logout('http://localhost:9000/elsewhere')).rejects.toEqual(
      refusal(400, 'idp_client_supplied_redirect_url_not_found_in_client'),
    );
  });

  test('oauth.googleOneTap.start', async () => {
    await expect(bench.client.oauth.googleOneTap.start({ organization_id: '' })).rejects.toThrow(
      'organization_id is a required argument',
    );
    await bench.control('PATCH', '/project', { google_one_tap_client_id: null });
    await expect(
      bench.client.oauth.googleOneTap.start({ organization_id: bench.organizationId('acme') }),
    ).rejects.toThrow('One Tap could not load: oauth_config_not_found');
    await expect(bench.client.oauth.googleOneTap.discovery.start({})).rejects.toThrow(
      'One Tap could not load: oauth_config_not_found',
    );
  });
});
