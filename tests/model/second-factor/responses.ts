import type { ActorResult } from '#machines/auth/auth.types.ts';

/** The data of a response that requires a second factor, or starts an enrolment. */
export function secondFactorData(
  result: Extract<ActorResult, { secondFactor: object } | { enrolment: object }>,
): object {
  if (result.kind === 'enrolling') {
    const { secret, qrCode, recoveryCodes } = result.enrolment;
    return { secret, qr_code: qrCode, recovery_codes: recoveryCodes };
  }
  const { organization, memberId, emailAddress, factor } = result.secondFactor;
  return {
    member_authenticated: false,
    intermediate_session_token: result.intermediateDigest,
    organization: {
      organization_id: organization.id,
      organization_slug: organization.slug,
      organization_name: organization.name,
      mfa_methods: factor === 'unsupported' ? 'RESTRICTED' : 'ALL_ALLOWED',
    },
    member: {
      member_id: memberId,
      email_address: emailAddress,
      totp_registration_id: factor === 'totp' ? 'totp-of-the-tour' : '',
    },
    mfa_required: { member_options: null },
  };
}
