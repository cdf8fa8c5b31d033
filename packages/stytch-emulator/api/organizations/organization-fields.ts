import * as v from 'valibot';
import { organizationSchema, type StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { mergeMetadata } from '../members/member-fields.ts';
import { checkName, checkSlug } from './create-organization.ts';

const stored = organizationSchema.entries;

/** The settings of an organization that a caller can give. */
export const organizationEntries = {
  organization_name: v.optional(v.string()),
  organization_slug: v.optional(v.string()),
  organization_logo_url: v.optional(v.string()),
  organization_external_id: v.optional(v.string()),
  trusted_metadata: v.optional(stored.trustedMetadata),
  sso_default_connection_id: v.optional(v.string()),
  sso_jit_provisioning: v.optional(stored.ssoJitProvisioning),
  sso_jit_provisioning_allowed_connections: v.optional(v.array(v.string())),
  email_allowed_domains: v.optional(v.array(v.string())),
  email_jit_provisioning: v.optional(stored.emailJitProvisioning),
  email_invites: v.optional(stored.emailInvites),
  auth_methods: v.optional(stored.authMethods),
  allowed_auth_methods: v.optional(stored.allowedAuthMethods),
  mfa_policy: v.optional(stored.mfaPolicy),
  mfa_methods: v.optional(stored.mfaMethods),
  allowed_mfa_methods: v.optional(stored.allowedMfaMethods),
};

const settings = v.object(organizationEntries);
export type OrganizationSettings = v.InferOutput<typeof settings>;

/** The action that the access policy asks for each setting, from the documentation of the backend SDK. */
export const ORGANIZATION_ACTIONS: Record<keyof OrganizationSettings, string> = {
  trusted_metadata: '',
  organization_external_id: '',
  organization_name: 'update.info.name',
  organization_slug: 'update.info.slug',
  organization_logo_url: 'update.info.logo-url',
  sso_default_connection_id: 'update.settings.default-sso-connection',
  sso_jit_provisioning: 'update.settings.sso-jit-provisioning',
  sso_jit_provisioning_allowed_connections: 'update.settings.sso-jit-provisioning',
  email_allowed_domains: 'update.settings.allowed-domains',
  email_jit_provisioning: 'update.settings.email-jit-provisioning',
  email_invites: 'update.settings.email-invites',
  auth_methods: 'update.settings.allowed-auth-methods',
  allowed_auth_methods: 'update.settings.allowed-auth-methods',
  mfa_policy: 'update.settings.mfa-policy',
  mfa_methods: 'update.settings.allowed-mfa-methods',
  allowed_mfa_methods: 'update.settings.allowed-mfa-methods',
};

/** Changes the given settings. Throws, and changes nothing, if one is not allowed. */
export function applyOrganizationSettings(
  store: Store,
  organization: StoredOrganization,
  given: OrganizationSettings,
): void {
  const { organization_slug: slug, sso_default_connection_id: connectionId } = given;
  const isKnown = organization.ssoConnections.some(({ id }) => id === connectionId);
  if (connectionId !== undefined && !isKnown) throw refusal('invalid_sso_default_connection_id');
  const changes = {
    name: given.organization_name && checkName(given.organization_name),
    slug: slug === organization.slug ? undefined : slug && checkSlug(store, slug),
    logoUrl: given.organization_logo_url,
    externalId: given.organization_external_id,
    ssoDefaultConnectionId: connectionId,
    ssoJitProvisioning: given.sso_jit_provisioning,
    ssoJitProvisioningConnections: given.sso_jit_provisioning_allowed_connections,
    emailAllowedDomains: given.email_allowed_domains?.map((domain) => domain.toLowerCase()),
    emailJitProvisioning: given.email_jit_provisioning,
    emailInvites: given.email_invites,
    authMethods: given.auth_methods,
    allowedAuthMethods: given.allowed_auth_methods,
    mfaPolicy: given.mfa_policy,
    mfaMethods: given.mfa_methods,
    allowedMfaMethods: given.allowed_mfa_methods,
  };
  Object.assign(
    organization,
    Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    {
      trustedMetadata: mergeMetadata(organization.trustedMetadata, given.trusted_metadata),
      updatedAt: store.clock.now(),
    },
  );
}
