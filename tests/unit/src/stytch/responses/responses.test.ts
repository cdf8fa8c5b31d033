import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints, isUsableResponse } from '#src/stytch/calls/calls.ts';
import { readDiscovered, readOutcome } from '#src/stytch/responses/responses.ts';
import { readSession } from '#src/stytch/sdk/read-session.ts';

const organization = {
  organization_id: 'organization-1',
  organization_slug: 'acme',
  organization_name: 'Acme',
};
const member = { member_id: 'member-1', email_address: 'ada@acme.example', name: 'Ada' };
const session = {
  member_session_id: 'session-1',
  expires_at: '2026-01-06T12:00:00Z',
  roles: ['stytch_member'],
  authentication_factors: [{ type: 'oauth' }],
};
const tokens = { session_token: 'st', session_jwt: 'sj' };
const acme = { id: 'organization-1', slug: 'acme', name: 'Acme' };

const named = (firstName: string, lastName: string) => ({ memberName: { firstName, lastName } });

describe('a session [R11.1]', () => {
  const state = { session, member, organization };

  it('is read without its tokens [R13.9]', () => {
    expect(readSession({ ...state, ...tokens })).toEqual({
      sessionId: 'session-1',
      memberId: 'member-1',
      memberName: { firstName: 'Ada', lastName: '' },
      emailAddress: 'ada@acme.example',
      organization: acme,
      roles: ['stytch_member'],
      expiresAt: Date.UTC(2026, 0, 6, 12),
      impersonated: false,
    });
  });

  it.each([
    [{ name: { first_name: 'Ada', last_name: 'Lovelace' } }, named('Ada', 'Lovelace')],
    [{ name: { last_name: 'Lovelace' } }, named('', 'Lovelace')],
    [{ name: null }, named('', '')],
    [{ name: 'Augusta Ada\u202E\nLovelace' }, named('Augusta Ada', 'Lovelace')],
    [{ email_address: 'ada\u200B@acme.example' }, { emailAddress: null }],
    [{ email_address: null }, { emailAddress: null }],
    [{ email_address: '' }, { emailAddress: null }],
  ])('of the member %j has %j [R1.14]', (change, expected) => {
    expect(readSession({ ...state, member: { ...member, ...change } })).toMatchObject(expected);
  });

  it.each([
    ['', 'acme'],
    ['\u200B', 'acme'],
    [`Acme\u202E${'x'.repeat(500)}`, `Acme${'x'.repeat(123)}…`],
  ])('of the organization %j shows %j [R1.14]', (organization_name, name) => {
    const read = readSession({ ...state, organization: { ...organization, organization_name } });
    expect(read?.organization).toEqual({ ...acme, name });
  });

  it.each([
    [null, undefined, false],
    [[], [{}], false],
    [[], [{ type: 'oauth' }, { type: 'impersonated' }], true],
  ])('with the roles %j and the factors %j is impersonated: %s', (roles, factors, impersonated) => {
    const changed = { ...session, roles, authentication_factors: factors };
    expect(readSession({ ...state, session: changed })).toMatchObject({ roles: [], impersonated });
  });

  it.each<[keyof typeof state, object | undefined]>([
    ['session', undefined],
    ['session', { member_session_id: '' }],
    ['session', { expires_at: 'soon' }],
    ['session', { authentication_factors: [{ type: 5 }] }],
    ['member', { name: { first_name: 5 } }],
    ['member', { email_address: 5 }],
    ['organization', { organization_id: '' }],
  ])('is none with the %s %j', (part, change) => {
    const changed = change && { ...state[part], ...change };
    expect(readSession({ ...state, [part]: changed })).toBeNull();
  });
});

describe('an outcome', () => {
  const unfinished = { member_authenticated: false, member_session: null, organization, member };

  it('requires verification, by the methods that the product supports, before all else [R7.5]', () => {
    const primary_required = { allowed_auth_methods: ['sso', 'magic_link', 'email_otp'] };
    const sso_active_connections = [{ connection_id: 'c1', display_name: ' ' }];
    const unnamed = { ...unfinished, organization: { ...organization, sso_active_connections } };
    expect(readOutcome({ ...unnamed, primary_required, mfa_required: {} }, 7)).toEqual({
      kind: 'primary_required',
      at: 7,
      intermediateDigest: null,
      stepUp: {
        organization: acme,
        allowedAuthMethods: ['email_otp', 'magic_link'],
        connections: [{ id: 'c1', name: 'single sign-on' }],
        emailAddress: 'ada@acme.example',
      },
    });
  });

  it.each([
    ['asks for nothing', { ...unfinished, primary_required: null, mfa_required: null }],
    ['asks without an organization', { ...unfinished, organization: null, mfa_required: {} }],
    ['is half a session', { member_authenticated: true, member_session: session }],
    ['is nothing', undefined],
  ])('is incomplete when the response %s [R7.7]', (_, result) => {
    expect(readOutcome(result, 7)).toEqual({ kind: 'incomplete' });
  });
});

