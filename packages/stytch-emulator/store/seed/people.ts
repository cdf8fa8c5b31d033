import type { GoogleAccount, StoredMember, StoredOrganization } from '../state.ts';

type AccountSeed = Omit<GoogleAccount, 'subject'> & {
  /** What the terminal says about the account. */
  readonly note: string;
};

const ACCOUNTS: readonly AccountSeed[] = [
  { email: 'ada@acme.example', name: 'Ada Lovell', emailVerified: true, note: 'admin of Acme' },
  {
    email: 'dora@acme.example',
    name: 'Dora Quist',
    emailVerified: true,
    note: 'member of Acme only, may read policies',
  },
  {
    email: 'finn@acme.example',
    name: 'Finn Haas',
    emailVerified: true,
    note: 'may read and edit policies of Acme, and create none',
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
  {
    email: 'kim@kestrel.example',
    name: 'Kim Abara',
    emailVerified: true,
    note: 'must use single sign-on',
  },
  {
    email: 'ivy@acme.example',
    name: 'Ivy Tan',
    emailVerified: true,
    note: 'invited to Acme, has not signed in',
  },
];

export type OrganizationSeed = Pick<StoredOrganization, 'slug' | 'name'> &
  Partial<StoredOrganization>;

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
        'Iris only lets in accounts of its own company. Ask an administrator of Iris for access.',
    },
  },
  {
    slug: 'juniper',
    name: 'Juniper',
    mfaPolicy: 'REQUIRED_FOR_ALL',
    mfaMethods: 'RESTRICTED',
    allowedMfaMethods: ['sms_otp'],
  },
  {
    slug: 'kestrel',
    name: 'Kestrel',
    authMethods: 'RESTRICTED',
    allowedAuthMethods: ['sso'],
    ssoDefaultConnectionId: 'oidc-connection-test-kestrel',
    ssoConnections: [
      {
        id: 'oidc-connection-test-kestrel',
        kind: 'oidc',
        displayName: 'Kestrel ID',
        identityProvider: 'generic',
        status: 'active',
        settings: {},
      },
    ],
  },
];

export type MemberSeed = { slug: string; email: string } & Partial<StoredMember>;

const RECOVERY_CODES = Array.from(
  { length: 10 },
  (_, index) => `rc-ada-${String(index + 1).padStart(4, '0')}`,
);

const MEMBERS: readonly MemberSeed[] = [
  { slug: 'acme', email: 'ada@acme.example', roles: ['stytch_member', 'stytch_admin'] },
  { slug: 'acme', email: 'dora@acme.example' },
  { slug: 'acme', email: 'finn@acme.example', roles: ['stytch_member', 'policy_editor'] },
  { slug: 'acme', email: 'ivy@acme.example', status: 'invited', emailVerified: false },
  { slug: 'kestrel', email: 'kim@kestrel.example', roles: ['stytch_member', 'stytch_admin'] },
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
  // Without a member of the domain, discovery would not offer Grove to it.
  { slug: 'grove', email: 'gil@acme.example', name: 'Gil Moreau' },
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

/** Who can sign in to an emulator, and where. */
export interface People {
  readonly accounts: readonly AccountSeed[];
  readonly organizations: readonly OrganizationSeed[];
  readonly members: readonly MemberSeed[];
}

/**
 * The people and organizations of the default seed. Nothing here is a rule of the provider: Iris refuses everybody,
 * Juniper accepts text messages only, and `many@acme.example` is in 200 organizations, so that an app meets these
 * situations.
 */
export const DEFAULT_PEOPLE: People = {
  accounts: ACCOUNTS,
  organizations: [...ORGANIZATIONS, ...GENERATED_ORGANIZATIONS],
  members: [
    ...MEMBERS,
    ...GENERATED_ORGANIZATIONS.map(({ slug }) => ({ slug, email: 'many@acme.example' })),
  ],
};
