// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sdkError, setUpSdkHarness } from '../support/sdk-harness.ts';

const ADA = 'ada@acme.example';
const DORA = 'dora@acme.example';
const KESTREL_ID = 'oidc-connection-test-kestrel';
const minutes = { session_duration_minutes: 60 };

const harness = setUpSdkHarness(StytchB2BHeadlessClient);
const members = () => harness.client.organization.members;
const refused = sdkError(403, 'unauthorized_action');
const emailsOf = (found: { members: { email_address: string }[] }) =>
  found.members.map(({ email_address }) => email_address);

/** Starts a sign-in at the identity provider of a connection, and chooses. Returns the query of the redirect URL. */
function signInAtIdentityProvider(choice: Record<string, string>, connection_id = KESTREL_ID) {
  const url = harness.callback('/authenticate');
  const start = { connection_id, login_redirect_url: url, signup_redirect_url: url };
  return harness.choose(() => harness.client.sso.start(start), choice);
}

async function invite(email_address: string, roles: string[] = []): Promise<string> {
  const invite_redirect_url = harness.callback('/authenticate');
  await harness.client.magicLinks.email.invite({ email_address, roles, invite_redirect_url });
  const link = await harness.newestLink(email_address);
  expect(Object.fromEntries(link)).toMatchObject({
    slug: 'acme',
    stytch_token_type: 'multi_tenant_magic_links',
  });
  return link.get('token') ?? '';
}

describe('an invitation', () => {
  test('magicLinks.email.invite, magicLinks.authenticate: makes an invited member, whose link signs in once', async () => {
    await harness.signIn(ADA, 'acme');
    const magic_links_token = await invite('Nia@Nowhere.example', ['policy_editor']);
    const { members: found } = await members().search({
      query: {
        operator: 'AND',
        operands: [{ filter_name: 'statuses', filter_value: ['invited'] }],
      },
    });
    expect(emailsOf({ members: found })).toEqual(['ivy@acme.example', 'nia@nowhere.example']);
    await harness.client.session.revoke();
    const redeem = () => harness.client.magicLinks.authenticate({ magic_links_token, ...minutes });
    const { member } = await redeem();
    expect(member).toMatchObject({ status: 'active', email_address_verified: true });
    expect(harness.client.session.getSync()?.roles).toEqual(['stytch_member', 'policy_editor']);
    await expect(redeem()).rejects.toEqual(sdkError(401, 'unable_to_auth_magic_link'));
  });

  test('expires after a week, and ends when the member is removed', async () => {
    await harness.signIn(ADA, 'acme');
    const first = await invite('nia@nowhere.example');
    await members().delete(harness.memberId('acme', 'nia@nowhere.example'));
    const redeem = (magic_links_token: string) =>
      harness.client.magicLinks.authenticate({ magic_links_token, ...minutes });
    await expect(redeem(first)).rejects.toEqual(sdkError(404, 'member_not_found'));
    const second = await invite('nia@nowhere.example');
    await harness.emulator.advanceClock(7 * 24 * 60 * 60_000);
    await expect(redeem(second)).rejects.toEqual(sdkError(401, 'unable_to_auth_magic_link'));
  });

  test('is refused to an active member, to a foreign domain, and to who may not invite', async () => {
    await harness.signIn(ADA, 'acme');
    await expect(invite(DORA)).rejects.toEqual(sdkError(400, 'duplicate_member_email'));
    await harness.client.organization.update({
      email_invites: 'RESTRICTED',
      email_allowed_domains: ['acme.example'],
    });
    const foreign = sdkError(400, 'invalid_email_for_invites');
    await expect(invite('nia@nowhere.example')).rejects.toEqual(foreign);
    await invite('nia@acme.example');
    await harness.signIn(DORA, 'acme');
    await expect(invite('zoe@acme.example')).rejects.toEqual(refused);
  });
});

