import { B2BClient } from 'stytch';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { totpCode, totpStep } from '../../crypto/totp.ts';
import { EMULATOR_PROJECT_ID, EMULATOR_SECRET } from '../../emulated-project.ts';
import { createEmulator, type Emulator } from '../../server.ts';
import { SEED_TOTP_SECRET } from '../../store/seed/seed.ts';
import { RawClient } from '../support/raw-client.ts';

const ADA = 'ada@acme.example';
const EZRA = 'ezra@fjord.example';
let emulator: Emulator;
let sdk: B2BClient;
let raw: RawClient;
let acme: string;
let ada: string;

beforeAll(async () => {
  emulator = await createEmulator();
  const env = emulator.origin;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const project = { project_id: EMULATOR_PROJECT_ID, secret: EMULATOR_SECRET };
  sdk = new B2BClient({ ...project, env });
});
beforeEach(() => {
  emulator.store.reset();
  raw = new RawClient(emulator);
  acme = raw.organizationId('acme');
  ada = raw.memberId('acme', ADA);
});
afterAll(() => emulator.close());

const refusal = (error_type: string) => expect.objectContaining({ error_type });
const sessionOfAda = async () => (await raw.signIn(ADA, 'acme')).json.data;

test('another secret, a live one and another project are refused; unknown calls name the table', async () => {
  const as = (project_id: string, secret: string) =>
    new B2BClient({ project_id, secret, env: emulator.origin }).rbac.policy();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const wrong = refusal('unauthorized_credentials');
  await expect(as(EMULATOR_PROJECT_ID, 'secret-test-other')).rejects.toEqual(wrong);
  await expect(as('project-test-other', EMULATOR_SECRET)).rejects.toEqual(wrong);
  const live = refusal('live_id_used_in_test_environment');
  await expect(as(EMULATOR_PROJECT_ID, 'secret-live-1')).rejects.toEqual(live);
  const unknown = sdk.passwords.strengthCheck({ password: 'x' });
  await expect(unknown).rejects.toMatchObject({
    error_type: 'route_not_found',
    error_message: expect.stringContaining('README'),
  });
});

test('debug.whoami, project.metrics, rbac.policy, rbac.organizations.getOrgPolicy', async () => {
  expect((await sdk.debug.whoami()).project_id).toBe(EMULATOR_PROJECT_ID);
  const { metrics } = await sdk.project.metrics();
  expect(metrics).toContainEqual({ metric_type: 'ORGANIZATION_COUNT', count: 211 });
  const { policy } = await sdk.rbac.policy();
  expect(policy?.roles.map(({ role_id }) => role_id)).toContain('stytch_admin');
  const { org_policy } = await sdk.rbac.organizations.getOrgPolicy({ organization_id: acme });
  expect(org_policy?.roles).toEqual([]);
});

test('organizations: create, get, update, search, deleteExternalId, delete', async () => {
  const { organizations } = sdk;
  const created = await organizations.create({
    organization_name: 'New Team',
    organization_external_id: 'ext-1',
    email_allowed_domains: ['New.Example'],
    mfa_policy: 'REQUIRED_FOR_ALL',
  });
  expect(created.organization).toMatchObject({
    organization_slug: 'new-team',
    email_allowed_domains: ['new.example'],
    mfa_policy: 'REQUIRED_FOR_ALL',
    // Its default when another setting is given.
    email_invites: 'NOT_ALLOWED',
  });
  const { organization_id } = created.organization;
  const byExternalId = await organizations.get({ organization_id: 'ext-1' });
  expect(byExternalId.organization.organization_id).toBe(organization_id);
  const change = (trusted_metadata: object) =>
    organizations.update({ organization_id, trusted_metadata });
  await change({ plan: 'pro', trial: true });
  const merged = await change({ seats: 2, trial: null });
  expect(merged.organization.trusted_metadata).toEqual({ plan: 'pro', seats: 2 });
  const operands = [{ filter_name: 'organization_slugs' as const, filter_value: ['new-team'] }];
  const found = await organizations.search({ query: { operator: 'AND', operands } });
  expect(found.results_metadata.total).toBe(1);
  await expect(organizations.search({ limit: 1_001 })).rejects.toEqual(refusal('bad_request'));
  const gone = refusal('organization_not_found');
  await organizations.deleteExternalId({ organization_id });
  await expect(organizations.get({ organization_id: 'ext-1' })).rejects.toEqual(gone);
  await organizations.delete({ organization_id });
  await expect(organizations.get({ organization_id })).rejects.toEqual(gone);
});

