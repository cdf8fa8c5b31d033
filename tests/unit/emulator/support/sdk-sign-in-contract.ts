import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { type SdkClient, SdkHarness } from './sdk-harness.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const EZRA = 'ezra@fjord.example';

/** What the provider's refusal looks like once the SDK has read it. */
function refusal(status_code: number, error_type: string) {
  return expect.objectContaining({ status_code, error_type });
}

/** Every SDK method of signing in and stepping up, each success and refusal, for one SDK version. */
export function signInContract(Client: SdkClient): void {
  let emulator: Emulator;
  let bench: SdkHarness;

  beforeAll(async () => {
    emulator = await createEmulator();
  });
  afterAll(() => emulator.close());
  beforeEach(() => {
    bench = SdkHarness.createClean(emulator, Client);
  });

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
      const landed = await bench.chooseAtGoogle(
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

    test('discovery.organizations.list [R14.3]', async () => {
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

    test('discovery.intermediateSessions.exchange [R14.4]', async () => {
      await expect(bench.exchange('acme')).rejects.toEqual(
        refusal(404, 'intermediate_session_not_found'),
      );
      const answer = await bench.signIn(ADA, 'acme');
      expect(answer.member_authenticated).toBe(true);
      expect(document.cookie).toContain('stytch_session=session-token-');
      expect(document.cookie).not.toContain('stytch_intermediate_session_token=');
    });

    test('discovery.organizations.create [R14.5]', async () => {
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
    test('otps.email.discovery.send, otps.email.discovery.authenticate [R14.6]', async () => {
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

    test('magicLinks.email.discovery.send, magicLinks.discovery.authenticate [R14.7]', async () => {
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
      bench = new SdkHarness(emulator, Client);
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

    test('otps.email.loginOrSignup, otps.email.authenticate', async () => {
      await bench.signIn(BEN, 'cedar');
      const organization_id = bench.organizationId('cedar');
      await bench.client.otps.email.loginOrSignup({ organization_id, email_address: BEN });
      const [mail] = await bench.control('GET', `/inbox?to=${BEN}`);
      const verify = (code: string) =>
        bench.client.otps.email.authenticate({
          organization_id,
          email_address: BEN,
          code,
          session_duration_minutes: 1440,
        });
      await expect(verify('12')).rejects.toEqual(refusal(400, 'invalid_code'));
      expect((await verify(mail.code)).member_authenticated).toBe(true);
      await expect(verify(mail.code)).rejects.toEqual(refusal(401, 'unable_to_auth_otp_code'));
      await expect(
        bench.client.otps.email.loginOrSignup({
          organization_id: bench.organizationId('dune'),
          email_address: BEN,
        }),
      ).rejects.toEqual(refusal(403, 'operation_restricted_by_organization_auth_methods'));
    });

    test('magicLinks.email.loginOrSignup, magicLinks.authenticate', async () => {
      const send = (slug: string) =>
        bench.client.magicLinks.email.loginOrSignup({
          organization_id: bench.organizationId(slug),
          email_address: BEN,
          login_redirect_url: bench.callback('/authenticate'),
          signup_redirect_url: bench.callback('/authenticate'),
        });
      await expect(send('cedar')).rejects.toEqual(
        refusal(403, 'operation_restricted_by_organization_auth_methods'),
      );
      await send('dune');
      const [mail] = await bench.control('GET', '/inbox');
      const link = new URL(mail.link).searchParams;
      expect([link.get('slug'), link.get('stytch_token_type')]).toEqual([
        'dune',
        'multi_tenant_magic_links',
      ]);
      const magic_links_token = link.get('token') ?? '';
      await expect(
        bench.client.magicLinks.discovery.authenticate({
          discovery_magic_links_token: magic_links_token,
        }),
      ).rejects.toEqual(refusal(404, 'magic_link_not_found'));
      const open = () =>
        bench.client.magicLinks.authenticate({ magic_links_token, session_duration_minutes: 60 });
      expect((await open()).member_authenticated).toBe(true);
      await expect(open()).rejects.toEqual(refusal(401, 'unable_to_auth_magic_link'));
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
        code: bench.currentTotpCode(SEED_TOTP_SECRET),
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
        code: bench.currentTotpCode(created.secret),
        session_duration_minutes: 1440,
        set_mfa_enrollment: 'enroll',
        set_default_mfa: true,
      });
      await expect(bench.client.totp.create(claim)).rejects.toEqual(
        refusal(400, 'active_totp_exists'),
      );
    });

    test('recoveryCodes.recover, recoveryCodes.get, recoveryCodes.rotate [R14.10]', async () => {
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
}
