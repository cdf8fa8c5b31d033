import { fold } from './fold.ts';
import { ORGANIZATION_NAME_MAX_LENGTH } from './limits.ts';
import { slugToSend } from './slug-to-send.ts';

/** An organization: chosen from the list, or made from a typed name (R6.7, R6.8). */
export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** The prefix of the id of a typed organization (R6.8). */
const TYPED_ID_PREFIX = 'org-';

/**
 * The organization of a typed name (R6.8): trimmed, with a slug in lower case and hyphens for white space, and `org-`
 * plus the slug as id; `null` of a blank one (R6.5).
 */
export function typedOrganization(input: string): Organization | null {
  const name = input.trim();
  if (name === '') return null;
  const slug = name.toLowerCase().replace(/\s+/g, '-');
  return { id: `${TYPED_ID_PREFIX}${slug}`, slug, name };
}

/** Whether an organization was typed, so that it may not exist yet (R7.2). Other ids start otherwise. */
export function isTyped(organization: Organization): boolean {
  return organization.id.startsWith(TYPED_ID_PREFIX);
}

/** The listed organization that a typed one names: by its slug, or else by its name, in any spelling (R6.9). */
export function findListed<Listed extends Organization>(
  listed: readonly Listed[],
  typed: Organization,
): Listed | undefined {
  const name = fold(typed.name);
  return (
    listed.find(({ slug }) => slug.toLowerCase() === typed.slug) ??
    listed.find(({ slug }) => fold(slug) === name) ??
    listed.find((organization) => fold(organization.name.trim()) === name)
  );
}

/** Why a typed organization cannot be created. */
export type CreationProblem = 'too_long' | 'slug' | 'disabled';

/** Why a typed organization cannot be created in this project; `null` when it can (R7.9). */
export function creationProblem(
  organization: Organization,
  project: { readonly slugPattern: string | null; readonly createOrganizationEnabled: boolean },
): CreationProblem | null {
  if (!project.createOrganizationEnabled) return 'disabled';
  if ([...organization.name].length > ORGANIZATION_NAME_MAX_LENGTH) return 'too_long';
  if (/^[\p{P}\s]*$/u.test(organization.name)) return 'slug';
  return slugToSend(organization, project.slugPattern) === null ? 'slug' : null;
}
