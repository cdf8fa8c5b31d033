import * as v from 'valibot';
import { LineCounter, parseDocument } from 'yaml';
import type { OrganizationSeed, People } from './store/seed/people.ts';
import { organizationSchema } from './store/state.ts';
import { describeIssue } from './store/store.ts';

const email = v.pipe(v.string(), v.email('This is no e-mail address.'));
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9._~-]{2,128}$/, 'This is no slug.'));

const { allowedAuthMethods, allowedMfaMethods, emailAllowedDomains, mfaPolicy } =
  organizationSchema.entries;

/** An entry has only what differs from the defaults. */
const peopleSchema = v.strictObject({
  organizations: v.array(
    v.strictObject({
      slug,
      /** A pinned id. */
      id: v.exactOptional(v.string()),
      name: organizationSchema.entries.name,
      /** Without it, every method is allowed. */
      allowedAuthMethods: v.optional(allowedAuthMethods),
      mfaPolicy: v.optional(mfaPolicy, 'OPTIONAL'),
      allowedMfaMethods: v.optional(allowedMfaMethods),
      /** The domains whose addresses may join. */
      emailAllowedDomains: v.optional(emailAllowedDomains, []),
    }),
  ),
  members: v.array(
    v.strictObject({
      email,
      /** The slug of an organization; a person without one has no entry here, or creates one. */
      organization: v.optional(slug),
      /** A pinned id. */
      id: v.exactOptional(v.string()),
      name: v.optional(v.string(), ''),
      roles: v.optional(v.array(v.string())),
      /** Whether Google can confirm the address. */
      emailVerified: v.optional(v.boolean(), true),
    }),
  ),
});

/**
 * Reads a file of people: organizations, and members of them with only what differs from the defaults.
 *
 * @param text YAML or JSON
 * @throws an error with the line and the reason when the file is wrong
 */
export function readPeople(text: string): People {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const fail = (offset: number, reason: string): never => {
    throw new Error(`Line ${lines.linePos(offset).line}: ${reason}`);
  };
  const [error] = document.errors;
  if (error !== undefined) fail(error.pos[0], error.message.replace(/ at line[\s\S]*$/, '.'));
  /** Where a value begins; where it is missing, where the entry begins that lacks it. */
  const offsetOf = (path: readonly unknown[]): number => {
    const node = document.getIn(path, true);
    if (isNode(node)) return node.range[0];
    return path.length === 0 ? 0 : offsetOf(path.slice(0, -1));
  };
  const parsed = v.safeParse(peopleSchema, document.toJS());
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return fail(offsetOf((issue.path ?? []).map(({ key }) => key)), describeIssue(issue));
  }
  const { organizations, members } = parsed.output;
  members.forEach(({ organization }, index) => {
    if (organization === undefined || organizations.some((each) => each.slug === organization))
      return;
    fail(
      offsetOf(['members', index, 'organization']),
      `There is no organization "${organization}".`,
    );
  });
  return {
    accounts: [...new Map(members.map((member) => [member.email, member])).values()].map(
      (member) => ({
        email: member.email,
        name: member.name,
        emailVerified: member.emailVerified,
        note: member.name,
      }),
    ),
    organizations: organizations.map(toOrganization),
    members: members.flatMap(({ organization, roles, ...member }) =>
      organization === undefined
        ? []
        : [{ slug: organization, ...member, ...(roles && { roles: ['stytch_member', ...roles] }) }],
    ),
  };
}

function isNode(value: unknown): value is { range: [number, number, number] } {
  return typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'range'));
}

type Organization = v.InferOutput<typeof peopleSchema>['organizations'][number];

function toOrganization(given: Organization): OrganizationSeed {
  const { allowedAuthMethods: auth, allowedMfaMethods: mfa, ...rest } = given;
  return {
    ...rest,
    ...(auth && { authMethods: 'RESTRICTED', allowedAuthMethods: auth }),
    ...(mfa && { mfaMethods: 'RESTRICTED', allowedMfaMethods: mfa }),
    ...(rest.emailAllowedDomains.length > 0 && { emailJitProvisioning: 'RESTRICTED' }),
  };
}
