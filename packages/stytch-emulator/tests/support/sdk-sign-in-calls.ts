import { describe, expect, test } from 'vitest';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { type SdkClient, sdkError, setUpSdkHarness } from './sdk-harness.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const EZRA = 'ezra@fjord.example';

/** Tests the SDK methods of signing in and of further factors, with one version of the SDK. */
export function describeSdkSignInCalls(Client: SdkClient): void {
  const harness = setUpSdkHarness(Client);

  describe('sign-in with the real SDK', () => {
    test('oauth.google.discovery.start, oauth.discovery.authenticate', async () => {
      const response = await harness.discover(ADA);
      expect(response.email_address).toBe(ADA);
      expect(document.cookie).toContain('stytch_intermediate_session_token=');
      await expect(
        harness.client.oauth.discovery.authenticate({ discovery_oauth_token: 'used-or-unknown' }),
      ).rejects.toEqual(sdkError(404, 'oauth_token_not_found'));
    });

    test('oauth.google.start, oauth.authenticate', async () => {
      const redirectUrl = await harness.chooseAtGoogle(
        () =>
          harness.client.oauth.google.start({
            organization_slug: 'acme',
            login_redirect_url: harness.callback('/authenticate'),
            signup_redirect_url: harness.callback('/authenticate'),
          }),
        ADA,
      );
      const response = await harness.client.oauth.authenticate({
        oauth_token: redirectUrl.searchParams.get('token') ?? '',
        session_duration_minutes: 1440,
      });
      expect(response.member_authenticated).toBe(true);
      expect(harness.client.session.getSync()?.roles).toEqual(['stytch_member', 'stytch_admin']);
      await expect(
        harness.client.oauth.authenticate({ oauth_token: 'x', session_duration_minutes: 1440 }),
      ).rejects.toEqual(sdkError(404, 'oauth_token_not_found'));
    });

    test('discovery.organizations.list [R14.3]', async () => {
      await expect(harness.client.discovery.organizations.list()).rejects.toEqual(
        sdkError(400, 'no_session_arguments'),
      );
      await harness.discover(ADA);
      const byIntermediate = await harness.client.discovery.organizations.list();
      expect(byIntermediate.discovered_organizations).toHaveLength(6);
      await harness.exchange('acme');
      const bySession = await harness.client.discovery.organizations.list();
      expect(bySession.email_address).toBe(ADA);
      expect(bySession.organization_id_hint).toBeNull();
    });

    test('discovery.intermediateSessions.exchange [R14.4]', async () => {
      await expect(harness.exchange('acme')).rejects.toEqual(
        sdkError(404, 'intermediate_session_not_found'),
      );
      const response = await harness.signIn(ADA, 'acme');
      expect(response.member_authenticated).toBe(true);
      expect(document.cookie).toContain('stytch_session=session-token-');
      expect(document.cookie).not.toContain('stytch_intermediate_session_token=');
    });

    test('discovery.organizations.create [R14.5]', async () => {
      await harness.discover('cleo@cleo.example');
      const create = (organization_slug: string) =>
        harness.client.discovery.organizations.create({
          organization_name: 'Cleo & Co',
          organization_slug,
          session_duration_minutes: 1440,
        });
      await expect(create('acme')).rejects.toEqual(sdkError(400, 'organization_slug_already_used'));
      await expect(create('not a slug')).rejects.toEqual(
        sdkError(400, 'invalid_organization_slug'),
      );
      const response = await create('cleo-co');
      expect(response.member_authenticated).toBe(true);
      expect(response.organization.organization_slug).toBe('cleo-co');
    });

    test('rbac.isAuthorized and rbac.isAuthorizedSync', async () => {
      await harness.signIn('dora@acme.example', 'acme');
      expect(await harness.client.rbac.isAuthorized('policy', 'read')).toBe(true);
      expect(harness.client.rbac.isAuthorizedSync('policy', 'delete')).toBe(false);
    });
  });

  describe('further factors with the real SDK', () => {
    test('otps.email.discovery.send, otps.email.discovery.authenticate [R14.6]', async () => {
      await harness.signIn(BEN, 'birch');
      await harness.client.otps.email.discovery.send({ email_address: BEN });
      const [mail] = await harness.control('GET', `/inbox?to=${BEN}`);
      await expect(
        harness.client.otps.email.discovery.authenticate({ email_address: BEN, code: '12' }),
      ).rejects.toEqual(sdkError(400, 'invalid_code'));
      await harness.client.otps.email.discovery.authenticate({
        email_address: BEN,
        code: mail.code,
      });
      expect((await harness.exchange('birch')).member_authenticated).toBe(true);
      await expect(
        harness.client.otps.email.discovery.send({ email_address: 'nonsense' }),
      ).rejects.toEqual(sdkError(400, 'invalid_email'));
    });

    test('magicLinks.email.discovery.send, magicLinks.discovery.authenticate [R14.7]', async () => {
      await harness.signIn(BEN, 'dune');
      await harness.client.magicLinks.email.discovery.send({
        email_address: BEN,
        discovery_redirect_url: harness.callback('/discovery'),
      });
      const [mail] = await harness.control('GET', '/inbox');
      const token = new URL(mail.link).searchParams.get('token') ?? '';
      const open = () =>
        harness.client.magicLinks.discovery.authenticate({ discovery_magic_links_token: token });
      await open();
      expect((await harness.exchange('dune')).member_authenticated).toBe(true);
      await expect(open()).rejects.toEqual(sdkError(401, 'unable_to_auth_magic_link'));
      await expect(
        harness.client.magicLinks.email.discovery.send({
          email_address: BEN,
          discovery_redirect_url: 'https://evil.example/discovery',
        }),
      ).rejects.toEqual(sdkError(400, 'no_match_for_provided_magic_link_url'));
    });

    test('magicLinks with PKCE: the SDK sends its own verifier', async () => {
      harness.emulator.store.state.project.pkce_required_for_email_magic_links = true;
      harness.reload();
      await harness.client.magicLinks.email.discovery.send({
        email_address: BEN,
        discovery_redirect_url: harness.callback('/discovery'),
      });
      const [mail] = await harness.control('GET', '/inbox');
      const response = await harness.client.magicLinks.discovery.authenticate({
        discovery_magic_links_token: new URL(mail.link).searchParams.get('token') ?? '',
      });
      expect(response.email_address).toBe(BEN);
    });

    test('otps.email.loginOrSignup, otps.email.authenticate', async () => {
      await harness.signIn(BEN, 'cedar');
      const organization_id = harness.organizationId('cedar');
      await harness.client.otps.email.loginOrSignup({ organization_id, email_address: BEN });
      const [mail] = await harness.control('GET', `/inbox?to=${BEN}`);
      const verify = (code: string) =>
        harness.client.otps.email.authenticate({
          organization_id,
          email_address: BEN,
          code,
          session_duration_minutes: 1440,
        });
      await expect(verify('12')).rejects.toEqual(sdkError(400, 'invalid_code'));
      expect((await verify(mail.code)).member_authenticated).toBe(true);
      await expect(verify(mail.code)).rejects.toEqual(sdkError(401, 'unable_to_auth_otp_code'));
      await expect(
        harness.client.otps.email.loginOrSignup({
          organization_id: harness.organizationId('dune'),
          email_address: BEN,
        }),
      ).rejects.toEqual(sdkError(403, 'operation_restricted_by_organization_auth_methods'));
    });

    test('magicLinks.email.loginOrSignup, magicLinks.authenticate', async () => {
      const send = (slug: string) =>
        harness.client.magicLinks.email.loginOrSignup({
          organization_id: harness.organizationId(slug),
          email_address: BEN,
          login_redirect_url: harness.callback('/authenticate'),
          signup_redirect_url: harness.callback('/authenticate'),
        });
      await expect(send('cedar')).rejects.toEqual(
        sdkError(403, 'operation_restricted_by_organization_auth_methods'),
      );
      await send('dune');
      const [mail] = await harness.control('GET', '/inbox');
      const link = new URL(mail.link).searchParams;
      expect([link.get('slug'), link.get('stytch_token_type')]).toEqual([
        'dune',
        'multi_tenant_magic_links',
      ]);
      const magic_links_token = link.get('token') ?? '';
      await expect(
        harness.client.magicLinks.discovery.authenticate({
          discovery_magic_links_token: magic_links_token,
        }),
      ).rejects.toEqual(sdkError(404, 'magic_link_not_found'));
      const open = () =>
        harness.client.magicLinks.authenticate({ magic_links_token, session_duration_minutes: 60 });
      expect((await open()).member_authenticated).toBe(true);
      await expect(open()).rejects.toEqual(sdkError(401, 'unable_to_auth_magic_link'));
    });

    test('totp.authenticate', async () => {
      await harness.signIn(ADA, 'fjord');
      const caller = {
        organization_id: harness.organizationId('fjord'),
        member_id: harness.memberId('fjord', ADA),
        session_duration_minutes: 1440,
      };
      await expect(harness.client.totp.authenticate({ ...caller, code: 'abcdef' })).rejects.toEqual(
        sdkError(400, 'invalid_totp_code'),
      );
      const response = await harness.client.totp.authenticate({
        ...caller,
        code: harness.currentTotpCode(SEED_TOTP_SECRET),
      });
      expect(response.member_session.organization_slug).toBe('fjord');
      expect(harness.client.self.getSync()?.email_address).toBe(ADA);
    });

    test('totp.create', async () => {
      await harness.signIn(EZRA, 'fjord');
      const caller = {
        organization_id: harness.organizationId('fjord'),
        member_id: harness.memberId('fjord', EZRA),
      };
      const created = await harness.client.totp.create(caller);
      await harness.client.totp.authenticate({
        ...caller,
        code: harness.currentTotpCode(created.secret),
        session_duration_minutes: 1440,
        set_mfa_enrollment: 'enroll',
        set_default_mfa: true,
      });
      await expect(harness.client.totp.create(caller)).rejects.toEqual(
        sdkError(400, 'active_totp_exists'),
      );
    });

    test('recoveryCodes.recover, recoveryCodes.get, recoveryCodes.rotate [R14.10]', async () => {
      await expect(harness.client.recoveryCodes.get()).rejects.toEqual(
        sdkError(401, 'user_unauthenticated'),
      );
      await expect(harness.client.recoveryCodes.rotate()).rejects.toEqual(
        sdkError(401, 'user_unauthenticated'),
      );
      await harness.signIn(ADA, 'fjord');
      const recover = (recovery_code: string) =>
        harness.client.recoveryCodes.recover({
          organization_id: harness.organizationId('fjord'),
          member_id: harness.memberId('fjord', ADA),
          recovery_code,
          session_duration_minutes: 1440,
        });
      await expect(recover('rc-ada-9999')).rejects.toEqual(
        sdkError(401, 'unable_to_authenticate_recovery_code'),
      );
      expect((await recover('rc-ada-0003')).recovery_codes_remaining).toBe(9);
      expect((await harness.client.recoveryCodes.get()).recovery_codes).not.toContain(
        'rc-ada-0003',
      );
      expect((await harness.client.recoveryCodes.rotate()).recovery_codes).toHaveLength(10);
    });
  });
}
