import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { deliverOtp, findLatestOtp } from '../../store/mail.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { route } from '../http/route.ts';
import { discoveryResponse } from '../responses/discovery-response.ts';
import { checkEmail, checkExpirationMinutes } from '../validation/request-fields.ts';
import { createEmailVerifiedIntermediateSession } from './email-verified-session.ts';

/** Mails a code that expires after `expirationMinutes`, or after the default if none is given. */
export function sendOtp(
  store: Store,
  given: {
    email: string;
    organizationId: string | null;
    expirationMinutes: number | undefined;
  },
): void {
  const minutes = checkExpirationMinutes(
    given.expirationMinutes,
    LIMITS.otpMinutes,
    'invalid_expiration_otp',
  );
  deliverOtp(store, given.email, { minutes, organizationId: given.organizationId });
}

/** Redeems the newest code of an address, for discovery (null) or one organization. */
export function redeemOtp(
  store: Store,
  given: { email: string; organizationId: string | null; code: string },
): void {
  const { email, organizationId, code } = given;
  if (!/^\d{6}$/.test(code)) {
    throw refusal('invalid_code');
  }
  const mail = findLatestOtp(store, email, organizationId);
  const now = store.clock.now();
  const notFound = refusal('otp_code_not_found');
  if (mail === undefined) throw notFound;
  if (mail.wrongCodes >= LIMITS.wrongCodes) throw refusal('too_many_requests');
  if (mail.usedAt !== null || mail.expiresAt <= now) {
    throw refusal('unable_to_auth_otp_code');
  }
  if (mail.secret !== code) {
    mail.wrongCodes += 1;
    throw notFound;
  }
  mail.usedAt = now;
}

export const otpRoutes = [
  route({
    endpoint: 'POST /b2b/otps/email/discovery/send',
    sdkMethod: 'otps.email.discovery.send',
    isProtected: true,
    body: v.looseObject({
      email_address: v.string(),
      discovery_expiration_minutes: v.optional(v.number()),
      login_template_id: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input) {
      sendOtp(store, {
        email: checkEmail(input.email_address),
        organizationId: null,
        expirationMinutes: input.discovery_expiration_minutes,
      });
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/otps/email/discovery/authenticate',
    sdkMethod: 'otps.email.discovery.authenticate',
    isProtected: true,
    body: v.looseObject({ email_address: v.string(), code: v.string() }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      redeemOtp(store, { email, organizationId: null, code: input.code });
      return discoveryResponse(
        store,
        createEmailVerifiedIntermediateSession(store, email, 'email_otp'),
      );
    },
  }),
];
