import { fold } from './fold.ts';

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
  { name, slug }: { readonly name: string; readonly slug: string },
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
