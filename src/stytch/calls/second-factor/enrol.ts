import * as v from 'valibot';
import { unreachableFailure } from '../../sdk/failures.ts';
import { type Endpoint, withCompleteInput } from '../call.ts';
import { callWithIntermediate } from '../read-organizations.ts';

const text = v.pipe(v.string(), v.nonEmpty());

/** A new authenticator app. The QR code is rendered as an image, so only image data is accepted. */
export const enrolmentSchema = v.looseObject({
  secret: text,
  qr_code: v.pipe(v.string(), v.regex(/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/)),
  recovery_codes: v.array(text),
});

export const enrolEndpoint = {
  path: '/b2b/totp',
  response: enrolmentSchema,
  intermediateEnded: 'secondFactorExpired',
} satisfies Endpoint;

/** Starts an enrolment: fetches a secret, its QR code, and recovery codes. */
export const enrolSecondFactor = withCompleteInput<'enrolSecondFactor'>(
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
