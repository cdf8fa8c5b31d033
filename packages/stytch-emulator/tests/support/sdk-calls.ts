import { describe, expect, test } from 'vitest';
import { totpCode, totpStep } from '../../crypto/totp.ts';
import { type SdkClient, sdkError, setUpSdkHarness } from './sdk-harness.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const EZRA = 'ezra@fjord.example';

/** Tests that one version of the SDK understands the response to each call. The refusals are tested without an SDK. */
export function describeSdkCalls(Client: SdkClient): void {
  const harness = setUpSdkHarness(Client);
  /** The member of an organization who uses a second factor. */
  const memberOf = (slug: string, email: string) => ({
    organization_id: harness.organizationId(slug),
    member_id: harness.memberId(slug, email),
    session_duration_minutes: 1440,
  });

  describe('sign-in with the real SDK', () => {
    test.each([
      ['slug', () => ({ organization_slug: 'acme' })],
      ['id', () => ({ organization_id: harness.organizationId('acme') })],
    ])('oauth.google.start by %s, oauth.authenticate', async (_, organization) => {
      const query = await harness.choose(
        () =>
          harness.client.oauth.google.start({
            ...organization(),
            login_redirect_url: harness.callback('/authenticate'),
            signup_redirect_url: harness.callback('/authenticate'),
          }),
        { choice: 'person', email: ADA },
      );
      const response = await harness.client.oauth.authenticate({
        oauth_token: query.get('token') ?? '',
        session_duration_minutes: 1440,
      });
      expect(response.member_authenticated).toBe(true);
      expect(harness.client.session.getSync()?.roles).toEqual(['stytch_member', 'stytch_admin']);
    });

    test('discovery.organizations.list [R14.3]', async () => {
      await harness.discover(ADA);
      const byIntermediate = await harness.client.discovery.organizations.list();
      expect(byIntermediate.discovered_organizations).toHaveLength(6);
      await harness.exchange('acme');
      const bySession = await harness.client.discovery.organizations.list();
      expect(bySession.email_address).toBe(ADA);
      expect(bySession.organization_id_hint).toBeNull();
    });

    test('discovery.intermediateSessions.exchange [R14.4]', async () => {
      const response = await harness.signIn(ADA, 'acme');
      expect(response.member_authenticated).toBe(true);
      expect(document.cookie).toContain('stytch_session=session-token-');
      expect(document.cookie).not.toContain('stytch_intermediate_session_token=');
    });

    test('discovery.organizations.create [R14.5]', async () => {
      await harness.discover('cleo@cleo.example');
      const response = await harness.client.discovery.organizations.create({
        organization_name: 'Cleo & Co',
        organization_slug: 'cleo-co',
        session_duration_minutes: 1440,
      });
      expect(response.member_authenticated).toBe(true);
      expect(response.organization.organization_slug).toBe('cleo-co');
    });
  });

  describe('further factors with the real SDK', () => {
    test('otps.email.discovery.send, otps.email.discovery.authenticate [R14.6]', async () => {
      await harness.signIn(BEN, 'cedar');
      await harness.client.otps.email.discovery.send({ email_address: BEN });
      const { code } = await harness.newestMail(BEN);
      await harness.client.otps.email.discovery.authenticate({ email_address: BEN, code });
      expect((await harness.exchange('cedar')).member_authenticated).toBe(true);
    });

    test('magicLinks.email.discovery.send, magicLinks.discovery.authenticate, with the verifier of the SDK [R14.7]', async () => {
      harness.emulator.store.state.project.pkce_required_for_email_magic_links = true;
      harness.reload();
      await harness.client.magicLinks.email.discovery.send({
        email_address: BEN,
        discovery_redirect_url: harness.callback('/discovery'),
      });
      const link = await harness.newestLink(BEN);
      expect(link.get('stytch_token_type')).toBe('discovery');
      await harness.client.magicLinks.discovery.authenticate({
        discovery_magic_links_token: link.get('token') ?? '',
      });
      expect((await harness.exchange('dune')).member_authenticated).toBe(true);
    });

    test('totp.create, totp.authenticate', async () => {
      await harness.signIn(EZRA, 'fjord');
      const { totp, recoveryCodes, self } = harness.client;
      const { secret, qr_code, recovery_codes } = await totp.create(memberOf('fjord', EZRA));
      expect(qr_code).toMatch(/^data:image\/svg\+xml;base64,/);
      const response = await totp.authenticate({
        ...memberOf('fjord', EZRA),
        code: totpCode(secret, totpStep(harness.emulator.store.clock.now())),
        set_mfa_enrollment: 'enroll',
        set_default_mfa: true,
      });
      expect(response.member_session.organization_slug).toBe('fjord');
      // Fjord requires a second factor of everybody, so the enrolment of a member is ignored there.
      const member = self.getSync();
      expect(member).toMatchObject({ mfa_enrolled: false, default_mfa_method: 'totp' });
      expect((await recoveryCodes.get()).recovery_codes).toEqual(recovery_codes);
      const { mfa_required } = await harness.signIn(EZRA, 'fjord');
      const { totp_registration_id } = member ?? {};
      expect(mfa_required?.member_options).toMatchObject({ totp_registration_id });
    });

    test('recoveryCodes.recover, recoveryCodes.get, recoveryCodes.rotate [R14.10]', async () => {
      await harness.signIn(ADA, 'fjord');
      const { recoveryCodes } = harness.client;
      const recovered = await recoveryCodes.recover({
        ...memberOf('fjord', ADA),
        recovery_code: 'rc-ada-0003',
      });
      expect(recovered.recovery_codes_remaining).toBe(9);
      expect((await recoveryCodes.get()).recovery_codes).not.toContain('rc-ada-0003');
      expect((await recoveryCodes.rotate()).recovery_codes).toHaveLength(10);
    });
  });

  describe('the session of the real SDK', () => {
    test('session.authenticate, with the error of the provider when the session has expired', async () => {
      await harness.signIn(ADA, 'acme');
      expect((await harness.client.session.authenticate()).member.email_address).toBe(ADA);
      await harness.emulator.advanceClock(24 * 60 * 60_000);
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
    });

    test('session.exchange', async () => {
      await harness.signIn(ADA, 'acme');
      const to = (slug: string) =>
        harness.client.session.exchange({
          organization_id: harness.organizationId(slug),
          session_duration_minutes: 1440,
        });
      expect((await to('harbor')).member).toMatchObject({ status: 'active', is_admin: false });
      expect((await to('fjord')).mfa_required).not.toBeNull();
      expect(document.cookie).toContain('stytch_intermediate_session_token=');
    });

    test('impersonation.authenticate [R14.11]', async () => {
      const { url } = await harness.emulator.impersonate(ADA, 'acme');
      const impersonation_token = new URL(url).searchParams.get('token') ?? '';
      const response = await harness.client.impersonation.authenticate({ impersonation_token });
      expect(response.member_session?.authentication_factors).toMatchObject([
        {
          type: 'impersonated',
          impersonated_factor: { impersonator_email_address: 'sam@support.example' },
        },
      ]);
      expect((await harness.client.session.authenticate()).member.email_address).toBe(ADA);
    });
  });

  describe('connected apps and One Tap with the real SDK', () => {
    const app = {
      client_id: 'connected-app-test-0001',
      redirect_uri: 'http://localhost:9000/callback',
      response_type: 'code',
      scopes: ['openid'],
      state: 'here',
    };

    test('idp.oauthAuthorizeStart [R14.15]', async () => {
      await harness.signIn(ADA, 'acme');
      const response = await harness.client.idp.oauthAuthorizeStart({
        ...app,
        scopes: ['openid', 'admin'],
      });
      expect(response.consent_required).toBe(true);
      expect(response.scope_results.map((one) => one.is_grantable)).toEqual([true, false]);
    });

    test('idp.oauthAuthorizeSubmit', async () => {
      await harness.signIn(ADA, 'acme');
      const submit = (consent_granted: boolean) =>
        harness.client.idp.oauthAuthorizeSubmit({ ...app, consent_granted });
      const granted = await submit(true);
      const redirectUrl = new URL(granted.redirect_uri).searchParams;
      expect(redirectUrl.get('code')).toBe(granted.authorization_code);
      expect(redirectUrl.get('state')).toBe('here');
      expect((await submit(false)).redirect_uri).toContain('error=access_denied');
    });

    test('idp.oauthLogoutStart', async () => {
      const response = await harness.client.idp.oauthLogoutStart({
        client_id: app.client_id,
        post_logout_redirect_uri: 'http://localhost:9000/bye',
        state: 'there',
      });
      expect(response.redirect_uri).toBe('http://localhost:9000/bye?state=there');
    });

    test('oauth.googleOneTap.start [R14.12]', async () => {
      const { googleOneTap } = harness.client.oauth;
      await expect(googleOneTap.start({ organization_id: '' })).rejects.toThrow(
        'organization_id is a required argument',
      );
      await harness.emulator.updateProject({ google_one_tap_client_id: null });
      const refusal = 'One Tap could not load: oauth_config_not_found';
      await expect(googleOneTap.start({ organization_id: 'acme' })).rejects.toThrow(refusal);
      await expect(googleOneTap.discovery.start({})).rejects.toThrow(refusal);
    });
  });
}
