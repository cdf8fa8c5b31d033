import { emailDomain } from '../../store/email-address.ts';
import { findOrganization } from '../../store/lookup.ts';
import { newOrganization, type StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';

const MAX_LENGTH = 128;

/** Returns the name of an organization, trimmed. Throws if it is empty or too long. */
export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_LENGTH) throw refusal('invalid_organization_name');
  return trimmed;
}

/** Returns a slug that the project's rules allow and no organization has. Throws for any other. */
export function checkSlug(store: Store, slug: string): string {
  if (!/^(?=.*[a-z0-9])[a-z0-9._~-]{2,128}$/i.test(slug)) {
    throw refusal(
      'invalid_organization_slug',
      `The organization_slug must be between 2 and ${MAX_LENGTH} characters and may only contain letters, digits and the characters - . _ ~, at least one of them a letter or digit.`,
    );
  }
  const pattern = store.state.project.slug_pattern;
  // The provider's own form is an address with {{slug}} in it, and restricts no slug.
  if (
    pattern !== null &&
    !pattern.includes('{{slug}}') &&
    !new RegExp(`^(?:${pattern})$`).test(slug)
  ) {
    throw refusal(
      'invalid_organization_slug',
      `The organization_slug must match the project's pattern ${pattern}.`,
    );
  }
  if (findOrganization(store, slug) !== undefined) throw refusal('organization_slug_already_used');
  return slug;
}

function availableSlug(store: Store, origin: string): string {
  const base = origin.replace(/[^a-z0-9._~-]/g, '-').padEnd(2, '-');
  let slug = base;
  for (let attempt = 2; findOrganization(store, slug) !== undefined; attempt += 1) {
    slug = `${base}-${attempt}`;
  }
  return slug;
}

/**
 * Creates the record of an organization under the project's rules, which the caller stores. A missing name is derived from
 * the domain of the creator, a missing slug from the domain or the name. Throws if the name, the slug or the project does
 * not allow it.
 *
 * @param email null for a backend, which the project's setting for members does not restrict
 */
export function createOrganization(
  store: Store,
  email: string | null,
  given: { organization_name?: string | undefined; organization_slug?: string | undefined },
): StoredOrganization {
  if (email !== null && !store.state.project.create_organization_enabled) {
    throw refusal('unauthorized_action', 'Creating organizations is not enabled for this project.');
  }
  // The domain without its ending.
  const origin = email === null ? '' : emailDomain(email).replace(/\.[^.]*$/, '');
  const name = checkName(given.organization_name ?? origin);
  const slug = checkSlug(
    store,
    given.organization_slug ?? availableSlug(store, origin || name.toLowerCase()),
  );
  const id = store.ids.next('organization-test');
  return newOrganization({ id, slug, name, createdAt: store.clock.now() });
}
