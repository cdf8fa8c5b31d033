import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { readOutcome } from '../../responses/responses.ts';
import { outcomeResponseSchema } from '../../responses/schemas.ts';
import { type Endpoint, withCompleteInput } from '../call.ts';
import { callWithIntermediate } from '../read-organizations.ts';

export const verifyEndpoint = {
  path: '/b2b/totp/authenticate',
  response: outcomeResponseSchema,
  intermediateEnded: 'secondFactorExpired',
  errors: [
    {
      types: [
        'unable_to_authenticate_totp',
        'totp_code_already_authenticated',
        'invalid_totp_code',
      ],
      reason: 'input',
      code: 'secondFactorWrong',
    },
  ],
} satisfies Endpoint;

/** Verifies a code of the authenticator app; with `enrol`, also makes it the member's second factor (R14.8). */
export const verifySecondFactor = withCompleteInput<'verifySecondFactor'>(
  (deps, { secondFactor, intermediateDigest, code, enrol }, signal) =>
    callWithIntermediate(deps, verifyEndpoint, intermediateDigest, signal, async () => {
      const response = await deps.client.totp.authenticate({
        organization_id: secondFactor.organization.id,
        member_id: secondFactor.memberId,
        code,
        session_duration_minutes: SESSION_DURATION_MINUTES,
        ...(enrol ? { set_mfa_enrollment: 'enroll', set_default_mfa: true } : {}),
      });
      return readOutcome(response, deps.now());
    }),
);
