import { stableId } from '../ids.ts';
import { newMember, newOrganization, type State, type StoredMember } from '../state.ts';
import { DEFAULT_PEOPLE, type People } from './people.ts';
import { projectSettings } from './project.ts';

const SEEDED_AT = Date.UTC(2025, 0, 6, 9, 0, 0);

/** The authenticator secret of every enrolled member of the seed. */
export const SEED_TOTP_SECRET = 'JBSWY3DPEHPK3PXP';

/** What an emulator begins with. */
export interface SeedOptions {
  /** The same seed and the same calls give the same responses (R20.2). Default 'emulator'. */
  readonly seed?: string | number | undefined;
  /** The name of the project, which mails and pages of the provider show. */
  readonly projectName?: string | undefined;
  /** The resources of the app in the access policy. Default `policy`. */
  readonly resources?: readonly string[] | undefined;
  /** Who can sign in; without it, the people of `people.ts`. */
  readonly people?: People | undefined;
}

function seedMember(
  seed: string,
  { accounts, organizations }: People,
  { slug, ...given }: People['members'][number],
): StoredMember {
  const account = accounts.find(({ email }) => email === given.email);
  const key = `${slug}/${given.email}`;
  return newMember({
    id: stableId(seed, 'member-test', key),
    organizationId:
      organizations.find((each) => each.slug === slug)?.id ??
      stableId(seed, 'organization-test', slug),
    emailVerified: given.status !== 'pending',
    name: account?.name ?? '',
    totp:
      given.defaultMfaMethod === 'totp'
        ? { id: stableId(seed, 'member-totp-test', key), secret: SEED_TOTP_SECRET }
        : null,
    createdAt: SEEDED_AT,
    ...given,
  });
}

/** Creates the initial state: accounts, organizations and members, and nothing that has happened. */
export function createSeedState(options: SeedOptions): State {
  const {
    people = DEFAULT_PEOPLE,
    projectName = 'Emulated project',
    resources = ['policy'],
  } = options;
  const seed = String(options.seed ?? 'emulator');
  return {
    version: 1,
    seed,
    counters: {},
    clock: { offsetMs: 0 },
    project: projectSettings(projectName, resources),
    googleAccounts: people.accounts.map(({ note: _, ...account }) => ({
      emailVerified: true,
      ...account,
      subject: stableId(seed, 'google-subject', account.email),
    })),
    organizations: people.organizations.map((given) => {
      const id = stableId(seed, 'organization-test', given.slug);
      return newOrganization({ id, createdAt: SEEDED_AT, ...given });
    }),
    members: people.members.map((given) => seedMember(seed, people, given)),
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