describe('a list of organizations [R6.7]', () => {
  const row = (id: string, more: object = {}) => ({
    organization: { organization_id: id, organization_slug: `slug-${id}`, organization_name: id },
    membership: { type: 'active_member' },
    primary_required: null,
    mfa_required: null,
    ...more,
  });
  const list = (...rows: unknown[]) =>
    readDiscovered({ email_address: 'ada@acme.example', discovered_organizations: rows }, 7);
  const organizationsOf = (...rows: unknown[]) => {
    const read = list(...rows);
    return read.kind === 'discovered' ? read.discovery.organizations : [];
  };

  it('has its valid rows once', () => {
    const invalid = [row(''), null, 'text', { organization: { organization_id: 'g' } }];
    const imitating = row('x');
    imitating.organization.organization_slug = 'ac\u200Bme';
    expect(list(row('a'), row('a'), ...invalid, imitating)).toEqual({
      kind: 'discovered',
      at: 7,
      intermediateDigest: null,
      discovery: {
        emailAddress: 'ada@acme.example',
        organizations: [
          { id: 'a', slug: 'slug-a', name: 'a', membership: 'member', follows: null },
        ],
      },
    });
  });

  it.each([
    ['pending_member', 'invited'],
    ['invited_member', 'invited'],
    ['of_another_kind', 'joinable'],
  ])('takes the membership %s for %s', (type, membership) => {
    expect(organizationsOf(row('a', { membership: { type } }))).toMatchObject([{ membership }]);
  });

  const noMethod = {
    organization: { ...row('a').organization, mfa_methods: 'RESTRICTED', allowed_mfa_methods: [] },
    membership: { member: { member_id: 'm' } },
  };
  it.each([
    ['verification', { primary_required: { allowed_auth_methods: ['email_otp'] } }],
    ['unsupported', { primary_required: { allowed_auth_methods: ['google_oauth', 'sso'] } }],
    ['verification', { primary_required: 'yes' }],
    ['second_factor', { mfa_required: { member_options: null } }],
    ['second_factor', { mfa_required: 'yes' }],
    ['unsupported', { ...noMethod, mfa_required: { member_options: null } }],
  ])('says that %s follows %j [R6.19, R11.13]', (follows, more) => {
    expect(organizationsOf(row('a', more))).toMatchObject([{ follows }]);
  });
});

describe('a response that can be used [R14.3]', () => {
  const list = { email_address: member.email_address, discovered_organizations: [] };
  const unfinished = { member_authenticated: false, organization, member };
  const mfa = (mfa_required: object) => ({ ...unfinished, mfa_required });

  it.each([
    // Without a new intermediate session the SDK would delete the current one.
    ['redeemDiscovery', { ...list, intermediate_session_token: 'token' }, true],
    ['redeemDiscovery', list, false],
    ['redeemDiscovery', { intermediate_session_token: 'token' }, false],
    ['exchange', mfa({ member_options: null }), true],
    ['exchange', mfa({ member_options: { mfa_phone_number: 7 } }), false],
    ['sendCode', {}, false],
  ] as const)('%s: %j is %s', (endpoint, data, isUsable) => {
    expect(isUsableResponse(endpoints[endpoint].path, data)).toBe(isUsable);
  });
});

describe('a field that is null is read as one that is missing [R14.18]', () => {
  const nullMember = {
    member_id: 'member-1',
    email_address: null,
    name: null,
    is_breakglass: null,
    mfa_phone_number: null,
    totp_registration_id: null,
  };
  const nullOrganization = {
    ...organization,
    mfa_methods: null,
    allowed_mfa_methods: null,
    sso_active_connections: null,
  };
  const nullSession = { ...session, roles: null, authentication_factors: null };
  const ofMember = { member: nullMember, organization: nullOrganization };
  const row = { ...ofMember, membership: null, primary_required: null, mfa_required: null };
  const options = { mfa_phone_number: null };
  const requirements = { primary_required: null, mfa_required: { member_options: options } };
  const unfinished = { member_authenticated: false, member_session: null, ...requirements };

  const withoutNulls = (value: object) =>
    JSON.parse(JSON.stringify(value, (_, field) => field ?? undefined));

  it.each<[EndpointName, object]>([
    ['exchange', { ...ofMember, ...tokens, member_session: nullSession }],
    ['exchange', { ...ofMember, ...unfinished }],
    ['exchange', { ...ofMember, ...unfinished, mfa_required: { member_options: null } }],
    ['readOrganizations', { email_address: null, discovered_organizations: [row] }],
  ])('in a response to %s: %j', (endpoint, data) => {
    const missing = withoutNulls(data);
    for (const response of [data, missing]) {
      expect(isUsableResponse(endpoints[endpoint].path, response)).toBe(true);
    }
    const read = endpoint === 'exchange' ? readOutcome : readDiscovered;
    expect(read(data, 0).kind).not.toBe('failed');
    expect(read(data, 0)).toEqual(read(missing, 0));
  });
});

it('no reader throws, for any response', () => {
  fc.assert(
    fc.property(fc.anything(), (result) => {
      readSession(result);
      readDiscovered(result, 0);
      return typeof readOutcome(result, 0).kind === 'string';
    }),
  );
});
