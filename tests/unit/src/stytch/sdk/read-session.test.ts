import { describe, expect, it } from 'vitest';
import { knownEmail, readSession } from '#src/stytch/sdk/read-session.ts';

const session = { member_session_id: 'session-1', expires_at: '2026-01-06T12:00:00Z' };
const member = { member_id: 'member-1', name: 'Ada' };
const organization = {
  organization_id: 'organization-1',
  organization_slug: 'acme',
  organization_name: 'Acme',
};
const state = { session, member, organization };
const withMember = (change: object) => readSession({ ...state, member: { ...member, ...change } });
const withSession = (change: object) =>
  readSession({ ...state, session: { ...session, ...change } });

describe('readSession [R11.1]', () => {
  it.each([
    [{ first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
    [{ first_name: 'Ada' }, 'Ada'],
    [{ last_name: 'Lovelace' }, 'Lovelace'],
    [{}, ''],
    [null, ''],
    [undefined, ''],
    ['Ada', 'Ada'],
  ])('reads the name %j as %j', (name, memberName) => {
    expect(withMember({ name })?.memberName).toBe(memberName);
  });

  it.each([[null], [undefined]])('reads roles and factors that are %s as none', (nothing) => {
    const read = withSession({ roles: nothing, authentication_factors: nothing });
    expect(read).toMatchObject({ roles: [], impersonated: false });
  });

  it.each([
    [[], false],
    [[{}], false],
    [[{ type: 'oauth' }], false],
    [[{ type: 'oauth' }, { type: 'impersonated' }], true],
  ])('reads from the factors %j that it is impersonated: %s', (factors, impersonated) => {
    expect(withSession({ authentication_factors: factors })?.impersonated).toBe(impersonated);
  });

  it.each([
    ['without an id', { member_session_id: '' }],
    ['whose end is no text', { expires_at: 5 }],
    ['whose end is no time', { expires_at: 'soon' }],
    ['with a role that is no text', { roles: [5] }],
    ['whose factors are no list', { authentication_factors: {} }],
    ['with a factor of another type', { authentication_factors: [{ type: 5 }] }],
  ])('returns null for a session %s', (_, change) => expect(withSession(change)).toBeNull());

  it.each([
    ['without an id', { member_id: '' }],
    ['with another name', { name: 5 }],
    ['with another first name', { name: { first_name: 5 } }],
    ['with another last name', { name: { last_name: 5 } }],
    ['with another address', { email_address: 5 }],
  ])('returns null for a member %s', (_, change) => expect(withMember(change)).toBeNull());

  it.each([
    ['without an id', { organization_id: '' }],
    ['without a slug', { organization_slug: '' }],
    ['without a name', { organization_name: null }],
  ])('returns null for an organization %s', (_, change) => {
    expect(readSession({ ...state, organization: { ...organization, ...change } })).toBeNull();
  });
});

it.each([
  [null, null],
  [undefined, null],
  ['', null],
  ['ada\u200B@acme.example', null],
  ['ada@acme.example', 'ada@acme.example'],
])('knows the address %j as %j [R1.14]', (address, expected) => {
  expect(knownEmail(address)).toBe(expected);
});

it.each([
  ['Acme', 'Acme'],
  ['', 'acme'],
  ['\u200B', 'acme'],
])('shows an organization with the name %j as %j [R1.14]', (organization_name, name) => {
  const read = readSession({ ...state, organization: { ...organization, organization_name } });
  expect(read?.organization).toEqual({ id: 'organization-1', slug: 'acme', name });
});
