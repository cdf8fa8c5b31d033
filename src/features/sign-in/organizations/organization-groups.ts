import type { DiscoveredOrganization, Membership } from '#machines/auth/auth.types.ts';
import { normalizeForSearch } from '#src/ui/normalize-for-search.ts';

/** Organizations that stand under one heading. */
export interface OrganizationGroup {
  readonly membership: Membership;
  readonly organizations: readonly DiscoveredOrganization[];
}

const ORDER: readonly Membership[] = ['member', 'invited', 'joinable'];

/**
 * The list in its groups: one's teams, invitations, teams one can join; each in the order it came in but
 * for the one used last, which is first, and none that is empty.
 *
 * @param lastUsedId the id of the organization used last, if it is known
 */
export function organizationGroups(
  organizations: readonly DiscoveredOrganization[],
  lastUsedId: string | null,
): readonly OrganizationGroup[] {
  const isLast = ({ id }: DiscoveredOrganization) => id === lastUsedId;
  const ordered = [
    ...organizations.filter(isLast),
    ...organizations.filter((each) => !isLast(each)),
  ];
  return ORDER.map((membership) => ({
    membership,
    organizations: ordered.filter((each) => each.membership === membership),
  })).filter((group) => group.organizations.length > 0);
}

/** The organizations whose name or slug holds the text, whatever its case and accents. */
export function matching(
  organizations: readonly DiscoveredOrganization[],
  text: string,
): readonly DiscoveredOrganization[] {
  const wanted = normalizeForSearch(text.trim()).replace(/^@/, '');
  if (wanted === '') return organizations;
  return organizations.filter(
    ({ name, slug }) =>
      normalizeForSearch(name).includes(wanted) || normalizeForSearch(slug).includes(wanted),
  );
}
