import * as v from 'valibot';
import { emailSchema, memberSchema, organizationSchema } from '../state.ts';
import data from './people.json' with { type: 'json' };

/** What a record of the seed may leave out, because the seed makes it. */
const made = {
  id: v.exactOptional(v.string()),
  createdAt: v.exactOptional(v.number()),
  updatedAt: v.exactOptional(v.number()),
};
const { organizationId: _, ...memberEntries } = memberSchema.entries;

/** The schema of `People`, in the file of the default ones and in a file of somebody's own. */
export const peopleSchema = v.strictObject({
  accounts: v.array(
    v.strictObject({
      email: emailSchema,
      name: v.string(),
      /** Whether Google can confirm the address; by default it can. */
      emailVerified: v.exactOptional(v.boolean()),
      /** What the terminal says about the account. */
      note: v.exactOptional(v.string()),
    }),
  ),
  organizations: v.array(v.strictObject({ ...organizationSchema.entries, ...made })),
  members: v.array(
    v.strictObject({
      ...memberEntries,
      ...made,
      /** That of the organization. */
      slug: v.string(),
      /** By default, that of the account. */
      name: v.exactOptional(v.string()),
    }),
  ),
});

/** Who can sign in to an emulator, and where. Each entry has only what differs from the defaults. */
export type People = v.InferInput<typeof peopleSchema>;

if (!v.is(peopleSchema, data)) throw new Error('people.json is not what an emulator begins with.');
const { accounts, organizations, members }: People = data;
const many = Array.from({ length: 200 }, (_, index) => ({
  slug: `team-${index + 1}`,
  name: `Team ${index + 1}`,
}));

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