describe('the members of an organization', () => {
  test('organization.members.search: filters, and pages', async () => {
    await harness.signIn(ADA, 'acme');
    await members().create({ email_address: 'new@elsewhere.example' });
    const query = {
      operator: 'AND',
      operands: [{ filter_name: 'member_email_fuzzy', filter_value: '@acme.example' }],
    };
    const first = await members().search({ query, limit: 3 });
    const { total, next_cursor } = first.results_metadata;
    const second = await members().search({ query, limit: 3, cursor: `${next_cursor}` });
    expect([...emailsOf(first), ...emailsOf(second)]).toEqual([
      ADA,
      DORA,
      'finn@acme.example',
      'ivy@acme.example',
    ]);
    expect([total, second.results_metadata.next_cursor]).toEqual([4, null]);
    // The last page is full.
    const all = await members().search({ query, limit: total });
    expect(all.results_metadata.next_cursor).toBeNull();
    const short = {
      operator: 'OR',
      operands: [{ filter_name: 'member_email_fuzzy', filter_value: 'x' }],
    };
    const tooShort = sdkError(400, 'member_search_member_email_fuzzy_too_short');
    await expect(members().search({ query: short })).rejects.toEqual(tooShort);
  });

  test('organization.members.create, update, delete, reactivate, session.revokeForMember', async () => {
    await harness.signIn(ADA, 'acme');
    const king = { email_address: 'new@acme.example', roles: ['king'] };
    const unknown = sdkError(400, 'invalid_rbac_role_assignment');
    await expect(members().create(king)).rejects.toEqual(unknown);
    const { member } = await members().create({ email_address: 'new@acme.example', name: 'New' });
    const { member_id } = member;
    const changed = await members().update({ member_id, name: 'Newer', roles: ['stytch_admin'] });
    expect(changed.member).toMatchObject({ name: 'Newer', status: 'active' });
    expect(changed.member.roles.map(({ role_id }) => role_id)).toEqual([
      'stytch_member',
      'stytch_admin',
    ]);
    await expect(members().update({ member_id, roles: ['king'] })).rejects.toEqual(unknown);
    const again = members().create({ email_address: 'new@acme.example' });
    await expect(again).rejects.toEqual(sdkError(400, 'duplicate_member_email'));
    await members().delete(member_id);
    expect(emailsOf(await members().search({}))).not.toContain('new@acme.example');
    const unverified = sdkError(400, 'email_unverified_for_reactivation');
    await expect(members().reactivate(member_id)).rejects.toEqual(unverified);
    const dora = harness.memberId('acme', DORA);
    await members().delete(dora);
    expect((await members().reactivate(dora)).member.status).toBe('active');
    const notDeleted = sdkError(404, 'no_deleted_member_found_for_reactivation');
    await expect(members().reactivate(dora)).rejects.toEqual(notDeleted);
    await members().delete(dora);
    const next = await members().create({ email_address: DORA, create_member_as_pending: true });
    expect(next.member.status).toBe('pending');
    const taken = sdkError(400, 'reactivation_email_belongs_to_another_member');
    await expect(members().reactivate(dora)).rejects.toEqual(taken);
  });

  test('a removed member has no session, no discovered organization and no sign-in', async () => {
    await harness.signIn(DORA, 'acme');
    await harness.client.session.authenticate();
    const dora = harness.memberId('acme', DORA);
    const { sessions } = harness.emulator.store.state;
    await harness.signIn(ADA, 'acme');
    await harness.client.session.revokeForMember({ member_id: dora });
    expect(sessions.find(({ memberId }) => memberId === dora)?.revokedAt).not.toBeNull();
    await harness.emulator.login({ email: DORA, organization: 'acme' });
    await members().delete(dora);
    expect(await harness.emulator.activeSessions()).toMatchObject([{ email: ADA }]);
    await harness.discover(DORA);
    const { discovered_organizations } = await harness.client.discovery.organizations.list();
    expect(
      discovered_organizations.map(({ organization }) => organization.organization_slug),
    ).toEqual(['grove']);
    await expect(harness.exchange('acme')).rejects.toEqual(
      sdkError(403, 'email_jit_provisioning_not_allowed'),
    );
  });

  test('a member without the role can only change her own account', async () => {
    await harness.signIn(DORA, 'acme');
    await expect(members().search({})).rejects.toEqual(refused);
    const finn = harness.memberId('acme', 'finn@acme.example');
    await expect(members().update({ member_id: finn, name: 'F' })).rejects.toEqual(refused);
    await expect(members().delete(finn)).rejects.toEqual(refused);
    await expect(harness.client.organization.update({ organization_name: 'X' })).rejects.toEqual(
      refused,
    );
    const dora = harness.memberId('acme', DORA);
    await expect(members().update({ member_id: dora, roles: ['stytch_admin'] })).rejects.toEqual(
      refused,
    );
    expect((await harness.client.self.update({ name: 'Dora Q' })).member.name).toBe('Dora Q');
    expect((await harness.client.self.get())?.name).toBe('Dora Q');
  });

  test('self.deleteMFATOTP removes the authenticator app', async () => {
    await harness.signIn(ADA, 'fjord');
    await harness.client.recoveryCodes.recover({
      organization_id: harness.organizationId('fjord'),
      member_id: harness.memberId('fjord', ADA),
      recovery_code: 'rc-ada-0001',
      ...minutes,
    });
    const { member } = await harness.client.self.deleteMFATOTP();
    expect(member.totp_registration_id).toBe('');
    await expect(harness.client.recoveryCodes.get()).rejects.toEqual(
      sdkError(404, 'recovery_codes_not_found'),
    );
  });

  test('organization.get, getBySlug, update, delete', async () => {
    await harness.signIn(ADA, 'acme');
    const { organization } = harness.client;
    await organization.update({ organization_name: 'Acme Two', organization_slug: 'acme-two' });
    await organization.update({ organization_slug: 'acme-two' });
    expect(await organization.get()).toMatchObject({ organization_slug: 'acme-two' });
    const found = await organization.getBySlug({ organization_slug: 'acme-two' });
    expect(found.organization?.organization_name).toBe('Acme Two');
    const { organization_id } = await organization.delete();
    const { members: left } = harness.emulator.store.state;
    expect(left.some(({ organizationId }) => organizationId === organization_id)).toBe(false);
    expect(await harness.emulator.activeSessions()).toEqual([]);
    const gone = await organization.getBySlug({ organization_slug: 'acme-two' });
    expect(gone.organization).toBeNull();
  });
});

