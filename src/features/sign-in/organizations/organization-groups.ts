import type { DiscoveredOrganization, Membership } from '#machines/auth/auth.types.ts';
import { fold } from '#machines/rules/fold.ts';
import { ORGANIZATION_ROWS_SHOWN } from '#machines/rules/limits.ts';
import type { Organization } from '#machines/rules/organization.ts';

/** The organizations with one kind of membership, shown under one heading. */
export interface OrganizationGroup {
  readonly membership: Membership;
  readonly organizations: readonly DiscoveredOrganization[];
}

const MEMBERSHIP_ORDER: readonly Membership[] = ['member', 'invited', 'joinable'];

/**
 * Groups organizations by membership (R6.11). Within a group they keep their order, except that the one used last
 * comes first.
 *
 * @param lastUsedId id of the organization used last; `null` when unknown
 * @returns a group of each kind, also without organizations
 */
export function groupOrganizations(
  organizations: readonly DiscoveredOrganization[],
  lastUsedId: string | null,
): readonly OrganizationGroup[] {
  const isLastUsed = ({ id }: DiscoveredOrganization) => id === lastUsedId;
  const ordered = [
    ...organizations.filter(isLastUsed),
    ...organizations.filter((organization) => !isLastUsed(organization)),
  ];
  return MEMBERSHIP_ORDER.map((membership) => ({
    membership,
    organizations: ordered.filter((organization) => organization.membership === membership),
  }));
}

/**
 * Limits the groups to the rows that are rendered (R6.16): thousands of rows would freeze the page.
 *
 * @returns the groups that have such rows
 */
export function shownGroups(groups: readonly OrganizationGroup[]): readonly OrganizationGroup[] {
  let left = ORGANIZATION_ROWS_SHOWN;
  return groups
    .map(({ membership, organizations }) => {
      const shown = organizations.slice(0, left);
      left -= shown.length;
      return { membership, organizations: shown };
    })
    .filter(({ organizations }) => organizations.length > 0);
}

/** Returns the organizations whose name or slug contains the text (R6.12). Case and accents are ignored. */
export function filterOrganizations<Listed extends Organization>(
  organizations: readonly Listed[],
  text: string,
): readonly Listed[] {
  const query = fold(text.trim()).replace(/^@/, '');
  if (query === '') return organizations;
  return organizations.filter(
    ({ name, slug }) => fold(name).includes(query) || fold(slug).includes(query),
  );
}
