import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { type SdkClient, SdkHarness } from './sdk-harness.ts';

const ADA = 'ada@acme.example';

/** What the provider's refusal looks like once the SDK has read it. */
function refusal(status_code: number, error_type: string) {
  return expect.objectContaining({ status_code, error_type });
}

/** Every SDK method of the signed-in life and the provider's side doors, for one SDK version. */
export function sessionContract(Client: SdkClient): void {
  let emulator: Emulator;
  let bench: SdkHarness;

  beforeAll(async () => {
    emulator = await createEmulator();
  });
  afterAll(() => emulator.close());
  beforeEach(() => {
    bench = SdkHarness.createClean(emulator, Client);
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

    test('impersonation.authenticate [R14.11]', async () => {
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
      await expect(
        bench.client.impersonation.authenticate({ impersonation_token }),
      ).rejects.toEqual(refusal(401, 'unable_to_auth_impersonation_token'));
    });
  });

  describe('the real SDK as identity provider and with One Tap', () => {
    const app = {
      client_id: 'connected-app-test-0001',
      redirect_uri: 'http://localhost:9000/callback',
      response_type: 'code',
      scopes: ['openid', 'admin'],
    };

    test('idp.oauthAuthorizeStart [R14.15]', async () => {
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

    test('oauth.googleOneTap.start [R14.12]', async () => {
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
}
