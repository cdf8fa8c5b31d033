import { emailDomain } from './email-address.ts';
import type { Factor, State, StoredMember, StoredOrganization } from './state.ts';

/** What an organization decides about a person who presented some factors. */
export type AuthDecision =
  | { kind: 'authenticated' }
  | { kind: 'primaryRequired'; allowedAuthMethods: string[] }
  | { kind: 'mfaRequired' };

const EMAIL_METHODS = ['email_otp', 'magic_link'];

function allowsMethod(organization: StoredOrganization, factor: Factor): boolean {
  if (organization.authMethods === 'ALL_ALLOWED') return true;
  return organization.allowedAuthMethods.some((method) => method === factor.method);
}

/** Returns the factors without the second ones. */
export function primaryFactors(factors: readonly Factor[]): Factor[] {
  return factors.filter(({ method }) => method !== 'totp' && method !== 'recovery_code');
}

/** Returns the organization's methods that can verify an e-mail address: all but the OAuth ones. */
function emailVerificationMethods(organization: StoredOrganization): string[] {
  if (organization.authMethods === 'ALL_ALLOWED') return EMAIL_METHODS;
  return organization.allowedAuthMethods.filter((method) => !method.endsWith('_oauth'));
}

/** Returns whether any verified address of this domain may join (just-in-time provisioning). */
export function allowsJitProvisioning(organization: StoredOrganization, email: string): boolean {
  return (
    organization.emailJitProvisioning === 'RESTRICTED' &&
    organization.emailAllowedDomains.includes(emailDomain(email))
  );
}

/**
 * Decides whether the factors authenticate a member of the organization. A break-glass member may use any method. A Google account whose
 * address Google cannot verify is never enough alone, even if the address was verified earlier.
 */
export function decideAuthentication(
  organization: StoredOrganization,
  member: StoredMember | null,
  factors: readonly Factor[],
): AuthDecision {
  const isEmailVerified = primaryFactors(factors).some(
    (factor) =>
      factor.verifiesEmail && (member?.isBreakglass === true || allowsMethod(organization, factor)),
  );
  if (!isEmailVerified) {
    return { kind: 'primaryRequired', allowedAuthMethods: emailVerificationMethods(organization) };
  }
  const needsSecond = organization.mfaPolicy === 'REQUIRED_FOR_ALL' || member?.mfaEnrolled === true;
  const hasSecond = factors.some(
    ({ method, subject }) =>
      (method === 'totp' || method === 'recovery_code') && subject === member?.id,
  );
  return needsSecond && !hasSecond ? { kind: 'mfaRequired' } : { kind: 'authenticated' };
}

/** A discoverable organization, with the person's membership if there is one. */
export interface DiscoverableOrganization {
  organization: StoredOrganization;
  member: StoredMember | null;
}

/**
 * Returns whether an address may join an organization that discovery offers to it. The organization needs a member
 * with a verified address of that domain, so that nobody can allow a foreign domain to lure its people.
 */
export function canJoinByDiscovery(
  { members }: State,
  organization: StoredOrganization,
  email: string,
): boolean {
  return (
    allowsJitProvisioning(organization, email) &&
    members.some(
      (member) =>
        member.organizationId === organization.id &&
        member.status !== 'deleted' &&
        member.emailVerified &&
        emailDomain(member.email) === emailDomain(email),
    )
  );
}

/** Returns the organizations that an address is a member of or may join, in stored order. */
export function findDiscoverableOrganizations(
  state: State,
  email: string,
  isEmailVerified: boolean,
): DiscoverableOrganization[] {
  const membershipOf = new Map(
    state.members
      .filter((member) => member.email === email && member.status !== 'deleted')
      .map((member) => [member.organizationId, member]),
  );
  return state.organizations
    .map((organization) => ({
      organization,
      member: membershipOf.get(organization.id) ?? null,
    }))
    .filter(
      ({ organization, member }) =>
        member !== null || (isEmailVerified && canJoinByDiscovery(state, organization, email)),
    );
}