test.each([
  [{ auth_methods: 'RESTRICTED' }, 'allowed_auth_methods_required_for_restricted'],
  [{ mfa_methods: 'RESTRICTED' }, 'allowed_mfa_methods_required_for_restricted'],
  [{ email_invites: 'RESTRICTED' }, 'invalid_restricted_email_setting'],
  [{ email_allowed_domains: ['Gmail.com'] }, 'organization_settings_domain_too_common'],
  [{ organization_name: '' }, 'invalid_organization_name'],
])('no organization is created or changed with %j', async (settings, error_type) => {
  const { organizations } = sdk;
  const created = organizations.create({ organization_name: 'Team', ...settings });
  await expect(created).rejects.toEqual(refusal(error_type));
  expect((await organizations.search({})).results_metadata.total).toBe(211);
  const changed = organizations.update({ organization_id: acme, ...settings });
  await expect(changed).rejects.toEqual(refusal(error_type));
});

test('organizations.members: get by id, external id, address and without an organization, update, search, what is removed, and how many stay', async () => {
  const { members } = sdk.organizations;
  const email_address = 'new@acme.example';
  const given = { email_address: 'New@acme.example', external_id: 'ext-m' };
  await members.create({ organization_id: raw.organizationId('harbor'), ...given });
  const { member_id } = await members.create({ organization_id: acme, ...given });
  for (const locator of [{ member_id }, { member_id: 'ext-m' }, given]) {
    const found = await members.get({ organization_id: acme, ...locator });
    expect(found.member_id).toBe(member_id);
  }
  expect((await members.dangerouslyGet({ member_id })).member.email_address).toBe(email_address);
  const who = { organization_id: acme, member_id };
  await expect(members.update({ ...who, email_address: ADA })).rejects.toEqual(
    refusal('duplicate_member_email'),
  );
  const same = { email_address, untrusted_metadata: { size: 'L' } };
  const kept = await members.update({ ...who, ...same });
  expect(kept.member).toMatchObject({ ...same, retired_email_addresses: [] });
  const moved = await members.update({ ...who, email_address: 'newer@acme.example' });
  expect(moved.member).toMatchObject({
    email_address: 'newer@acme.example',
    email_address_verified: false,
    retired_email_addresses: [{ email_address }],
    external_id: 'ext-m',
  });
  const [retired] = moved.member.retired_email_addresses;
  const freed = await members.unlinkRetiredEmail({ ...who, email_id: `${retired?.email_id}` });
  expect(freed.member.retired_email_addresses).toEqual([]);
  expect((await members.deleteExternalId(who)).member.external_id).toBeNull();
  const filter = { filter_name: 'member_emails' as const, filter_value: ['Newer@acme.example'] };
  const query = { operator: 'AND', operands: [filter] };
  expect((await members.search({ organization_ids: [acme], query })).members).toHaveLength(1);
  const ids = { filter_name: 'member_ids' as const, filter_value: [ada] };
  const either = { operator: 'OR', operands: [filter, ids] };
  const found = await members.search({ organization_ids: [acme], query: either });
  expect(found.members).toHaveLength(2);
  await members.delete(who);
  await expect(members.get(who)).rejects.toEqual(refusal('member_not_found'));
  expect((await sdk.organizations.metrics(who)).member_count).toBe(4);
});

test.each([
  ['members', 'member_is_breakglass', false, 4],
  ['members', 'member_mfa_phone_number_fuzzy', '202', 0],
  ['members', 'member_is_breakglass', 'no', 'member_search_expected_boolean'],
  ['members', 'slug', 'acme', 'member_search_filter_name_not_recognized'],
  ['organizations', 'member_emails', ['Dora@acme.example'], 1],
  ['organizations', 'allowed_domain_fuzzy', 'ACME', 1],
  ['organizations', 'has_active_sso_connection', true, 1],
  ['organizations', 'organization_slugs', 'acme', 'organization_search_expected_array_of_strings'],
])('a search of %s by %s %j answers %s', async (records, filter_name, filter_value, answer) => {
  const query = { operator: 'AND', operands: [{ filter_name, filter_value }] };
  const { organizations } = sdk;
  const found =
    records === 'members'
      ? organizations.members.search({ organization_ids: [acme], query })
      : organizations.search({ query });
  const total = found.then(({ results_metadata }) => results_metadata.total);
  expect(await total.catch(({ error_type }) => error_type)).toBe(answer);
});

