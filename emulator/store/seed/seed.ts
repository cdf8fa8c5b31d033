import { stableId } from '../ids.ts';
import { newMember, newOrganization, newTotp } from '../records.ts';
import type { GoogleAccount, State, StoredMember, StoredOrganization } from '../state.ts';
import { seedProject } from './seed-project.ts';

const SEEDED_AT = Date.UTC(2025, 0, 6, 9, 0, 0);

/** The authenticator secret of every enrolled member of the seed. */
export const SEED_TOTP_SECRET = 'JBSWY3DPEHPK3PXP';

const GOOGLE_ACCOUNTS: readonly (Omit<GoogleAccount, 'subject'> & { note: string })[] = [
  { email: 'ada@acme.example', name: 'Ada Lovell', emailVerified: true, note: 'admin of Acme' },
  {
    email: 'dora@acme.example',
    name: 'Dora Quist',
    emailVerified: true,
    note: 'member of Acme only',
  },
  {
    email: 'ben@birch.example',
    name: 'Ben Okafor',
    emailVerified: false,
    note: 'Google cannot confirm the address',
  },
  { email: 'cleo@cleo.example', name: 'Cleo Marsh', emailVerified: true, note: 'no organization' },
  { email: 'many@acme.example', name: 'Many Holt', emailVerified: true, note: '200 organizations' },
  { email: 'sam@support.example', name: 'Sam Ito', emailVerified: true, note: 'support staff' },
  {
    email: 'ezra@fjord.example',
    name: 'Ezra Lind',
    emailVerified: true,
    note: 'must still enrol a second factor',
  },
];

type OrganizationSeed = Pick<StoredOrganization, 'slug' | 'name'> & Partial<StoredOrganization>;

const ORGANIZATIONS: readonly OrganizationSeed[] = [
  { slug: 'acme', name: 'Acme' },
  {
    slug: 'birch',
    name: 'Birch Labs',
    authMethods: 'RESTRICTED',
    allowedAuthMethods: ['google_oauth', 'email_otp', 'magic_link'],
  },
  {
    slug: 'cedar',
    name: 'Cedar Bank',
    authMethods: 'RESTRICTED',
    allowedAuthMethods: ['google_oauth', 'email_otp'],
  },
  {
    slug: 'dune',
    name: 'Dune',
    authMethods: 'RESTRICTED',
    allowedAuthMethods: ['google_oauth', 'magic_link'],
  },
  {
    slug: 'ember',
    name: 'Ember',
    authMethods: 'RESTRICTED',
    allowedAuthMethods: ['google_oauth', 'sso'],
  },
  {
    slug: 'fjord',
    name: 'Fjord Health',
    mfaPolicy: 'REQUIRED_FOR_ALL',
    mfaMethods: 'RESTRICTED',
    allowedMfaMethods: ['totp'],
  },
  {
    slug: 'grove',
    name: 'Grove',
    emailJitProvisioning: 'RESTRICTED',
    emailAllowedDomains: ['acme.example'],
  },
  { slug: 'harbor', name: 'Harbor' },
  {
    slug: 'iris',
    name: 'Iris',
    signInError: {
      statusCode: 403,
      errorType: 'operation_restricted_by_organization_auth_methods',
      message:
        'Iris only lets people in from its own network. Ask an administrator of Iris for access.',
    },
  },
  {
    slug: 'juniper',
    name: 'Juniper',
    mfaPolicy: 'REQUIRED_FOR_ALL',
    mfaMethods: 'RESTRICTED',
    allowedMfaMethods: ['sms_otp'],
  },
];

type MemberSeed = { slug: string; email: string } & Partial<StoredMember>;

const RECOVERY_CODES = Array.from(
  { length: 10 },
  (_, index) => `rc-ada-${String(index + 1).padStart(4, '0')}`,
);

