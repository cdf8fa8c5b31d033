import type { Store } from '../../store/store.ts';

/** Returns the id of the organization with this slug. */
export function organizationIdOf({ state }: Store, slug: string): string {
  const organization = state.organizations.find((candidate) => candidate.slug === slug);
  if (organization === undefined) throw new Error(`No organization ${slug}`);
  return organization.id;
}

/** Returns the id of an organization's member with this address. */
export function memberIdOf(store: Store, slug: string, email: string): string {
  const organizationId = organizationIdOf(store, slug);
  const member = store.state.members.find(
    (candidate) => candidate.organizationId === organizationId && candidate.email === email,
  );
  if (member === undefined) throw new Error(`No member ${email} of ${slug}`);
  return member.id;
}
