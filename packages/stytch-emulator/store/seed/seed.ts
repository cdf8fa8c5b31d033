import { stableId } from '../ids.ts';
import { newMember, newOrganization, newTotp } from '../records.ts';
import type { State, StoredMember, StoredOrganization } from '../state.ts';
import {
  GENERATED_ORGANIZATIONS,
  GOOGLE_ACCOUNTS,
  MEMBERS,
  type MemberSeed,
  ORGANIZATIONS,
  type OrganizationSeed,
} from './charter-people.ts';
import { charterProject } from './charter-project.ts';

const SEEDED_AT = Date.UTC(2025, 0, 6, 9, 0, 0);

/** The authenticator secret of every enrolled member of the seed. */
export const SEED_TOTP_SECRET = 'JBSWY3DPEHPK3PXP';

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
    project: charterProject(),
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
    captchaTokens: [],
    telemetryIds: [],
  };
}
