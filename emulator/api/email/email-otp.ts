import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { findGoogleAccount, isEmail, normalizeEmail } from '../../store/lookup.ts';
import { findLatestOtp, sendOtp } from '../../store/mail.ts';
import { createIntermediateSession } from '../../store/sessions.ts';
import type { Store } from '../../store/store.ts';
import { ProviderError, providerErrors } from '../http/provider-error.ts';
import { protectionFields, route } from '../http/route.ts';
import { discoveryResponse } from '../oauth/oauth.ts';

/** Reads an e-mail address of a body. Known and unknown addresses look the same from outside. */
export function checkEmail(given: string): string {
  const email = normalizeEmail(given);
  if (!isEmail(email)) throw providerErrors.invalidEmail();
  return email;
}

/** Reads a lifetime in minutes. Throws when it is out of the provider's bounds. */
export function checkExpirationMinutes(
  given: number | undefined,
  bounds: { fallback: number; min: number; max: number; errorType: string },
): number {
  const minutes = given ?? bounds.fallback;
  if (Number.isInteger(minutes) && minutes >= bounds.min && minutes <= bounds.max) return minutes;
  throw new ProviderError(
    400,
    bounds.errorType,
    `The expiration must be between ${bounds.min} and ${bounds.max} minutes.`,
  );
}

/** How long a code may live. */
export const OTP_EXPIRATION = {
  fallback: LIMITS.otpDefaultMinutes,
  min: LIMITS.otpMinMinutes,
  max: LIMITS.otpMaxMinutes,
  errorType: 'invalid_expiration_otp',
} as const;

/** How long a link may live. */
export const LINK_EXPIRATION = {
  fallback: LIMITS.magicLinkDefaultMinutes,
  min: LIMITS.magicLinkMinMinutes,
  max: LIMITS.magicLinkMaxMinutes,
  errorType: 'invalid_expiration',
} as const;

/** Opens the intermediate session of somebody who just proved an address by mail. */
export function createEmailVerifiedSession(
  store: Store,
  email: string,
  method: 'email_otp' | 'magic_link',
) {
  return createIntermediateSession(store, {
    email,
    name: findGoogleAccount(store, email)?.name ?? email.split('@')[0] ?? email,
    factors: [{ method, at: store.clock.now(), provesEmail: true, subject: email }],
  });
}

/** Spends the newest code of an address, for discovery (null) or one organization. */
export function redeemOtp(
  store: Store,
  given: { email: string; organizationId: string | null; code: string },
): void {
  const { email, organizationId, code } = given;
  if (!/^\d{6}$/.test(code)) {
    throw new ProviderError(400, 'invalid_code', 'Code format is invalid.');
  }
  const mail = findLatestOtp(store, email, organizationId);
  const now = store.clock.now();
  const wrong = new ProviderError(
    404,
    'otp_code_not_found',
    'The passcode was incorrect and could not be authenticated, encourage the user to try inputting the passcode again or send another passcode.',
  );
  if (mail === undefined) throw wrong;
  if (mail.wrongCodes >= LIMITS.wrongCodes) throw providerErrors.tooManyRequests();
  if (mail.usedAt !== null || mail.expiresAt <= now) {
    throw new ProviderError(
      401,
      'unable_to_auth_otp_code',
      'The passcode could not be authenticated because it was either already used or expired. Send another passcode to this user.',
    );
  }
  if (mail.secret !== code) {
    mail.wrongCodes += 1;
    throw wrong;
  }
  mail.usedAt = now;
}

export const otpRoutes = [
  route({
    method: 'POST',
    path: '/b2b/otps/email/discovery/send',
    sdkMethod: 'otps.email.discovery.send',
    body: v.looseObject({
      ...protectionFields,
      email_address: v.string(),
      discovery_expiration_minutes: v.optional(v.number()),
      login_template_id: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      const minutes = checkExpirationMinutes(input.discovery_expiration_minutes, OTP_EXPIRATION);
      sendOtp(store, email, { minutes, organizationId: null });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/otps/email/discovery/authenticate',
    sdkMethod: 'otps.email.discovery.authenticate',
    body: v.looseObject({ ...protectionFields, email_address: v.string(), code: v.string() }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      redeemOtp(store, { email, organizationId: null, code: input.code });
      return discoveryResponse(store, createEmailVerifiedSession(store, email, 'email_otp'));
    },
  }),
];
