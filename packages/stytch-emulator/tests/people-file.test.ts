import { expect, it } from 'vitest';
import { readPeople } from '../people-file.ts';
import { createRawClient } from './support/raw-client.ts';

const FILE = `
organizations:
  - { slug: north, name: North }
  - slug: south
    name: South
    mfaPolicy: REQUIRED_FOR_ALL
    allowedMfaMethods: [totp]
members:
  - { email: noor@north.example, name: Noor Haddad, organization: north, roles: [stytch_admin] }
  - { email: noor@north.example, name: Noor Haddad, organization: south }
  - { email: new@north.example, emailVerified: false }
`;

it('reads who can sign in, and where', () => {
  const { state } = createRawClient({ people: readPeople(FILE) }).handler.store;
  expect(state.googleAccounts.map(({ email, emailVerified }) => [email, emailVerified])).toEqual([
    ['noor@north.example', true],
    ['new@north.example', false],
  ]);
  expect(state.members.map(({ email, roles }) => [email, roles])).toEqual([
    ['noor@north.example', ['stytch_member', 'stytch_admin']],
    ['noor@north.example', ['stytch_member']],
  ]);
  expect(state.organizations).toMatchObject([
    { slug: 'north', authMethods: 'ALL_ALLOWED', mfaPolicy: 'OPTIONAL' },
    { slug: 'south', mfaMethods: 'RESTRICTED', allowedMfaMethods: ['totp'] },
  ]);
});

it.each([
  ['organizations: [', 'Line 1: Flow sequence in block collection'],
  ['organizations: []', 'Line 1: members:'],
  [FILE.replace('name: South', 'nam: South'), 'Line 4: organizations.1.name'],
  [
    FILE.replace('organization: south', 'organization: west'),
    'Line 10: There is no organization "west".',
  ],
  [
    FILE.replace('new@north.example', 'new'),
    'Line 11: members.2.email: This is no e-mail address.',
  ],
  [FILE.replace('[totp]', '[fax]'), 'Line 7: organizations.1.allowedMfaMethods.0'],
])('refuses a wrong file with the line and the reason: %#', (text, message) => {
  expect(() => readPeople(text)).toThrow(message);
});
