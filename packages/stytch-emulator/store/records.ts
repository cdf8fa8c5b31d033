import type { StoredMember, StoredOrganization, StoredTotp } from './state.ts';

/** Creates an organization record without restrictions, except those that are given. */
export function newOrganization(
  given: Pick<StoredOrganization, 'id' | 'slug' | 'name' | 'createdAt'> &
    Partial<StoredOrganization>,
): StoredOrganization {
  return {
    authMethods: 'ALL_ALLOWED',
    allowedAuthMethods: [],
    mfaPolicy: 'OPTIONAL',
    mfaMethods: 'ALL_ALLOWED',
    allowedMfaMethods: [],
    emailJitProvisioning: 'NOT_ALLOWED',
    emailAllowedDomains: [],
    emailInvites: 'ALL_ALLOWED',
    ssoJitProvisioning: 'ALL_ALLOWED',
    ssoJitProvisioningConnections: [],
    ssoConnections: [],
    ssoDefaultConnectionId: null,
    logoUrl: '',
    externalId: null,
    trustedMetadata: {},
    updatedAt: given.createdAt,
    signInError: null,
    ...given,
  };
}

/** Creates the record of an active member with a verified address and without a second factor. */
export function newMember(
  given: Pick<StoredMember, 'id' | 'organizationId' | 'email' | 'name' | 'createdAt'> &
    Partial<StoredMember>,
): StoredMember {
  return {
    emailVerified: true,
    status: 'active',
    roles: ['stytch_member'],
    mfaEnrolled: false,
    defaultMfaMethod: '',
    mfaPhoneNumber: '',
    totp: null,
    recoveryCodes: [],
    pendingRecoveryCodes: [],
    googleSubject: null,
    ssoRegistrations: [],
    isBreakglass: false,
    retiredEmails: [],
    externalId: null,
    trustedMetadata: {},
    untrustedMetadata: {},
    updatedAt: given.createdAt,
    ...given,
  };
}

/** Creates the record of a verified authenticator app that has not been used yet. */
export function newTotp(
  given: Pick<StoredTotp, 'id' | 'secret'> & Partial<StoredTotp>,
): StoredTotp {
  return { verified: true, expiresAt: null, lastStep: null, ...given };
}
