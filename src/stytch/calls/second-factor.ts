import * as v from 'valibot';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { WRONG_TOTP } from '../responses/errors.ts';
import { readOutcome } from '../responses/responses.ts';
import { outcomeResponseSchema } from '../responses/schemas.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import type { ActorCall, Endpoint } from './call.ts';
import { callWithIntermediate } from './read-organizations.ts';

const text = v.pipe(v.string(), v.nonEmpty());

/** A new authenticator app. The QR code is rendered as an image, so only image data is accepted. */
export const enrolmentSchema = v.looseObject({
  secret: text,
  qr_code: v.pipe(v.string(), v.regex(/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/)),
  recovery_codes: v.array(text),
});

/** The endpoints of the second factor. */
export const secondFactorEndpoints = {
  verifySecondFactor: {
    path: '/b2b/totp/authenticate',
    response: outcomeResponseSchema,
    intermediateEnded: 'secondFactorExpired',
    errors: [{ types: WRONG_TOTP, reason: 'input', code: 'secondFactorWrong' }],
  },
  recoverSecondFactor: {
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
  },
  enrolSecondFactor: {
    path: '/b2b/totp',
    response: enrolmentSchema,
    intermediateEnded: 'secondFactorExpired',
  },
} as const satisfies Record<string, Endpoint>;

const { verifySecondFactor, recoverSecondFactor, enrolSecondFactor } = secondFactorEndpoints;

type SecondFactorCalls = {
  readonly [Name in keyof typeof secondFactorEndpoints]: ActorCall<Name>;
};

/** The calls of the second factor. */
export const secondFactorCalls: SecondFactorCalls = {
  /** Verifies a code of the authenticator app; with `enrol`, also makes it the member's second factor (R14.8). */
  verifySecondFactor: (deps, { secondFactor, intermediateDigest, code, enrol }, signal) =>
    callWithIntermediate(deps, verifySecondFactor, intermediateDigest, signal, async () => {
      const response = await deps.client.totp.authenticate({
        organization_id: secondFactor.organization.id,
        member_id: secondFactor.memberId,
        code,
        session_duration_minutes: SESSION_DURATION_MINUTES,
        ...(enrol ? { set_mfa_enrollment: 'enroll', set_default_mfa: true } : {}),
      });
      return readOutcome(response, deps.now());
    }),

  /** Signs in with a recovery code (R14.9). */
  recoverSecondFactor: (deps, { secondFactor, intermediateDigest, recoveryCode }, signal) =>
    callWithIntermediate(deps, recoverSecondFactor, intermediateDigest, signal, async () => {
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

  /** Starts an enrolment: fetches a secret, its QR code, and recovery codes. */
  enrolSecondFactor: (deps, { secondFactor, intermediateDigest }, signal) =>
    callWithIntermediate(deps, enrolSecondFactor, intermediateDigest, signal, async () => {
      const response = await deps.client.totp.create({
        organization_id: secondFactor.organization.id,
        member_id: secondFactor.memberId,
      });
      const parsed = v.safeParse(enrolmentSchema, response);
      if (!parsed.success) return unreachableFailure();
      const { secret, qr_code: qrCode, recovery_codes: recoveryCodes } = parsed.output;
      return { kind: 'enrolling' as const, enrolment: { secret, qrCode, recoveryCodes } };
    }),
};
