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
 * The organization of a typed name (R6.8). The name is the trimmed input; the slug is the name in lower case,
 * each run of white space replaced by a hyphen; the id is `org-` plus the slug.
 *
 * @param input the text as typed
 * @returns the organization, or `null` when the text is blank (R6.5)
 */
export function typedOrganization(input: string): Organization | null {
  const name = input.trim();
  if (name === '') return null;
  const slug = name.toLowerCase().replace(/\s+/g, '-');
  return { id: `${TYPED_ID_PREFIX}${slug}`, slug, name };
}

/**
 * Whether an organization was made from a typed name, so that it may not exist yet (R7.2). Ids of the provider
 * start with `organization-`, so they never match.
 */
export function isTyped(organization: Organization): boolean {
  return organization.id.startsWith(TYPED_ID_PREFIX);
}

/**
 * The listed organization that a typed one names: by its slug, or else by its name, in any spelling (R6.9).
 *
 * @param listed the organizations on the list
 * @param typed as `typedOrganization` returns it
 */
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

/**
 * Whether a typed organization may be created in this project (R7.9: `slug_pattern`,
 * `create_organization_enabled`).
 *
 * @param organization the organization as typed
 * @param project the project's settings
 * @returns the first problem, or `null`
 */
export function creationProblem(
  organization: Organization,
  project: { readonly slugPattern: string | null; readonly createOrganizationEnabled: boolean },
): CreationProblem | null {
  if (!project.createOrganizationEnabled) return 'disabled';
  if ([...organization.name].length > ORGANIZATION_NAME_MAX_LENGTH) return 'too_long';
  if (/^[\p{P}\s]*$/u.test(organization.name)) return 'slug';
  return slugToSend(organization, project.slugPattern) === null ? 'slug' : null;
}
