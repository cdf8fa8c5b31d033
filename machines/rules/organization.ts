import { ORGANIZATION_NAME_MAX_LENGTH } from './limits.ts';

/** An organization as sign-in handles it: chosen from the list, or typed by hand (R6.7, R6.8). */
export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** What every typed organization's id starts with (R6.8). */
const TYPED_ID_PREFIX = 'org-';

/** What the provider itself takes as a slug when the project names no pattern of its own. */
const DEFAULT_SLUG_PATTERN = '^[a-z0-9._~-]{2,128}$';

/**
 * The organization a person typed (R6.8): the id is `org-` plus the slug; the slug is the trimmed name
 * lowercased with white-space runs replaced by hyphens; the name is the trimmed input.
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
 * Whether an organization was typed by hand and may not exist yet (R7.2).
 *
 * The provider's own ids start with `organization-`, so the two cannot be confused.
 */
export function isTyped(organization: Organization): boolean {
  return organization.id.startsWith(TYPED_ID_PREFIX);
}

/**
 * The listed organization that has this slug, if any: typing the slug of a listed one chooses that one.
 *
 * @param listed the organizations on the list
 * @param slug the slug to look for, in any case
 */
export function findBySlug<Listed extends Organization>(
  listed: readonly Listed[],
  slug: string,
): Listed | undefined {
  const wanted = slug.toLowerCase();
  return listed.find((organization) => organization.slug.toLowerCase() === wanted);
}

/** What is wrong with a typed organization that is about to be created; `null` when nothing is. */
export type CreationProblem = 'too_long' | 'slug' | 'disabled';

/**
 * Whether a typed organization may be created in this project (R7.9: `slug_pattern`,
 * `create_organization_enabled`).
 *
 * @param organization the organization as typed
 * @param project the project's settings; a missing or unreadable pattern falls back to the provider's own
 * @returns the first thing that is wrong, or `null`
 */
export function creationProblem(
  organization: Organization,
  project: { readonly slugPattern: string | null; readonly createOrganizationEnabled: boolean },
): CreationProblem | null {
  if (!project.createOrganizationEnabled) return 'disabled';
  if ([...organization.name].length > ORGANIZATION_NAME_MAX_LENGTH) return 'too_long';
  return slugPattern(project.slugPattern).test(organization.slug) ? null : 'slug';
}

function slugPattern(pattern: string | null): RegExp {
  try {
    return new RegExp(pattern ?? DEFAULT_SLUG_PATTERN);
  } catch {
    return new RegExp(DEFAULT_SLUG_PATTERN);
  }
}
