import {
  type AuthDecision,
  type DiscoverableOrganization,
  decideAuthentication,
} from '../../store/auth-decision.ts';
import { emailDomain } from '../../store/email-address.ts';
import type { Factor, StoredMember, StoredOrganization, StoredSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type {
  DiscoveredOrganization,
  Member,
  MemberSession,
  MfaRequired,
  Organization,
  PrimaryRequired,
} from '../http/response-types.ts';
import { getSessionOwner } from '../validation/require-records.ts';
import { emailId, factorObject } from './authentication-factor.ts';

/** Builds the provider's Organization object. */
export function organizationObject(store: Store, organization: StoredOrganization): Organization {
  const createdAt = store.clock.iso(organization.createdAt);
  return {
    organization_id: organization.id,
    organization_name: organization.name,
    organization_slug: organization.slug,
    created_at: createdAt,
    updated_at: store.clock.iso(organization.updatedAt),
    organization_logo_url: organization.logoUrl,
    organization_external_id: organization.externalId,
    trusted_metadata: organization.trustedMetadata,
    email_invites: organization.emailInvites,
    sso_jit_provisioning: organization.ssoJitProvisioning,
    // The provider's defaults, which the emulator does not enforce.
    oauth_tenant_jit_provisioning: 'NOT_ALLOWED',
    allowed_oauth_tenants: {},
    rbac_email_implicit_role_assignments: [],
    first_party_connected_apps_allowed_type: 'ALL_ALLOWED',
    allowed_first_party_connected_apps: [],
    third_party_connected_apps_allowed_type: 'ALL_ALLOWED',
    allowed_third_party_connected_apps: [],
    claimed_email_domains: [],
    custom_roles: [],
    sso_default_connection_id: organization.ssoDefaultConnectionId,
    sso_jit_provisioning_allowed_connections: organization.ssoJitProvisioningConnections,
    sso_active_connections: activeConnections(organization),
    scim_active_connection: null,
    email_allowed_domains: organization.emailAllowedDomains,
    email_jit_provisioning: organization.emailJitProvisioning,
    auth_methods: organization.authMethods,
    allowed_auth_methods: organization.allowedAuthMethods,
    mfa_methods: organization.mfaMethods,
    allowed_mfa_methods: organization.allowedMfaMethods,
    mfa_policy: organization.mfaPolicy,
  };
}

/** Builds the references to the SSO connections that members can use. */
function activeConnections({ ssoConnections }: StoredOrganization) {
  return ssoConnections
    .filter(({ status }) => status === 'active')
    .map(({ id, displayName, identityProvider }) => ({
      connection_id: id,
      display_name: displayName,
      identity_provider: identityProvider,
    }));
}

/** Builds the provider's Member object, which omits an authenticator app that is not verified. */
export function memberObject(store: Store, member: StoredMember): Member {
  const { iso } = store.clock;
  return {
    organization_id: member.organizationId,
    member_id: member.id,
    email_address: member.email,
    email_address_verified: member.emailVerified,
    retired_email_addresses: member.retiredEmails.map((address) => ({
      email_id: emailId(member, address),
      email_address: address,
    })),
    status: member.status,
    name: member.name,
    trusted_metadata: member.trustedMetadata,
    untrusted_metadata: member.untrustedMetadata,
    external_id: member.externalId,
    created_at: iso(member.createdAt),
    updated_at: iso(member.updatedAt),
    sso_registrations: member.ssoRegistrations.map((registration) => ({
      registration_id: registration.id,
      connection_id: registration.connectionId,
      external_id: registration.subject,
      sso_attributes: {},
    })),
    is_admin: member.roles.includes('stytch_admin'),
    is_breakglass: member.isBreakglass,
    is_locked: false,
    member_password_id: '',
    mfa_enrolled: member.mfaEnrolled,
    mfa_phone_number: member.mfaPhoneNumber,
    mfa_phone_number_verified: member.mfaPhoneNumber !== '',
    roles: member.roles.map((role) => ({
      role_id: role,
      sources: [{ type: 'direct_assignment' as const, details: {} }],
    })),
    default_mfa_method: member.defaultMfaMethod,
    totp_registration_id: member.totp?.verified === true ? member.totp.id : '',
    oauth_registrations:
      member.googleSubject === null
        ? []
        : [
            {
              member_oauth_registration_id: `member-oauth-registration-test-${member.id.slice('member-test-'.length)}`,
              provider_subject: member.googleSubject,
              provider_type: 'Google',
              profile_picture_url: null,
              locale: null,
              provider_tenants: [],
            },
          ],
  };
}

/** Builds the provider's MemberSession object. */
export function sessionObject(store: Store, session: StoredSession): MemberSession {
  const { iso } = store.clock;
  const { member, organization } = getSessionOwner(store, session);
  return {
    member_session_id: session.id,
    member_id: member.id,
    organization_id: organization.id,
    organization_slug: organization.slug,
    started_at: iso(session.startedAt),
    last_accessed_at: iso(session.lastAccessedAt),
    expires_at: iso(session.expiresAt),
    authentication_factors: session.factors.map((factor) => factorObject(store, factor, member)),
    custom_claims: {},
    roles: member.roles,
  };
}

/**
 * Builds the two fields that name a required factor. Both are null for an authenticated member. Listing
 * organizations initiates no second factor.
 */
export function requirementFields(
  decision: AuthDecision,
  member: StoredMember | null,
  secondaryAuthInitiated: MfaRequired['secondary_auth_initiated'] = null,
): { primary_required: PrimaryRequired | null; mfa_required: MfaRequired | null } {
  return {
    primary_required:
      decision.kind === 'primaryRequired'
        ? { allowed_auth_methods: decision.allowedAuthMethods }
        : null,
    mfa_required:
      decision.kind === 'mfaRequired'
        ? {
            member_options: memberOptions(member),
            secondary_auth_initiated: secondaryAuthInitiated,
          }
        : null,
  };
}

/** Returns null if the member has no second factor; the client then has to enrol one. */
function memberOptions(member: StoredMember | null): MfaRequired['member_options'] {
  const enrolledTotp = member?.totp?.verified === true ? member.totp.id : '';
  const phone = member?.mfaPhoneNumber ?? '';
  if (enrolledTotp === '' && phone === '') return null;
  return { mfa_phone_number: phone, totp_registration_id: enrolledTotp };
}

/** Builds the DiscoveredOrganization object, which names the factor that the organization requires. */
export function discoveredOrganizationObject(
  store: Store,
  match: DiscoverableOrganization,
  email: string,
  factors: readonly Factor[],
): DiscoveredOrganization {
  const { organization, member } = match;
  const decision = decideAuthentication(organization, member, factors);
  return {
    organization: organizationObject(store, organization),
    membership:
      member === null
        ? {
            type: 'eligible_to_join_by_email_domain',
            details: { domain: emailDomain(email) },
            member: null,
          }
        : {
            type: `${member.status === 'deleted' ? 'active' : member.status}_member`,
            details: null,
            member: memberObject(store, member),
          },
    member_authenticated: decision.kind === 'authenticated',
    ...requirementFields(decision, member),
  };
}
