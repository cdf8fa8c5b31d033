import { renderSVG } from 'uqr';
import * as v from 'valibot';
import { matchingStep } from '../../crypto/totp.ts';
import { LIMITS } from '../../store/limits.ts';
import type { StoredMember } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { route } from '../http/route.ts';
import { memberResponse, sessionResponse } from '../sessions/authenticate-member.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import { generateRecoveryCodes } from './recovery-codes.ts';
import {
  callerFields,
  completeSecondFactor,
  countWrongCode,
  requireAttemptsLeft,
  requireCaller,
  requireEnrolling,
  requireTotpAllowed,
  type SecondFactorCaller,
} from './second-factor.ts';

function otpauthUrl(store: Store, member: StoredMember, secret: string): string {
  const issuer = encodeURIComponent(store.state.project.project_name);
  return `otpauth://totp/${issuer}:${encodeURIComponent(member.email)}?secret=${secret}&issuer=${issuer}`;
}

/** Returns a QR code as a `data:` URL of an SVG, with the quiet zone of four modules that readers need. */
function qrCodeDataUrl(text: string): string {
  const picture = renderSVG(text, { ecc: 'M', border: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
}

/** Redeems a code of the previous, the current or the next time step. No step is accepted twice. */
function redeemTotpCode(store: Store, caller: SecondFactorCaller, code: string): void {
  const { member } = caller;
  const { totp } = member;
  const now = store.clock.now();
  if (totp === null) throw refusal('totp_not_found');
  if (totp.expiresAt !== null && totp.expiresAt <= now) throw refusal('expired_totp');
  requireAttemptsLeft(caller);
  const step = matchingStep(totp.secret, code, now);
  if (step === null) {
    countWrongCode(caller);
    throw refusal('unable_to_authenticate_totp');
  }
  if (totp.lastStep !== null && step <= totp.lastStep) {
    throw refusal('totp_code_already_authenticated');
  }
  totp.lastStep = step;
  if (totp.verified) return;
  totp.verified = true;
  totp.expiresAt = null;
  member.recoveryCodes = member.pendingRecoveryCodes;
  member.pendingRecoveryCodes = [];
}

export const totpRoutes = [
  route({
    browser: 'POST /b2b/totp',
    backend: true,
    isProtected: true,
    body: v.looseObject(callerFields),
    handle(call, input) {
      const { store } = call;
      const { member, organization } = requireEnrolling(call, input);
      requireTotpAllowed(organization);
      if (member.totp?.verified === true) throw refusal('active_totp_exists');
      const secret = store.ids.base32('totp-secret');
      member.totp = {
        id: store.ids.next('member-totp-test'),
        secret,
        verified: false,
        expiresAt: store.clock.now() + LIMITS.totpEnrolmentMinutes * LIMITS.minuteMs,
        lastStep: null,
      };
      member.pendingRecoveryCodes = generateRecoveryCodes(store);
      return {
        ...memberResponse(store, member),
        totp_registration_id: member.totp.id,
        secret,
        qr_code: qrCodeDataUrl(otpauthUrl(store, member, secret)),
        recovery_codes: member.pendingRecoveryCodes,
      };
    },
  }),
  route({
    browser: 'POST /b2b/totp/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      ...callerFields,
      code: v.string(),
      set_mfa_enrollment: v.optional(v.picklist(['enroll', 'unenroll'])),
      set_default_mfa: v.optional(v.boolean()),
    }),
    handle(call, input) {
      const { store } = call;
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const caller = requireCaller(call, input);
      requireTotpAllowed(caller.organization);
      if (!/^\d{6}$/.test(input.code)) throw refusal('invalid_totp_code');
      redeemTotpCode(store, caller, input.code);
      const { member, organization } = caller;
      // An organization that requires a second factor ignores the enrolment of a member.
      if (input.set_mfa_enrollment !== undefined && organization.mfaPolicy === 'OPTIONAL') {
        member.mfaEnrolled = input.set_mfa_enrollment === 'enroll';
      }
      if (input.set_default_mfa === true || member.defaultMfaMethod === '') {
        member.defaultMfaMethod = 'totp';
      }
      return sessionResponse(store, completeSecondFactor(store, caller, 'totp', duration));
    },
  }),
  route({
    backend: 'POST /b2b/totp/migrate',
    body: v.looseObject({
      organization_id: v.string(),
      member_id: v.string(),
      secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]+=*$/i)),
      recovery_codes: v.array(v.string()),
    }),
    handle(call, input) {
      const { store } = call;
      const { member } = requireEnrolling(call, input);
      if (member.totp?.verified === true) throw refusal('active_totp_exists');
      const id = store.ids.next('member-totp-test');
      member.totp = { id, secret: input.secret, verified: true, expiresAt: null, lastStep: null };
      member.recoveryCodes = input.recovery_codes;
      return {
        ...memberResponse(store, member),
        totp_registration_id: id,
        recovery_codes: member.recoveryCodes,
      };
    },
  }),
];
