import { expect, it } from 'vitest';
import { readPeople } from '../store/seed/people-file.ts';
import { createRawClient } from './support/raw-client.ts';

const FILE = `
accounts:
  - { email: noor@north.example, name: Noor Haddad }
  - { email: new@north.example, name: New, emailVerified: false }
organizations:
  - { slug: north, name: North, id: organization-test-1 }
  - slug: south
    name: South
    mfaPolicy: REQUIRED_FOR_ALL
members:
  - { email: noor@north.example, slug: north, id: member-test-1, roles: [stytch_member, stytch_admin] }
  - { email: noor@north.example, slug: south }
`;

it('reads who can sign in, and where, with pinned ids', async () => {
  const client = createRawClient({ people: readPeople(FILE) });
  const { googleAccounts, organizations } = client.handler.store.state;
  expect(googleAccounts.map(({ email, emailVerified }) => [email, emailVerified])).toEqual([
    ['noor@north.example', true],
    ['new@north.example', false],
  ]);
  expect(organizations).toMatchObject([
    { slug: 'north', authMethods: 'ALL_ALLOWED', mfaPolicy: 'OPTIONAL' },
    { slug: 'south', mfaPolicy: 'REQUIRED_FOR_ALL' },
  ]);
  expect((await client.signIn('noor@north.example', 'north')).json.data).toMatchObject({
    member_id: 'member-test-1',
    member: { name: 'Noor Haddad' },
    organization: { organization_id: 'organization-test-1' },
    member_session: { roles: ['stytch_member', 'stytch_admin'] },
  });
});

it.each([
  ['organizations: [', 'at line 1, column 17'],
  ['organizations: []', 'accounts:'],
  [FILE.replace('name: South', 'nam: South'), 'organizations.1.name'],
  [FILE.replace('slug: south }', 'slug: west }'), 'noor@north.example is a member of "west"'],
  [FILE.replace('new@', 'New@'), 'accounts.1.email: must be an e-mail address in lower case'],
  [FILE.replace(/noor@(.*south })/, 'noor$1'), 'members.1.email: must be'],
  [FILE.replace('slug: south }', 'slug: north }'), 'noor@north.example of north is there twice'],
  [FILE.replaceAll('south', 'north'), 'north is there twice'],
  [FILE.replace('REQUIRED_FOR_ALL', 'ALWAYS'), 'organizations.1.mfaPolicy: Invalid type'],
])('refuses a wrong file with the entry and the reason: %#', (text, message) => {
  expect(() => readPeople(text)).toThrow(message);
});
