import * as v from 'valibot';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import type { Enrolment } from '../../api/directory.ts';
import { enrolmentSchema } from '../calls/second-factor.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';

/** Whose second factor it is. */
export interface Owner {
  readonly memberId: string;
  readonly organizationId: string;
}

/** Starts the enrolment of an authenticator app. */
export async function enrol({ totp }: SdkClient, owner: Owner): Promise<Enrolment> {
  const response = await totp.create({
    organization_id: owner.organizationId,
    member_id: owner.memberId,
  });
  const { secret, qr_code: qrCode, recovery_codes } = v.parse(enrolmentSchema, response);
  return { secret, qrCode, recoveryCodes: recovery_codes };
}

/** Completes the enrolment with the first code of the app, which becomes the member's second factor. */
export async function verify({ totp }: SdkClient, owner: Owner, code: string): Promise<void> {
  await totp.authenticate({
    organization_id: owner.organizationId,
    member_id: owner.memberId,
    code,
    session_duration_minutes: SESSION_DURATION_MINUTES,
    set_mfa_enrollment: 'enroll',
    set_default_mfa: true,
  });
}

const codesSchema = v.object({ recovery_codes: v.array(v.string()) });

/** Reads the recovery codes that are left (R14.10). */
export async function readRecoveryCodes({ recoveryCodes }: SdkClient): Promise<readonly string[]> {
  return v.parse(codesSchema, await recoveryCodes.get()).recovery_codes;
}

/** Replaces the recovery codes (R14.10), and returns the new ones. */
export async function renewRecoveryCodes({ recoveryCodes }: SdkClient): Promise<readonly string[]> {
  return v.parse(codesSchema, await recoveryCodes.rotate()).recovery_codes;
}
