import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { readEnrolment, readOutcome } from '../responses/responses.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import { type ActorDeps, endpointCall } from './actor-deps.ts';
import { forOwnIntermediate } from './organizations.ts';

/** Verifies a code of the authenticator app; with `enrol`, also makes it the member's second factor (R14.8). */
export function verifyFactorCall(deps: ActorDeps) {
  return endpointCall(
    deps,
    'verifyFactor',
    async ({ secondFactor, code, enrol }) => {
      const response = await deps.client.totp.authenticate({
        organization_id: secondFactor.organization.id,
        member_id: secondFactor.memberId,
        code,
        session_duration_minutes: SESSION_DURATION_MINUTES,
        ...(enrol ? { set_mfa_enrollment: 'enroll', set_default_mfa: true } : {}),
      });
      return readOutcome(response, deps.now());
    },
    forOwnIntermediate(deps),
  );
}

/** Signs in with a recovery code (R14.9). */
export function recoverCall(deps: ActorDeps) {
  return endpointCall(
    deps,
    'recover',
    async ({ secondFactor, recoveryCode }) => {
      const response = await deps.client.recoveryCodes.recover({
        organization_id: secondFactor.organization.id,
        member_id: secondFactor.memberId,
        recovery_code: recoveryCode,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      const { recovery_codes_remaining: left } = response;
      const outcome = readOutcome(response, deps.now());
      return Number.isInteger(left) && left >= 0
        ? { ...outcome, recoveryCodesLeft: left }
        : outcome;
    },
    forOwnIntermediate(deps),
  );
}

/** Starts an enrolment: fetches a secret, its QR code, and recovery codes. */
export function enrolCall(deps: ActorDeps) {
  return endpointCall(
    deps,
    'enrol',
    async ({ secondFactor }) => {
      const response = await deps.client.totp.create({
        organization_id: secondFactor.organization.id,
        member_id: secondFactor.memberId,
      });
      const enrolment = readEnrolment(response);
      return enrolment === null ? unreachableFailure() : { kind: 'enrolling', enrolment };
    },
    forOwnIntermediate(deps),
  );
}