describe('single sign-on', () => {
  // The SDK warns of each sign-in without PKCE.
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

  const redeem = (sso_token: string | null) =>
    harness.client.sso.authenticate({ sso_token: sso_token ?? '', ...minutes });
  const kim = { choice: 'person', email: 'kim@kestrel.example' };

  test('sso.start, sso.authenticate: signs in once, with the verifier of the SDK', async () => {
    harness.emulator.store.state.project.pkce_required_for_sso = true;
    harness.reload();
    const query = await signInAtIdentityProvider(kim);
    expect(query.get('stytch_token_type')).toBe('sso');
    const { member, member_session } = await redeem(query.get('token'));
    expect(member?.sso_registrations).toHaveLength(1);
    expect(member_session?.authentication_factors).toMatchObject([
      { type: 'sso', delivery_method: 'sso_oidc', oidc_sso_factor: { provider_id: KESTREL_ID } },
    ]);
    await expect(redeem(query.get('token'))).rejects.toEqual(sdkError(404, 'sso_token_not_found'));
    const again = await redeem((await signInAtIdentityProvider(kim)).get('token'));
    expect(again.member?.sso_registrations).toHaveLength(1);
  });

  test('an organization that allows nothing else asks for it, names its connection, and takes it with the intermediate session', async () => {
    await harness.discover('kim@kestrel.example');
    const { organization, primary_required } = await harness.exchange('kestrel');
    expect(primary_required).toEqual({ allowed_auth_methods: ['sso'] });
    const connections = [
      { connection_id: KESTREL_ID, display_name: 'Kestrel ID', identity_provider: 'generic' },
    ];
    expect(organization?.sso_active_connections).toEqual(connections);
    const query = await signInAtIdentityProvider(kim);
    expect((await redeem(query.get('token'))).member_authenticated).toBe(true);
  });

  test('sso.saml.createConnection and updateConnection: an active one signs in', async () => {
    const { sso } = harness.client;
    await harness.signIn(DORA, 'acme');
    await expect(sso.saml.createConnection({})).rejects.toEqual(refused);
    await harness.signIn(ADA, 'acme');
    const { connection } = await sso.saml.createConnection({ display_name: 'Acme ID' });
    const { connection_id } = connection;
    const start = () => signInAtIdentityProvider({ choice: 'person', email: ADA }, connection_id);
    expect((await start()).get('token')).toBeNull();
    const settings = { idp_entity_id: 'e', idp_sso_url: 'https://id.example' };
    await sso.saml.updateConnection({ connection_id, ...settings, x509_certificate: 'PEM' });
    const { member_session } = await redeem((await start()).get('token'));
    expect(member_session?.authentication_factors).toMatchObject([{ delivery_method: 'sso_saml' }]);
  });

  test('another person of the identity provider becomes a member, unless the organization allows none', async () => {
    const lee = { choice: 'another', email: 'lee@kestrel.example', name: 'Lee' };
    const query = await signInAtIdentityProvider(lee);
    expect((await redeem(query.get('token'))).member?.name).toBe('Lee');
    for (const ssoJitProvisioning of ['NOT_ALLOWED', 'RESTRICTED'] as const) {
      for (const each of harness.emulator.store.state.organizations) {
        Object.assign(each, { ssoJitProvisioning });
      }
      const other = { ...lee, email: 'max@kestrel.example' };
      const refusedQuery = await signInAtIdentityProvider(other);
      await expect(redeem(refusedQuery.get('token'))).rejects.toEqual(
        sdkError(403, 'invalid_connection_for_jit_provisioning'),
      );
    }
  });

  test('the identity provider starts it, and a cancelled one returns with its error', async () => {
    const portal = new URL('/_emulator/identity-provider', harness.emulator.origin);
    portal.searchParams.set('connection_id', KESTREL_ID);
    portal.searchParams.set('app', 'http://localhost:5173');
    const choose = async (choice: Record<string, string>) => {
      const body = new URLSearchParams(choice);
      const response = await harness.emulator.fetch(new Request(portal, { method: 'POST', body }));
      return new URL(response.headers.get('location') ?? '').searchParams;
    };
    expect((await redeem((await choose(kim)).get('token'))).member_authenticated).toBe(true);
    expect((await choose({ choice: 'cancel' })).get('error')).toBe('access_denied');
  });
});

