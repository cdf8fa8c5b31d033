import { B2BClient } from 'stytch';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { totpCode, totpStep } from '../../crypto/totp.ts';
import { EMULATOR_PROJECT_ID, EMULATOR_SECRET } from '../../emulated-project.ts';
import { createEmulator, type Emulator } from '../../server.ts';
import { SEED_TOTP_SECRET } from '../../store/seed/seed.ts';
import { PKCE_CHALLENGE, PKCE_VERIFIER, RawClient } from '../support/raw-client.ts';

const ADA = 'ada@acme.example';
const EZRA = 'ezra@fjord.example';
const AUTHENTICATE = 'http://localhost:5173/authenticate';
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
const newestMail = (to: string) => raw.newestMail(to);
const newestToken = (to: string) => raw.newestLinkToken(to);
const sessionOfAda = async () => (await raw.signIn(ADA, 'acme')).json.data;
const code = (secret = SEED_TOTP_SECRET) => totpCode(secret, totpStep(emulator.store.clock.now()));

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

test('rbac.policy, rbac.organizations.getOrgPolicy', async () => {
  const { policy } = await sdk.rbac.policy();
  expect(policy?.roles.map(({ role_id }) => role_id)).toContain('stytch_admin');
  const { org_policy } = await sdk.rbac.organizations.getOrgPolicy({ organization_id: acme });
  expect(org_policy?.roles).toEqual([]);
});

test('organizations: create, get, update, search, delete', async () => {
  const { organizations } = sdk;
  const created = await organizations.create({
    organization_name: 'New Team',
    organization_external_id: 'ext-1',
    mfa_policy: 'REQUIRED_FOR_ALL',
  });
  expect(created.organization).toMatchObject({
    organization_slug: 'new-team',
    mfa_policy: 'REQUIRED_FOR_ALL',
  });
  const { organization_id } = created.organization;
  const byExternalId = await organizations.get({ organization_id: 'ext-1' });
  expect(byExternalId.organization.organization_id).toBe(organization_id);
  await organizations.update({ organization_id, trusted_metadata: { plan: 'pro' } });
  const merged = await organizations.update({ organization_id, trusted_metadata: { seats: 2 } });
  expect(merged.organization.trusted_metadata).toEqual({ plan: 'pro', seats: 2 });
  const operands = [{ filter_name: 'organization_slugs' as const, filter_value: ['new-team'] }];
  const found = await organizations.search({ query: { operator: 'AND', operands } });
  expect(found.results_metadata.total).toBe(1);
  await organizations.delete({ organization_id });
  await expect(organizations.get({ organization_id })).rejects.toEqual(
    refusal('organization_not_found'),
  );
});

test('organizations.members: create, get, dangerouslyGet, update, search, deletions, reactivate', async () => {
  const { members } = sdk.organizations;
  const created = await members.create({
    organization_id: acme,
    email_address: 'New@acme.example',
    external_id: 'ext-m',
  });
  const { member_id } = created;
  const who = { organization_id: acme, member_id };
  expect((await members.get({ organization_id: acme, member_id: 'ext-m' })).member_id).toBe(
    member_id,
  );
  const email_address = 'new@acme.example';
  expect((await members.get({ organization_id: acme, email_address })).member_id).toBe(member_id);
  expect((await members.dangerouslyGet({ member_id })).member.email_address).toBe(email_address);
  const moved = await members.update({ ...who, email_address: 'newer@acme.example' });
  expect(moved.member.email_address).toBe('newer@acme.example');
  const enrolled = {
    organization_id: raw.organizationId('fjord'),
    member_id: raw.memberId('fjord', ADA),
  };
  expect((await sdk.recoveryCodes.get(enrolled)).recovery_codes).toContain('rc-ada-0001');
  expect((await sdk.recoveryCodes.rotate(enrolled)).recovery_codes).not.toContain('rc-ada-0001');
  expect((await members.deleteTOTP(enrolled)).member.totp_registration_id).toBe('');
  const operands = [
    { filter_name: 'member_emails' as const, filter_value: ['newer@acme.example'] },
  ];
  const query = { operator: 'AND', operands };
  expect((await members.search({ organization_ids: [acme], query })).members).toHaveLength(1);
  const dora = { organization_id: acme, member_id: raw.memberId('acme', 'dora@acme.example') };
  await members.delete(dora);
  await expect(members.get(dora)).rejects.toEqual(refusal('member_not_found'));
  expect((await members.reactivate(dora)).member.status).toBe('active');
});