test('recoveryCodes.get and rotate, organizations.members.deleteTOTP and deleteMFAPhoneNumber, totps.migrate', async () => {
  const who = { organization_id: 'fjord', member_id: raw.memberId('fjord', ADA) };
  expect((await sdk.recoveryCodes.get(who)).recovery_codes).toContain('rc-ada-0001');
  expect((await sdk.recoveryCodes.rotate(who)).recovery_codes).not.toContain('rc-ada-0001');
  const { members } = sdk.organizations;
  const none = { totp_registration_id: '', default_mfa_method: '' };
  expect((await members.deleteTOTP(who)).member).toMatchObject(none);
  await sdk.totps.migrate({ ...who, secret: SEED_TOTP_SECRET, recovery_codes: ['one'] });
  expect((await sdk.recoveryCodes.get(who)).recovery_codes).toEqual(['one']);
  const caller = { organization_id: 'juniper', member_id: raw.memberId('juniper', ADA) };
  const silent = { mfa_phone_number: '', default_mfa_method: '' };
  expect((await members.deleteMFAPhoneNumber(caller)).member).toMatchObject(silent);
});

describe('sso', () => {
  const SETTINGS = {
    display_name: 'Acme ID',
    ...{ idp_entity_id: 'e', idp_sso_url: 'https://id.example/sso', x509_certificate: 'PEM' },
    ...{ issuer: 'https://id.example', client_id: 'c', client_secret: 's' },
  };

  test.each(['saml', 'oidc', 'external'] as const)(
    '%s: createConnection, updateConnection, getConnections, deleteConnection',
    async (kind) => {
      const { sso } = sdk;
      const created = await sso[kind].createConnection({
        organization_id: acme,
        external_organization_id: 'o',
        external_connection_id: 'c',
      });
      expect(created.connection?.status).toBe(kind === 'external' ? 'active' : 'pending');
      const who = { organization_id: acme, connection_id: created.connection?.connection_id ?? '' };
      const { connection } = await sso[kind].updateConnection({ ...who, ...SETTINGS });
      expect(connection).toMatchObject({ display_name: 'Acme ID', status: 'active' });
      const list = async () => (await sso.getConnections(who))[`${kind}_connections`];
      expect(await list()).toEqual([connection]);
      await sso.deleteConnection(who);
      expect(await list()).toEqual([]);
    },
  );

  test('saml.updateByURL makes a connection active, which can be the default one', async () => {
    const { sso, organizations } = sdk;
    const { connection } = await sso.saml.createConnection({ organization_id: acme });
    const who = { organization_id: acme, connection_id: connection?.connection_id ?? '' };
    const sso_default_connection_id = who.connection_id;
    const makeDefault = () => organizations.update({ ...who, sso_default_connection_id });
    await expect(makeDefault()).rejects.toEqual(refusal('invalid_sso_default_connection_id'));
    const other = sso.oidc.updateConnection(who);
    await expect(other).rejects.toEqual(refusal('sso_connection_not_found'));
    await sso.saml.updateByURL({ ...who, metadata_url: 'https://id.example/metadata' });
    const { organization } = await makeDefault();
    expect(organization).toMatchObject({ sso_default_connection_id });
    await sso.deleteConnection(who);
    expect((await organizations.get(who)).organization.sso_default_connection_id).toBeNull();
  });
});

test.each(['session_token', 'session_jwt'] as const)(
  'a %s in the headers of a call is refused, so that nobody counts on it',
  async (name) => {
    const authorization = { [name]: (await sessionOfAda())[name] };
    const given = { organization_id: acme, email_address: 'x@acme.example' };
    await expect(sdk.organizations.members.create(given, { authorization })).rejects.toEqual(
      refusal('bad_request'),
    );
  },
);

