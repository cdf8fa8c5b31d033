import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { deliverOtp, findNewestOtp } from '../../store/mail.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { route, signInFields } from '../http/route.ts';
import { checkEmail, checkExpiration, checkSessionDuration } from '../validation/request-fields.ts';
import { requireOrganization } from '../validation/require-records.ts';
import {
  authenticateByEmail,
  discoverByEmail,
  memberForEmail,
  sentResponse,
} from './email-sign-in.ts';

/** Redeems the newest code of an address, for discovery or for one organization. */
function redeemOtp(store: Store, email: string, organizationId: string | null, code: string): void {
  if (!/^\d{6}$/.test(code)) throw refusal('invalid_code');
  const mail = findNewestOtp(store, { to: email, organizationId });
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
    browser: 'POST /b2b/otps/email/discovery/send',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      email_address: v.string(),
      discovery_expiration_minutes: v.optional(v.number()),
    }),
    handle({ store }, input) {
      const minutes = checkExpiration(input.discovery_expiration_minutes, LIMITS.otpMinutes);
      deliverOtp(store, checkEmail(input.email_address), null, minutes);
      return {};
    },
  }),
  route({
    browser: 'POST /b2b/otps/email/discovery/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({ email_address: v.string(), code: v.string() }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      redeemOtp(store, email, null, input.code);
      return discoverByEmail(store, email, 'email_otp');
    },
  }),
  route({
    browser: 'POST /b2b/otps/email/login_or_signup',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      organization_id: v.string(),
      email_address: v.string(),
      login_expiration_minutes: v.optional(v.number()),
    }),
    handle(call, input) {
      const organization = requireOrganization(call.store, input.organization_id);
      const minutes = checkExpiration(input.login_expiration_minutes, LIMITS.otpMinutes);
      const { member, created } = memberForEmail(call.store, organization, input.email_address);
      deliverOtp(call.store, member.email, organization, minutes);
      return sentResponse(call, member, created);
    },
  }),
  route({
    browser: 'POST /b2b/otps/email/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      ...signInFields,
      organization_id: v.string(),
      email_address: v.string(),
      code: v.string(),
    }),
    handle(call, input) {
      const { store } = call;
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const organization = requireOrganization(store, input.organization_id);
      const email = checkEmail(input.email_address);
      redeemOtp(store, email, organization.id, input.code);
      const { intermediate_session_token: token } = input;
      const given = { email, method: 'email_otp' as const, token };
      return authenticateByEmail(store, organization, given, duration);
    },
  }),
];