test("the session of a member in the headers limits a call by the member's roles", async () => {
  const { session_jwt } = (await raw.signIn('dora@acme.example', 'acme')).json.data;
  const given = { organization_id: acme, email_address: 'x@acme.example' };
  const authorization = { session_jwt };
  const { members } = sdk.organizations;
  await expect(members.create(given, { authorization })).rejects.toEqual(
    refusal('unauthorized_action'),
  );
  const other = { ...given, organization_id: raw.organizationId('grove') };
  const tenancy = refusal('session_authorization_tenancy_error');
  await expect(members.create(other, { authorization })).rejects.toEqual(tenancy);
  const { session_token } = await sessionOfAda();
  const trusted = members.create(
    { ...given, trusted_metadata: { plan: 'pro' } },
    { authorization: { session_token } },
  );
  await expect(trusted).rejects.toEqual(refusal('cannot_update_trusted_metadata'));
  expect((await members.create(given, { authorization: { session_token } })).member.status).toBe(
    'active',
  );
});

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
  const exchanged = await sessions.exchange({ organization_id: 'harbor', session_token });
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

describe('sessions.revoke with a session in the headers', () => {
  const BEN = 'ben@birch.example';
  const dora = () => raw.signIn('dora@acme.example', 'acme');
  const admin = () => raw.signIn(ADA, 'acme');
  const idOf = async (slug: string, email: string) =>
    (await raw.signIn(email, slug)).json.data.member_session.member_session_id as string;

  test.each([
    [
      'a member may not revoke a session of another',
      dora,
      async () => ({ member_session_id: await idOf('acme', ADA) }),
      'unauthorized_action',
    ],
    [
      'an administrator may not revoke a session of another organization',
      admin,
      async () => ({ member_session_id: await idOf('harbor', ADA) }),
      'session_authorization_tenancy_error',
    ],
    [
      'an administrator may not revoke the sessions of a member of another organization',
      admin,
      async () => ({ member_id: raw.memberId('birch', BEN) }),
      'session_authorization_tenancy_error',
    ],
    [
      'no member has the id',
      admin,
      async () => ({ member_id: 'member-test-none' }),
      'member_not_found',
    ],
  ])('%s', async (_, actor, named, error_type) => {
    const { session_token } = (await actor()).json.data;
    const given = await named();
    const before = structuredClone(emulator.store.state.sessions);
    await expect(sdk.sessions.revoke(given, { authorization: { session_token } })).rejects.toEqual(
      refusal(error_type),
    );
    expect(emulator.store.state.sessions).toEqual(before);
  });

  test('an administrator may revoke a session of her organization', async () => {
    const { session_token } = await sessionOfAda();
    const member_session_id = await idOf('acme', 'dora@acme.example');
    await sdk.sessions.revoke({ member_session_id }, { authorization: { session_token } });
    const { member_sessions } = await sdk.sessions.get({
      organization_id: acme,
      member_id: raw.memberId('acme', 'dora@acme.example'),
    });
    expect(member_sessions).toEqual([]);
  });
});

test('magicLinks: email.invite, email.loginOrSignup, authenticate', async () => {
  const { magicLinks } = sdk;
  const invited = await magicLinks.email.invite({
    organization_id: acme,
    email_address: 'nia@nowhere.example',
    invite_redirect_url: AUTHENTICATE,
  });
  expect(invited.member.status).toBe('invited');
  const first = await magicLinks.authenticate({
    magic_links_token: await newestToken('nia@nowhere.example'),
  });
  expect(first.member.status).toBe('active');
  const sent = await magicLinks.email.loginOrSignup({
    organization_id: acme,
    email_address: ADA,
    login_redirect_url: AUTHENTICATE,
    signup_redirect_url: AUTHENTICATE,
  });
  expect([sent.member_id, sent.member_created]).toEqual([ada, false]);
  const signedIn = await magicLinks.authenticate({ magic_links_token: await newestToken(ADA) });
  expect(signedIn.member_authenticated).toBe(true);
});