test('sessions: authenticate, authenticateJwt, get, exchange, revoke, getJWKS', async () => {
  const { session_token, session_jwt, member_session } = await sessionOfAda();
  const { sessions } = sdk;
  const check = { organization_id: acme, resource_id: 'policy', action: 'create' };
  const authenticated = await sessions.authenticate({ session_token, authorization_check: check });
  expect(authenticated.verdict).toEqual({ authorized: true, granting_roles: ['stytch_admin'] });
  const never = { ...check, action: 'never' };
  const denied = sessions.authenticate({ session_jwt, authorization_check: never });
  await expect(denied).rejects.toEqual(refusal('session_authorization_error'));
  const remote = await sessions.authenticateJwt({ session_jwt, max_token_age_seconds: 0 });
  expect(remote.member_session.member_id).toBe(ada);
  const local = await sessions.authenticateJwtLocal({ session_jwt, authorization_check: check });
  expect(local.organization_id).toBe(acme);
  expect((await sessions.getJWKS({ project_id: EMULATOR_PROJECT_ID })).keys).toHaveLength(1);
  const open = await sessions.get({ organization_id: acme, member_id: ada });
  expect(open.member_sessions).toMatchObject([
    { member_session_id: member_session.member_session_id },
  ]);
  const week = { session_duration_minutes: 10_080 };
  const exchanged = await sessions.exchange({ organization_id: 'harbor', session_token, ...week });
  expect(exchanged.member_authenticated).toBe(true);
  await sessions.revoke({ session_token: exchanged.session_token });
  expect(
    (await sessions.get({ organization_id: 'harbor', member_id: exchanged.member_id }))
      .member_sessions,
  ).toEqual([]);
  await expect(sessions.authenticate({ session_jwt: 'x.y.z' })).rejects.toEqual(
    refusal('unable_to_parse_session_jwt'),
  );
});

test('sessions.revoke by the id of a session, and of a member', async () => {
  const { sessions } = sdk;
  const who = { organization_id: acme, member_id: ada };
  const open = async () =>
    (await sessions.get(who)).member_sessions.map(({ member_session_id }) => member_session_id);
  for (let count = 0; count < 3; count += 1) await sessionOfAda();
  const [first = '', ...others] = await open();
  await sessions.revoke({ member_session_id: first });
  expect(await open()).toEqual(others);
  await sessions.revoke({ member_id: ada });
  expect(await open()).toEqual([]);
  const none = sessions.revoke({ member_id: 'member-test-none' });
  await expect(none).rejects.toEqual(refusal('member_not_found'));
});

test('otps.email.loginOrSignup tells a backend who the member is; otps.email.authenticate lasts an hour', async () => {
  const who = { organization_id: acme, email_address: ADA };
  const sent = await sdk.otps.email.loginOrSignup(who);
  expect([sent.member_id, sent.member_created]).toEqual([ada, false]);
  const { code } = await raw.newestMail(ADA);
  const { member_session } = await sdk.otps.email.authenticate({ ...who, code });
  const { started_at, expires_at } = member_session ?? {};
  expect(Date.parse(`${expires_at}`) - Date.parse(`${started_at}`)).toBe(60 * 60_000);
});

test('magicLinks.email.invite without a name makes a member who has none', async () => {
  const invite_redirect_url = 'http://localhost:3000/authenticate';
  const who = { organization_id: acme, email_address: 'new@acme.example' };
  const { member } = await sdk.magicLinks.email.invite({ ...who, invite_redirect_url });
  expect([member.name, member.status]).toEqual(['', 'invited']);
});

test('totps.create by the backend itself, and totps.authenticate with the intermediate session', async () => {
  await raw.signIn(EZRA, 'fjord');
  const ezra = {
    organization_id: raw.organizationId('fjord'),
    member_id: raw.memberId('fjord', EZRA),
  };
  const { secret } = await sdk.totps.create(ezra);
  const verified = await sdk.totps.authenticate({
    ...ezra,
    intermediate_session_token: raw.intermediate ?? '',
    code: totpCode(secret, totpStep(emulator.store.clock.now())),
  });
  expect(verified.member_session?.organization_slug).toBe('fjord');
});
