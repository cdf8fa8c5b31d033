import { stableId } from '../ids.ts';
import type { GoogleAccount, State, StoredMember, StoredOrganization } from '../state.ts';
import { seedProject } from './seed-project.ts';

const SEEDED_AT = Date.UTC(2025, 0, 6, 9, 0, 0);

/** The authenticator secret of every enrolled member of the seed. */
export const SEED_TOTP_SECRET = 'JBSWY3DPEHPK3PXP';

const GOOGLE_ACCOUNTS: readonly (Omit<GoogleAccount, 'subject'> & { note: string })[] = [
  { email: 'ada@acme.example', name: 'Ada Lovell', confirmed: true, note: 'admin of Acme' },
  { email: 'dora@acme.example', name: 'Dora Quist', confirmed: true, note: 'member of Acme only' },
  {
    email: 'ben@birch.example',
    name: 'Ben Okafor',
    confirmed: false,
    note: 'Google cannot confirm the address',
  },
  { email: 'cleo@cleo.example', name: 'Cleo Marsh', confirmed: true, note: 'no organization' },
  { email: 'many@acme.example', name: 'Many Holt', confirmed: true, note: '200 organizations' },
  { email: 'sam@support.example', name: 'Sam Ito', confirmed: true, note: 'support staff' },
  {
    email: 'ezra@fjord.example',
    name: 'Ezra Lind',
    confirmed: true,
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
    refusal: {
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

/** The people of the seed with one line each on what they show, for the terminal and the console. */
export function seedAccounts(): readonly { email: string; note: string }[] {
  return GOOGLE_ACCOUNTS.map(({ email, note }) => ({ email, note }));
}

function seedOrganization(seed: string, given: OrganizationSeed): StoredOrganization {
  return {
    id: stableId(seed, 'organization-test', given.slug),
    createdAt: SEEDED_AT,
    authMethods: 'ALL_ALLOWED',
    allowedAuthMethods: [],
    mfaPolicy: 'OPTIONAL',
    mfaMethods: 'ALL_ALLOWED',
    allowedMfaMethods: [],
    emailJitProvisioning: 'NOT_ALLOWED',
    emailAllowedDomains: [],
    refusal: null,
    ...given,
  };
}

function seedMember(seed: string, { slug, ...given }: MemberSeed): StoredMember {
  const person = GOOGLE_ACCOUNTS.find(({ email }) => email === given.email);
  const enrolledTotp = given.defaultMfaMethod === 'totp';
  return {
    id: stableId(seed, 'member-test', `${slug}/${given.email}`),
    organizationId: stableId(seed, 'organization-test', slug),
    emailVerified: given.status !== 'pending',
    name: person?.name ?? '',
    status: 'active',
    roles: ['stytch_member'],
    mfaEnrolled: false,
    defaultMfaMethod: '',
    mfaPhoneNumber: '',
    totp: enrolledTotp
      ? {
          id: stableId(seed, 'member-totp-test', `${slug}/${given.email}`),
          secret: SEED_TOTP_SECRET,
          verified: true,
          expiresAt: null,
          lastStep: null,
        }
      : null,
    recoveryCodes: [],
    pendingRecoveryCodes: [],
    googleSubject: null,
    createdAt: SEEDED_AT,
    updatedAt: SEEDED_AT,
    ...given,
  };
}

/** A fresh state: the people, organizations and members every newcomer and every test starts from. */
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
    people: GOOGLE_ACCOUNTS.map(({ note: _, ...person }) => ({
      ...person,
      subject: stableId(seed, 'google-subject', person.email),
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
