import type { Factor, State, StoredMember, StoredOrganization } from './state.ts';

/** What an organization says to somebody who proved `factors`. */
export type AuthDecision =
  | { kind: 'admitted' }
  | { kind: 'primaryRequired'; allowedAuthMethods: string[] }
  | { kind: 'mfaRequired' };

const EMAIL_METHODS = ['email_otp', 'magic_link'];

function allowsMethod(organization: StoredOrganization, factor: Factor): boolean {
  if (organization.authMethods === 'ALL_ALLOWED') return true;
  return organization.allowedAuthMethods.some((method) => method === factor.method);
}

/** The factors that say who somebody is, without those that confirm it a second time. */
export function primaryFactors(factors: readonly Factor[]): Factor[] {
  return factors.filter(({ method }) => method !== 'totp' && method !== 'recovery_code');
}

/** How an address can still be proved to this organization: its methods without the OAuth ones. */
export function emailVerificationMethods(organization: StoredOrganization): string[] {
  if (organization.authMethods === 'ALL_ALLOWED') return EMAIL_METHODS;
  return organization.allowedAuthMethods.filter((method) => !method.endsWith('_oauth'));
}

/** Whether the organization takes anybody with a proved address of this domain. */
export function allowsJitProvisioning(organization: StoredOrganization, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return (
    organization.emailJitProvisioning === 'RESTRICTED' &&
    organization.emailAllowedDomains.includes(domain)
  );
}

/**
 * Judges whether `factors` are enough to enter `organization`. A Google account whose address
 * Google cannot confirm is never enough by itself, however often it was confirmed before.
 */
export function decideAuthentication(
  organization: StoredOrganization,
  member: StoredMember | null,
  factors: readonly Factor[],
): AuthDecision {
  const proved = primaryFactors(factors).some(
    (factor) => factor.provesEmail && allowsMethod(organization, factor),
  );
  if (!proved) {
    return { kind: 'primaryRequired', allowedAuthMethods: emailVerificationMethods(organization) };
  }
  const asksSecond = organization.mfaPolicy === 'REQUIRED_FOR_ALL' || member?.mfaEnrolled === true;
  const hasSecond = factors.some(
    ({ method, subject }) =>
      (method === 'totp' || method === 'recovery_code') && subject === member?.id,
  );
  return asksSecond && !hasSecond ? { kind: 'mfaRequired' } : { kind: 'admitted' };
}

/** An organization somebody may enter, with their membership, if they have one. */
export interface DiscoveryMatch {
  organization: StoredOrganization;
  member: StoredMember | null;
}

/** The organizations somebody may enter or join, in the order of the state. */
export function findDiscoverableOrganizations(
  state: State,
  email: string,
  emailProved: boolean,
): DiscoveryMatch[] {
  const membershipOf = new Map(
    state.members
      .filter((member) => member.email === email)
      .map((member) => [member.organizationId, member]),
  );
  return state.organizations
    .map((organization) => ({
      organization,
      member: membershipOf.get(organization.id) ?? null,
    }))
    .filter(
      ({ organization, member }) =>
        member !== null || (emailProved && allowsJitProvisioning(organization, email)),
    );
}
