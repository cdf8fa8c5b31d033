import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { deliverOtp } from '../../store/mail.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { route } from '../http/route.ts';
import { discoveryResponse } from '../responses/discovery-response.ts';
import { checkEmail } from '../validation/request-fields.ts';
import { createEmailVerifiedIntermediateSession } from './email-verified-session.ts';

/** Redeems the newest code of an address. */
function redeemOtp(store: Store, email: string, code: string): void {
  if (!/^\d{6}$/.test(code)) throw refusal('invalid_code');
  const mail = store.state.mail.findLast(({ kind, to }) => kind === 'otp' && to === email);
  const now = store.clock.now();
  if (mail === undefined) throw refusal('otp_code_not_found');
  if (mail.wrongCodes >= LIMITS.wrongCodes) throw refusal('too_many_requests');
  if (mail.usedAt !== null || mail.expiresAt <= now) throw refusal('unable_to_auth_otp_code');
  if (mail.secret !== code) {
    mail.wrongCodes += 1;
    throw refusal('otp_code_not_found');
  }
  mail.usedAt = now;
}

export const otpRoutes = [
  route({
    endpoint: 'POST /b2b/otps/email/discovery/send',
    isProtected: true,
    body: v.looseObject({ email_address: v.string() }),
    handle({ store }, input) {
      deliverOtp(store, checkEmail(input.email_address));
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/otps/email/discovery/authenticate',
    isProtected: true,
    body: v.looseObject({ email_address: v.string(), code: v.string() }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      redeemOtp(store, email, input.code);
      return discoveryResponse(
        store,
        createEmailVerifiedIntermediateSession(store, email, 'email_otp'),
      );
    },
  }),
];
