import { describe, expect, test } from 'vitest';
import { type SdkClient, sdkError, setUpSdkHarness } from './sdk-harness.ts';

const ADA = 'ada@acme.example';

/** Tests the SDK methods of a session, connected apps and One Tap, with one version of the SDK. */
export function describeSdkSessionCalls(Client: SdkClient): void {
  const harness = setUpSdkHarness(Client);

  describe('the session of the real SDK', () => {
    test('session.authenticate', async () => {
      await expect(harness.client.session.authenticate()).rejects.toEqual(
        sdkError(401, 'user_unauthenticated'),
      );
      await harness.signIn(ADA, 'acme');
      expect((await harness.client.session.authenticate()).member.email_address).toBe(ADA);
      await harness.control('POST', '/clock', { advanceMs: 24 * 60 * 60_000 });
      await expect(harness.client.session.authenticate()).rejects.toEqual(
        sdkError(404, 'session_not_found'),
      );
      expect(harness.client.session.getSync()).toBeNull();
    });

    test('session.revoke', async () => {
      await harness.signIn(ADA, 'acme');
      await harness.client.session.revoke();
      expect(harness.client.session.getSync()).toBeNull();
      expect(document.cookie).not.toContain('stytch_session=');
      await expect(harness.client.session.revoke()).rejects.toEqual(
        sdkError(401, 'user_unauthenticated'),
      );
    });

    test('session.revokeForMember', async () => {
      await harness.signIn('dora@acme.example', 'acme');
      await expect(
        harness.client.session.revokeForMember({ member_id: harness.memberId('acme', ADA) }),
      ).rejects.toEqual(sdkError(403, 'session_authorization_error'));
      await harness.client.session.revokeForMember({
        member_id: harness.memberId('acme', 'dora@acme.example'),
      });
      await expect(harness.client.session.authenticate()).rejects.toEqual(
        sdkError(404, 'session_not_found'),
      );
    });

    test('session.exchange', async () => {
      await harness.signIn(ADA, 'acme');
      const to = (slug: string) =>
        harness.client.session.exchange({
          organization_id: harness.organizationId(slug),
          session_duration_minutes: 1440,
        });
      await expect(to('grove')).rejects.toEqual(
        sdkError(403, 'email_jit_provisioning_not_allowed'),
      );
      const harbor = await to('harbor');
      expect(harbor.member_authenticated).toBe(true);
      const fjord = await to('fjord');
      expect(fjord.mfa_required).not.toBeNull();
      expect(document.cookie).toContain('stytch_intermediate_session_token=');
      await expect(to('acme')).rejects.toEqual(sdkError(401, 'user_unauthenticated'));
    });

    test('self.get and organization.get', async () => {
      await expect(harness.client.self.get()).rejects.toEqual(
        sdkError(401, 'user_unauthenticated'),
      );
      await expect(harness.client.organization.get()).rejects.toEqual(
        sdkError(401, 'user_unauthenticated'),
      );
      await harness.signIn(ADA, 'acme');
      expect((await harness.client.self.get())?.email_address).toBe(ADA);
      expect((await harness.client.organization.get())?.organization_name).toBe('Acme');
    });

    test('organization.getBySlug', async () => {
      const { organization } = await harness.client.organization.getBySlug({
        organization_slug: 'acme',
      });
      expect(organization?.organization_name).toBe('Acme');
      const none = await harness.client.organization.getBySlug({ organization_slug: 'none' });
      expect(none.organization).toBeNull();
    });

    test('impersonation.authenticate [R14.11]', async () => {
      const { url } = await harness.control('POST', '/impersonate', {
        email: ADA,
        organizationSlug: 'acme',
      });
      const impersonation_token = new URL(url).searchParams.get('token') ?? '';
      const response = await harness.client.impersonation.authenticate({ impersonation_token });
      expect(response.member_session?.authentication_factors).toMatchObject([
        {
          type: 'impersonated',
          impersonated_factor: { impersonator_email_address: 'sam@support.example' },
        },
      ]);
      await expect(
        harness.client.session.authenticate({ session_duration_minutes: 1440 }),
      ).rejects.toEqual(sdkError(403, 'session_not_mutable'));
      expect((await harness.client.session.authenticate()).member.email_address).toBe(ADA);
      await expect(
        harness.client.impersonation.authenticate({ impersonation_token }),
      ).rejects.toEqual(sdkError(401, 'unable_to_auth_impersonation_token'));
    });
  });

  describe('connected apps and One Tap with the real SDK', () => {
    const app = {
      client_id: 'connected-app-test-0001',
      redirect_uri: 'http://localhost:9000/callback',
      response_type: 'code',
      scopes: ['openid', 'admin'],
    };

    test('idp.oauthAuthorizeStart [R14.15]', async () => {
      await expect(harness.client.idp.oauthAuthorizeStart(app)).rejects.toEqual(
        sdkError(401, 'user_unauthenticated'),
      );
      await harness.signIn(ADA, 'acme');
      const response = await harness.client.idp.oauthAuthorizeStart(app);
      expect(response.consent_required).toBe(true);
      expect(response.scope_results.map((one) => one.is_grantable)).toEqual([true, false]);
      await expect(
        harness.client.idp.oauthAuthorizeStart({ ...app, client_id: 'none' }),
      ).rejects.toEqual(sdkError(404, 'connected_app_not_found'));
    });

    test('idp.oauthAuthorizeSubmit', async () => {
      await harness.signIn(ADA, 'acme');
      const submit = (consent_granted: boolean) =>
        harness.client.idp.oauthAuthorizeSubmit({
          ...app,
          scopes: ['openid'],
          state: 'here',
          consent_granted,
        });
      const granted = await submit(true);
      const redirectUrl = new URL(granted.redirect_uri).searchParams;
      expect(redirectUrl.get('code')).toBe(granted.authorization_code);
      expect(redirectUrl.get('state')).toBe('here');
      expect((await submit(false)).redirect_uri).toContain('error=access_denied');
      await expect(
        harness.client.idp.oauthAuthorizeSubmit({
          ...app,
          redirect_uri: 'https://evil.example/callback',
          consent_granted: true,
        }),
      ).rejects.toEqual(sdkError(400, 'connected_app_supplied_redirect_url_not_found_in_client'));
    });

    test('idp.oauthLogoutStart', async () => {
      const logout = (post_logout_redirect_uri: string) =>
        harness.client.idp.oauthLogoutStart({
          client_id: app.client_id,
          post_logout_redirect_uri,
          state: 'there',
        });
      expect((await logout('http://localhost:9000/bye')).redirect_uri).toBe(
        'http://localhost:9000/bye?state=there',
      );
      await expect(logout('http://localhost:9000/elsewhere')).rejects.toEqual(
        sdkError(400, 'connected_app_supplied_redirect_url_not_found_in_client'),
      );
    });

    test('oauth.googleOneTap.start [R14.12]', async () => {
      await expect(
        harness.client.oauth.googleOneTap.start({ organization_id: '' }),
      ).rejects.toThrow('organization_id is a required argument');
      await harness.control('PATCH', '/project', { google_one_tap_client_id: null });
      await expect(
        harness.client.oauth.googleOneTap.start({
          organization_id: harness.organizationId('acme'),
        }),
      ).rejects.toThrow('One Tap could not load: oauth_config_not_found');
      await expect(harness.client.oauth.googleOneTap.discovery.start({})).rejects.toThrow(
        'One Tap could not load: oauth_config_not_found',
      );
    });
  });
}