describe('codes and links of one organization', () => {
  test('otps.email.loginOrSignup, otps.email.authenticate: a code of discovery does not count, and nobody is told who is a member', async () => {
    const who = { organization_id: harness.organizationId('acme'), email_address: ADA };
    const { otps } = harness.client;
    const sent = await otps.email.loginOrSignup(who);
    expect(Object.keys(sent).sort()).toEqual(['request_id', 'status_code']);
    const { code } = await harness.newestMail(ADA);
    await otps.email.discovery.send({ email_address: ADA });
    const { code: ofDiscovery } = await harness.newestMail(ADA);
    const redeem = (given: string) => otps.email.authenticate({ ...who, code: given, ...minutes });
    await expect(redeem(ofDiscovery)).rejects.toEqual(sdkError(404, 'otp_code_not_found'));
    expect((await redeem(code)).member_authenticated).toBe(true);
    const stranger = otps.email.loginOrSignup({ ...who, email_address: 'x@nowhere.example' });
    await expect(stranger).rejects.toEqual(sdkError(403, 'email_jit_provisioning_not_allowed'));
  });

  test('magicLinks.email.loginOrSignup: only to a redirect URL of the project', async () => {
    const organization_id = harness.organizationId('acme');
    const send = (login_redirect_url: string) =>
      harness.client.magicLinks.email.loginOrSignup({
        organization_id,
        email_address: ADA,
        login_redirect_url,
        signup_redirect_url: login_redirect_url,
      });
    const foreign = sdkError(400, 'no_match_for_provided_magic_link_url');
    await expect(send('https://evil.example/authenticate')).rejects.toEqual(foreign);
    await send(harness.callback('/authenticate'));
    const magic_links_token = (await harness.newestLink(ADA)).get('token') ?? '';
    const { member } = await harness.client.magicLinks.authenticate({
      magic_links_token,
      ...minutes,
    });
    expect(member?.email_address).toBe(ADA);
  });
});