const MEMBERS: readonly MemberSeed[] = [
  { slug: 'acme', email: 'ada@acme.example', roles: ['stytch_member', 'policy_admin'] },
  { slug: 'acme', email: 'dora@acme.example' },
  ...['birch', 'cedar', 'dune', 'ember'].map((slug) => ({
    slug,
    email: 'ben@birch.example',
    emailVerified: false,
  })),
  {
    slug: 'fjord',
    email: 'ada@acme.example',
    mfaEnrolled: true,
    defaultMfaMethod: 'totp',
    recoveryCodes: RECOVERY_CODES,
  },
  { slug: 'fjord', email: 'ezra@fjord.example' },
  { slug: 'harbor', email: 'ada@acme.example', status: 'pending' },
  { slug: 'iris', email: 'ada@acme.example' },
  {
    slug: 'juniper',
    email: 'ada@acme.example',
    mfaEnrolled: true,
    defaultMfaMethod: 'sms_otp',
    mfaPhoneNumber: '+12025550162',
  },
];

const FIRST_WORDS = [
  'Amber', 'Brass', 'Cobalt', 'Delta', 'Elm', 'Flint', 'Granite', 'Hazel', 'Indigo', 'Jade',
  'Kelp', 'Lunar', 'Maple', 'North', 'Onyx', 'Pine', 'Quartz', 'River', 'Slate', 'Tidal',
]; // biome-ignore format: twenty words read best side by side
const SECOND_WORDS = [
  'Analytics', 'Bakery', 'Cargo', 'Design', 'Energy', 'Foundry', 'Garden', 'Health', 'Ideas',
  'Justice',
]; // biome-ignore format: ten words read best side by side

const GENERATED_ORGANIZATIONS: readonly OrganizationSeed[] = FIRST_WORDS.flatMap((first) =>
  SECOND_WORDS.map((second) => ({
    slug: `${first}-${second}`.toLowerCase(),
    name: `${first} ${second}`,
  })),
);

/** Returns the seeded Google accounts, each with a note for the terminal. */
export function seedAccounts(): readonly { email: string; note: string }[] {
  return GOOGLE_ACCOUNTS.map(({ email, note }) => ({ email, note }));
}

function seedOrganization(seed: string, given: OrganizationSeed): StoredOrganization {
  const id = stableId(seed, 'organization-test', given.slug);
  return newOrganization({ id, createdAt: SEEDED_AT, ...given });
}

function seedMember(seed: string, { slug, ...given }: MemberSeed): StoredMember {
  const account = GOOGLE_ACCOUNTS.find(({ email }) => email === given.email);
  const key = `${slug}/${given.email}`;
  return newMember({
    id: stableId(seed, 'member-test', key),
    organizationId: stableId(seed, 'organization-test', slug),
    emailVerified: given.status !== 'pending',
    name: account?.name ?? '',
    totp:
      given.defaultMfaMethod === 'totp'
        ? newTotp({ id: stableId(seed, 'member-totp-test', key), secret: SEED_TOTP_SECRET })
        : null,
    createdAt: SEEDED_AT,
    ...given,
  });
}

/** Creates the initial state: accounts, organizations and members, and nothing that has happened. */
export function createSeedState(seed: string): State {
  const manyMembers = GENERATED_ORGANIZATIONS.map(
    ({ slug }): MemberSeed => ({ slug, email: 'many@acme.example' }),
  );
  return {
    version: 1,
    seed,
    counters: {},
    clock: { offsetMs: 0, frozenAt: null },
    project: seedProject(),
    googleAccounts: GOOGLE_ACCOUNTS.map(({ note: _, ...account }) => ({
      ...account,
      subject: stableId(seed, 'google-subject', account.email),
    })),
    organizations: [...ORGANIZATIONS, ...GENERATED_ORGANIZATIONS].map((given) =>
      seedOrganization(seed, given),
    ),
    members: [...MEMBERS, ...manyMembers].map((given) => seedMember(seed, given)),
    intermediateSessions: [],
    sessions: [],
    oauthTokens: [],
    mail: [],
    impersonationTokens: [],
    faults: [],
    requests: [],
    telemetry: [],
  };
}
