import { localPart } from '../../store/email-address.ts';
import { findOrganization } from '../../store/lookup.ts';
import { newOrganization } from '../../store/records.ts';
import type { StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { ProviderError } from '../http/provider-error.ts';

const MAX_LENGTH = 128;

function invalidSlug(message: string): ProviderError {
  return new ProviderError(400, 'invalid_organization_slug', message);
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_LENGTH) {
    throw new ProviderError(
      400,
      'invalid_organization_name',
      `The organization_name must be between 1 and ${MAX_LENGTH} characters.`,
    );
  }
  return trimmed;
}

function checkSlug(store: Store, slug: string): string {
  if (!/^(?=.*[a-z0-9])[a-z0-9._~-]{2,128}$/i.test(slug)) {
    throw invalidSlug(
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
    throw invalidSlug(`The organization_slug must match the project's pattern ${pattern}.`);
  }
  if (findOrganization(store, { slug }) !== undefined) {
    throw new ProviderError(
      400,
      'organization_slug_already_used',
      'The provided organization_slug is already used in another organization.',
    );
  }
  return slug;
}

function availableSlug(store: Store, email: string): string {
  const base = `${localPart(email)}-org`.replace(/[^a-z0-9._~-]/g, '-');
  let slug = base;
  for (let attempt = 2; findOrganization(store, { slug }) !== undefined; attempt += 1) {
    slug = `${base}-${attempt}`;
  }
  return slug;
}

/**
 * Creates an organization under the project's rules. A missing name or slug is derived from the
 * address. Throws, and creates nothing, if the name, the slug or the project does not allow it.
 */
export function createOrganization(
  store: Store,
  email: string,
  given: {
    name: string | undefined;
    slug: string | undefined;
    mfaPolicy: StoredOrganization['mfaPolicy'] | undefined;
    emailAllowedDomains: string[] | undefined;
    emailJitProvisioning: StoredOrganization['emailJitProvisioning'] | undefined;
  },
): StoredOrganization {
  if (!store.state.project.create_organization_enabled) {
    throw new ProviderError(
      403,
      'unauthorized_action',
      'Creating organizations is not enabled for this project.',
    );
  }
  const name = checkName(given.name ?? `${localPart(email)}'s Organization`);
  const slug = checkSlug(store, given.slug ?? availableSlug(store, email));
  const organization = newOrganization({
    id: store.ids.next('organization-test'),
    slug,
    name,
    createdAt: store.clock.now(),
    mfaPolicy: given.mfaPolicy ?? 'OPTIONAL',
    emailJitProvisioning: given.emailJitProvisioning ?? 'NOT_ALLOWED',
    emailAllowedDomains: given.emailAllowedDomains ?? [],
  });
  store.state.organizations.push(organization);
  return organization;
}
