import * as v from 'valibot';
import { emailDomain, isCommonDomain, localPart } from '../../store/email-address.ts';
import { findOrganization } from '../../store/lookup.ts';
import { newOrganization } from '../../store/records.ts';
import {
  organizationSchema,
  type StoredOrganization,
  unenforcedSettings,
} from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { type ProviderError, refusal } from '../http/provider-error.ts';

const MAX_LENGTH = 128;

const { authMethods, allowedAuthMethods, mfaPolicy, mfaMethods, allowedMfaMethods } =
  organizationSchema.entries;

/** The fields of a creation that describe the organization. */
export const organizationFields = {
  organization_name: v.optional(v.string()),
  organization_slug: v.optional(v.string()),
  organization_external_id: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9._|-]{1,128}$/))),
  email_allowed_domains: v.optional(v.array(v.string())),
  email_jit_provisioning: v.optional(organizationSchema.entries.emailJitProvisioning),
  auth_methods: v.optional(authMethods),
  allowed_auth_methods: v.optional(allowedAuthMethods),
  mfa_policy: v.optional(mfaPolicy),
  mfa_methods: v.optional(mfaMethods),
  allowed_mfa_methods: v.optional(allowedMfaMethods),
  ...unenforcedSettings.entries,
};

const fieldsSchema = v.object(organizationFields);

function invalidSlug(message: string): ProviderError {
  return refusal('invalid_organization_slug', message);
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_LENGTH) {
    throw refusal('invalid_organization_name');
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
  if (findOrganization(store, slug) !== undefined) {
    throw refusal('organization_slug_already_used');
  }
  return slug;
}

function checkDomains(domains: readonly string[]): string[] {
  return domains.map((given) => {
    const domain = given.trim().toLowerCase();
    if (!/^[^\s@.]+(\.[^\s@.]+)+$/.test(domain)) {
      throw refusal('organization_settings_invalid_domain');
    }
    if (isCommonDomain(domain)) {
      throw refusal('organization_settings_domain_too_common');
    }
    return domain;
  });
}

/** Returns what the default name and slug derive from: the domain, or the name where many share the domain. */
function defaultName(email: string): string {
  const domain = emailDomain(email);
  const isShared = isCommonDomain(domain) || domain.endsWith('.edu');
  return isShared ? localPart(email) : domain.slice(0, domain.lastIndexOf('.'));
}

function availableSlug(store: Store, email: string): string {
  const base = defaultName(email)
    .replace(/[^a-z0-9._~-]/g, '-')
    .padEnd(2, '-');
  let slug = base;
  for (let attempt = 2; findOrganization(store, slug) !== undefined; attempt += 1) {
    slug = `${base}-${attempt}`;
  }
  return slug;
}

/**
 * Creates an organization under the project's rules. A missing name or slug is derived from the
 * address. Throws, and creates nothing, if the name, the slug, a domain or the project does not allow it.
 */
export function createOrganization(
  store: Store,
  email: string,
  given: v.InferOutput<typeof fieldsSchema>,
): StoredOrganization {
  if (!store.state.project.create_organization_enabled) {
    throw refusal('unauthorized_action');
  }
  const name = checkName(given.organization_name ?? defaultName(email));
  const slug = checkSlug(store, given.organization_slug ?? availableSlug(store, email));
  const organization = newOrganization({
    id: store.ids.next('organization-test'),
    slug,
    name,
    createdAt: store.clock.now(),
    externalId: given.organization_external_id ?? null,
    emailAllowedDomains: checkDomains(given.email_allowed_domains ?? []),
    emailJitProvisioning: given.email_jit_provisioning ?? 'NOT_ALLOWED',
    authMethods: given.auth_methods ?? 'ALL_ALLOWED',
    allowedAuthMethods: given.allowed_auth_methods ?? [],
    mfaPolicy: given.mfa_policy ?? 'OPTIONAL',
    mfaMethods: given.mfa_methods ?? 'ALL_ALLOWED',
    allowedMfaMethods: given.allowed_mfa_methods ?? [],
    unenforced: v.parse(unenforcedSettings, given),
  });
  store.state.organizations.push(organization);
  return organization;
}
