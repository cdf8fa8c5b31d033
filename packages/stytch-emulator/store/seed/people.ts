import * as v from 'valibot';
import {
  type GoogleAccount,
  googleAccountSchema,
  memberSchema,
  organizationSchema,
  type StoredMember,
  type StoredOrganization,
} from '../state.ts';
import data from './people.json' with { type: 'json' };

type AccountSeed = Omit<GoogleAccount, 'subject' | 'emailVerified'> & {
  /** Whether Google can confirm the address; by default it can. */
  readonly emailVerified?: boolean;
  /** What the terminal says about the account. */
  readonly note?: string;
};

export type OrganizationSeed = Pick<StoredOrganization, 'slug' | 'name'> &
  Partial<StoredOrganization>;

/** `slug` is that of the organization. */
export type MemberSeed = { slug: string; email: string } & Partial<StoredMember>;

/** Who can sign in to an emulator, and where. Each entry has only what differs from the defaults. */
export interface People {
  readonly accounts: readonly AccountSeed[];
  readonly organizations: readonly OrganizationSeed[];
  readonly members: readonly MemberSeed[];
}

/** The schema of `People`, in the file of the default ones and in a file of somebody's own. */
export const peopleSchema = v.strictObject({
  accounts: v.array(
    v.strictObject({
      email: googleAccountSchema.entries.email,
      name: googleAccountSchema.entries.name,
      emailVerified: v.optional(v.boolean()),
      note: v.optional(v.string()),
    }),
  ),
  organizations: v.array(
    v.strictObject({
      ...v.partial(organizationSchema).entries,
      slug: organizationSchema.entries.slug,
      name: organizationSchema.entries.name,
    }),
  ),
  members: v.array(
    v.strictObject({
      ...v.partial(memberSchema).entries,
      slug: v.string(),
      email: memberSchema.entries.email,
    }),
  ),
});

export function isPeople(value: unknown): value is People {
  return v.is(peopleSchema, value);
}

const { manyOrganizations, ...people } = data;
if (!isPeople(people)) throw new Error('people.json is not what an emulator begins with.');
const { accounts, organizations, members }: People = people;
const { firstWords, secondWords } = manyOrganizations;
const many: readonly OrganizationSeed[] = firstWords.flatMap((first) =>
  secondWords.map((second) => ({
    slug: `${first}-${second}`.toLowerCase(),
    name: `${first} ${second}`,
  })),
);

/**
 * The people and organizations of the default seed. Nothing here is a rule of the provider: Iris refuses everybody,
 * Juniper accepts text messages only, Grove is offered because it has a member of the domain, and `many@acme.example` is in
 * 200 organizations, so that an app meets these situations.
 */
export const DEFAULT_PEOPLE: People = {
  accounts,
  organizations: [...organizations, ...many],
  members: [...members, ...many.map(({ slug }) => ({ slug, email: 'many@acme.example' }))],
};
