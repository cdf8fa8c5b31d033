import * as v from 'valibot';
import { messages } from '#machines/rules/messages.ts';
import { enrolmentSchema } from '../responses/schemas.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import { type Endpoint, withCompleteInput } from './call.ts';
import { callWithIntermediate } from './read-organizations.ts';

export const enrolEndpoint = {
  path: '/b2b/totp',
  response: enrolmentSchema,
  intermediateEnded: messages.secondFactorExpired,
} satisfies Endpoint;

/** Starts an enrolment: fetches a secret, its QR code, and recovery codes. */
export const enrol = withCompleteInput<'enrol'>(
  (deps, { secondFactor, intermediateDigest }, signal) =>
    callWithIntermediate(deps, enrolEndpoint, intermediateDigest, signal, async () => {
      const response = await deps.client.totp.create({
        organization_id: secondFactor.organization.id,
        member_id: secondFactor.memberId,
      });
      const parsed = v.safeParse(enrolmentSchema, response);
      if (!parsed.success) return unreachableFailure();
      const { secret, qr_code: qrCode, recovery_codes: recoveryCodes } = parsed.output;
      return { kind: 'enrolling' as const, enrolment: { secret, qrCode, recoveryCodes } };
    }),
);
