import type { Outcome } from '#machines/auth/auth.types.ts';
import type { Requirement } from '#machines/auth/second-factor/second-factor.types.ts';
import type { RawMember, RawOrganization } from '../sdk/raw-session.ts';
import { knownEmail, readOrganization } from '../sdk/read-session.ts';

/** The provider requires a second factor of a member (R7.6). `at`: epoch milliseconds. */
export function readSecondFactor(
  organization: RawOrganization,
  member: RawMember,
  phone: string | null | undefined,
  at: number,
): Outcome {
  const secondFactor = {
    organization: readOrganization(organization),
    memberId: member.member_id,
    emailAddress: knownEmail(member.email_address),
    factor: factorOf(organization, member, phone || member.mfa_phone_number || null),
  };
  return { kind: 'mfa_required', secondFactor, at, intermediateDigest: null };
}

/** Names the second factor that follows the choice of a listed organization. */
export function secondFactorOf(outcome: Outcome): 'second_factor' | 'unsupported' {
  const factor = 'secondFactor' in outcome ? outcome.secondFactor.factor : null;
  return factor === 'unsupported' ? factor : 'second_factor';
}

/** The provider enrols no app for a member whose second factor is a phone. The product offers no phone codes. */
function factorOf(
  organization: RawOrganization,
  member: RawMember,
  phone: string | null,
): Requirement['factor'] {
  const allowsApp =
    member.is_breakglass === true ||
    organization.mfa_methods !== 'RESTRICTED' ||
    (organization.allowed_mfa_methods ?? []).includes('totp');
  if (!allowsApp) return 'unsupported';
  if (member.totp_registration_id) return 'totp';
  return phone === null ? 'enrolment' : 'unsupported';
}
