import * as v from 'valibot';
import { organizationSchema, type StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { mergeMetadata } from '../members/member-fields.ts';
import { field, givenValues } from '../validation/permissions.ts';
import { checkName, checkSlug } from './create-organization.ts';

/** A setting that the record has as it is given. */
function setting<Key extends keyof StoredOrganization>(key: Key, action: string) {
  return field(organizationSchema.entries[key], `update.${action}`, key);
}

/** The settings of an organization that a caller can give, with the actions from the documentation of the backend SDK. */
export const organizationEntries = {
  organization_name: field(v.string(), 'update.info.name'),
  organization_slug: field(v.string(), 'update.info.slug'),
  organization_logo_url: setting('logoUrl', 'info.logo-url'),
  organization_external_id: field(v.string(), null, 'externalId'),
  trusted_metadata: field(organizationSchema.entries.trustedMetadata, null),
  sso_default_connection_id: field(
    v.string(),
    'update.settings.default-sso-connection',
    'ssoDefaultConnectionId',
  ),
  sso_jit_provisioning: setting('ssoJitProvisioning', 'settings.sso-jit-provisioning'),
  sso_jit_provisioning_allowed_connections: setting(
    'ssoJitProvisioningConnections',
    'settings.sso-jit-provisioning',
  ),
  email_allowed_domains: setting('emailAllowedDomains', 'settings.allowed-domains'),
  email_jit_provisioning: setting('emailJitProvisioning', 'settings.email-jit-provisioning'),
  email_invites: setting('emailInvites', 'settings.email-invites'),
  auth_methods: setting('authMethods', 'settings.allowed-auth-methods'),
  allowed_auth_methods: setting('allowedAuthMethods', 'settings.allowed-auth-methods'),
  mfa_policy: setting('mfaPolicy', 'settings.mfa-policy'),
  mfa_methods: setting('mfaMethods', 'settings.allowed-mfa-methods'),
  allowed_mfa_methods: setting('allowedMfaMethods', 'settings.allowed-mfa-methods'),
};

const settings = v.object(organizationEntries);

/** The settings that cannot be restricted to an empty list. */
const RESTRICTIONS = [
  ['authMethods', 'allowedAuthMethods', 'allowed_auth_methods_required_for_restricted'],
  ['mfaMethods', 'allowedMfaMethods', 'allowed_mfa_methods_required_for_restricted'],
  ['emailInvites', 'emailAllowedDomains', 'invalid_restricted_email_setting'],
  ['emailJitProvisioning', 'emailAllowedDomains', 'invalid_restricted_email_setting'],
] as const;

/** The commonest of the domains that the provider lets no organization allow. */
const COMMON_DOMAIN = /^(gmail|googlemail|yahoo|hotmail|outlook|live|icloud|me|aol|msn|mail)\.com$/;

/** Returns whether a caller gives a setting of sign-ins or of joining. Without `email_invites`, nobody can be invited then. */
export function hasAuthSetting(given: object): boolean {
  return Object.entries(organizationEntries).some(
    ([name, schema]) =>
      v.getMetadata(schema).action?.startsWith('update.settings.') === true &&
      Reflect.get(given, name) !== undefined,
  );
}

/** Changes the given settings. Throws, and changes nothing, if one is not allowed. */
export function applyOrganizationSettings(
  store: Store,
  organization: StoredOrganization,
  given: v.InferOutput<typeof settings>,
): void {
  const { organization_name: name, organization_slug: slug } = given;
  const { sso_default_connection_id: connectionId } = given;
  const isKnown = organization.ssoConnections.some(
    ({ id, status }) => id === connectionId && status === 'active',
  );
  if (connectionId !== undefined && !isKnown) throw refusal('invalid_sso_default_connection_id');
  const changed: StoredOrganization = {
    ...organization,
    ...givenValues(organizationEntries, given),
    ...(name !== undefined && { name: checkName(name) }),
    ...(slug !== undefined && slug !== organization.slug && { slug: checkSlug(store, slug) }),
    trustedMetadata: mergeMetadata(organization.trustedMetadata, given.trusted_metadata),
    updatedAt: store.clock.now(),
  };
  for (const [key, list, error] of RESTRICTIONS) {
    if (changed[key] === 'RESTRICTED' && changed[list].length === 0) throw refusal(error);
  }
  if (given.email_allowed_domains?.some((domain) => COMMON_DOMAIN.test(domain))) {
    throw refusal('organization_settings_domain_too_common');
  }
  Object.assign(organization, changed);
}
