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

const domains = v.array(v.pipe(v.string(), v.toLowerCase()));

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
  email_allowed_domains: field(domains, 'update.settings.allowed-domains', 'emailAllowedDomains'),
  email_jit_provisioning: setting('emailJitProvisioning', 'settings.email-jit-provisioning'),
  email_invites: setting('emailInvites', 'settings.email-invites'),
  auth_methods: setting('authMethods', 'settings.allowed-auth-methods'),
  allowed_auth_methods: setting('allowedAuthMethods', 'settings.allowed-auth-methods'),
  mfa_policy: setting('mfaPolicy', 'settings.mfa-policy'),
  mfa_methods: setting('mfaMethods', 'settings.allowed-mfa-methods'),
  allowed_mfa_methods: setting('allowedMfaMethods', 'settings.allowed-mfa-methods'),
};

const settings = v.object(organizationEntries);

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
  Object.assign(
    organization,
    givenValues(organizationEntries, given),
    name && { name: checkName(name) },
    slug && slug !== organization.slug && { slug: checkSlug(store, slug) },
    {
      trustedMetadata: mergeMetadata(organization.trustedMetadata, given.trusted_metadata),
      updatedAt: store.clock.now(),
    },
  );
}
