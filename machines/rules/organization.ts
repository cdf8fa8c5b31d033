import { fold } from './fold.ts';
import { ORGANIZATION_NAME_MAX_LENGTH } from './limits.ts';

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

/** The slugs that the provider accepts. */
const PROVIDER_SLUG = /^(?=.*[a-z0-9])[a-z0-9._~-]{2,128}$/;
const SLUG_MAX_LENGTH = 128;

/** The slugs that can be one label of a host name (RFC 1123). */
const HOST_LABEL = /^[a-z0-9][a-z0-9-]*[a-z0-9]$/;
const HOST_LABEL_MAX_LENGTH = 63;

/** The place of the slug in a project's address template, and the host of such a template. */
const PLACEHOLDER = '{{slug}}';
const HOST_WITH_PLACEHOLDER = /^(?:https?:\/\/)?[^/]*\{\{slug\}\}/;

/**
 * The slug to create a typed organization with (R7.11). Decision 002.
 *
 * @param pattern the project's `slug_pattern`: an address with `{{slug}}` in it; anything else is read as a
 *   regular expression, and ignored when it is not valid
 * @returns `undefined` where the provider chooses, because nothing of the name remains; `null` when no slug
 *   meets the regular expression
 */
export function slugToSend(
  { name, slug }: Pick<Organization, 'name' | 'slug'>,
  pattern: string | null,
): string | undefined | null {
  const isHost = pattern !== null && HOST_WITH_PLACEHOLDER.test(pattern);
  const isPath = !isHost && pattern?.includes(PLACEHOLDER);
  const project = isHost ? HOST_LABEL : isPath ? null : regularExpression(pattern);
  const isAllowed = (candidate: string) =>
    PROVIDER_SLUG.test(candidate) && (project?.test(candidate) ?? true);
  const maxLength = isHost ? HOST_LABEL_MAX_LENGTH : SLUG_MAX_LENGTH;
  const latin = transliterate(name).slice(0, maxLength).replace(/-$/, '');
  const allowed = [slug.slice(0, maxLength), latin, latin.replaceAll('-', '')].find(isAllowed);
  return allowed ?? (project === null || isHost ? undefined : null);
}

function regularExpression(pattern: string | null): RegExp | null {
  try {
    return pattern === null ? null : new RegExp(pattern);
  } catch {
    return null;
  }
}

/** A name in Latin letters, digits and single hyphens. Empty when nothing remains. */
function transliterate(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
