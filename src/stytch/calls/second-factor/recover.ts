import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { readOutcome } from '../../responses/responses.ts';
import { outcomeResponseSchema } from '../../responses/schemas.ts';
import { type Endpoint, withCompleteInput } from '../call.ts';
import { callWithIntermediate } from '../read-organizations.ts';

export const recoverEndpoint = {
  path: '/b2b/recovery_codes/recover',
  response: outcomeResponseSchema,
  intermediateEnded: 'secondFactorExpired',
  errors: [
    {
      types: ['unable_to_authenticate_recovery_code', 'invalid_recovery_code'],
      reason: 'input',
      code: 'secondFactorRecoveryWrong',
    },
  ],
} satisfies Endpoint;

/** Signs in with a recovery code (R14.9). */
export const recoverSecondFactor = withCompleteInput<'recoverSecondFactor'>(
  (deps, { secondFactor, intermediateDigest, recoveryCode }, signal) =>
    callWithIntermediate(deps, recoverEndpoint, intermediateDigest, signal, async () => {
      const response = await deps.client.recoveryCodes.recover({
        organization_id: secondFactor.organization.id,
        member_id: secondFactor.memberId,
        recovery_code: recoveryCode,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      const { recovery_codes_remaining: left } = response;
      const outcome = readOutcome(response, deps.now());
      return Number.isInteger(left) ? { ...outcome, recoveryCodesLeft: left } : outcome;
    }),
);