test('discovery by link, by code and by Google: send, authenticate, list, exchange, create', async () => {
  const discovery_redirect_url = 'http://localhost:5173/discovery';
  const email_address = 'cleo@cleo.example';
  await sdk.magicLinks.email.discovery.send({ email_address, discovery_redirect_url });
  const found = await sdk.magicLinks.discovery.authenticate({
    discovery_magic_links_token: await newestToken(email_address),
  });
  const { intermediate_session_token } = found;
  const list = await sdk.discovery.organizations.list({ intermediate_session_token });
  expect(list.discovered_organizations).toEqual([]);
  const created = await sdk.discovery.organizations.create({
    intermediate_session_token,
    organization_name: 'Cleo & Co',
    organization_slug: 'cleo-co',
  });
  expect(created.member_session?.roles).toContain('stytch_admin');
  await sdk.otps.email.discovery.send({ email_address: ADA });
  const { code: otp } = await newestMail(ADA);
  const byCode = await sdk.otps.email.discovery.authenticate({ email_address: ADA, code: otp });
  const exchanged = await sdk.discovery.intermediateSessions.exchange({
    intermediate_session_token: byCode.intermediate_session_token,
    organization_id: acme,
  });
  expect(exchanged.member_authenticated).toBe(true);
  const byGoogle = await sdk.oauth.discovery.authenticate({
    discovery_oauth_token: await raw.discoveryToken(ADA),
    pkce_code_verifier: PKCE_VERIFIER,
  });
  expect(byGoogle.full_name).toBe('Ada Lovell');
});

test('otps.email.loginOrSignup, otps.email.authenticate, oauth.authenticate, impersonation.authenticate', async () => {
  const who = { organization_id: acme, email_address: ADA };
  await sdk.otps.email.loginOrSignup(who);
  const { code: otp } = await newestMail(ADA);
  const signedIn = await sdk.otps.email.authenticate({ ...who, code: otp });
  expect(signedIn.member_authenticated).toBe(true);
  const start = {
    slug: 'acme',
    pkce_code_challenge: PKCE_CHALLENGE,
    login_redirect_url: AUTHENTICATE,
    signup_redirect_url: AUTHENTICATE,
  };
  const back = await raw.chooseAtGoogle(start, { choice: 'person', email: ADA }, 'start');
  const oauth = await sdk.oauth.authenticate({
    oauth_token: back.searchParams.get('token') ?? '',
    pkce_code_verifier: PKCE_VERIFIER,
  });
  expect(oauth.provider_type).toBe('Google');
  const impersonation_token = await raw.impersonationToken(ADA, 'acme');
  const impersonated = await sdk.impersonation.authenticate({ impersonation_token });
  expect(impersonated.member_id).toBe(ada);
});

test('totps.create, totps.authenticate, recoveryCodes.recover', async () => {
  const discovered = async (email: string, organization_id: string) => {
    await raw.discover(email);
    const { json } = await raw.exchange('fjord');
    return {
      organization_id,
      member_id: raw.memberId('fjord', email),
      intermediate_session_token: json.data.intermediate_session_token as string,
    };
  };
  const fjord = raw.organizationId('fjord');
  const { intermediate_session_token, ...ezra } = await discovered(EZRA, fjord);
  const { secret } = await sdk.totps.create(ezra);
  const verified = await sdk.totps.authenticate({
    ...ezra,
    intermediate_session_token,
    code: code(secret),
  });
  expect(verified.member_session?.organization_slug).toBe('fjord');
  const again = await discovered(ADA, fjord);
  const recovered = await sdk.recoveryCodes.recover({ ...again, recovery_code: 'rc-ada-0001' });
  expect(recovered.recovery_codes_remaining).toBe(9);
});

test('sso.authenticate, with the verifier of the start', async () => {
  const query = new URLSearchParams({
    public_token: 'public-token-test-0e0e0e0e-1111-4222-8333-444444444444',
    connection_id: 'oidc-connection-test-kestrel',
    login_redirect_url: AUTHENTICATE,
    signup_redirect_url: AUTHENTICATE,
    pkce_code_challenge: PKCE_CHALLENGE,
  });
  const init = {
    method: 'POST',
    body: new URLSearchParams({ choice: 'person', email: 'kim@kestrel.example' }),
  };
  const { headers } = await raw.send(`/v1/public/sso/start?${query}`, init);
  const sso_token = new URL(headers.get('location') ?? '').searchParams.get('token') ?? '';
  const redeemed = await sdk.sso.authenticate({ sso_token, pkce_code_verifier: PKCE_VERIFIER });
  expect(redeemed.member_authenticated).toBe(true);
});

test('idp.oauth.authorizeStart, idp.oauth.authorize', async () => {
  const { session_token } = await sessionOfAda();
  const app = {
    client_id: 'connected-app-test-0001',
    redirect_uri: 'http://localhost:9000/callback',
    response_type: 'code',
    scopes: ['openid'],
    session_token,
  };
  expect((await sdk.idp.oauth.authorizeStart(app)).consent_required).toBe(true);
  const granted = await sdk.idp.oauth.authorize({ ...app, consent_granted: true });
  expect(granted.authorization_code).not.toBe('');
});
