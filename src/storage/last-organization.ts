import type { Organization } from '#machines/rules/organization.ts';
import { safeLocalStorage } from './web-storage.ts';

const KEY = 'last_organization';

/**
 * An id of the provider, a slug, and a name as it was displayed before (R1.14): one line of text, because the script of
 * the document reads it before anything is painted, and has no space for the rules of `displayName`.
 */
const STORED = /^(organization-[\w-]{1,128}) (\S{1,128}) ([^\p{Cc}\p{Bidi_Control}]{1,200})$/u;

/**
 * Reads the organization of the last session in this browser: the login screen offers to return to it, and the list
 * shows it first (R13.6). Nothing of a person is stored. Decision 002.
 *
 * @returns `null` when none is stored or the value is invalid, which is then removed (R13.4)
 */
export function readLastOrganization(): Organization | null {
  const [, id, slug, name] = STORED.exec(safeLocalStorage.read(KEY) ?? '') ?? [];
  if (id && slug && name) return { id, slug, name };
  safeLocalStorage.remove(KEY);
  return null;
}

/** Stores the organization of a member's session; `null` forgets the one that is stored. */
export function writeLastOrganization(organization: Organization | null): void {
  if (organization === null) safeLocalStorage.remove(KEY);
  else safeLocalStorage.write(KEY, `${organization.id} ${organization.slug} ${organization.name}`);
}
