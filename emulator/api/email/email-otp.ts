import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { findPerson, isEmail, normalizeEmail } from '../../store/lookup.ts';
import { latestCode, mailCode } from '../../store/mail.ts';
import { openIntermediateSession } from '../../store/sessions.ts';
import type { Store } from '../../store/store.ts';
import { ProviderError, refusals } from '../http/provider-error.ts';
import { extras, route } from '../http/route.ts';
import { discoveryAnswer } from '../oauth/oauth.ts';

/** Reads an e-mail address of a body. Known and unknown addresses look the same from outside. */
export function checkEmail(given: string): string {
  const email = normalizeEmail(given);
  if (!isEmail(email)) throw refusals.invalidEmail();
  return email;
}

/** Reads a lifetime in minutes. Throws when it is out of the provider's bounds. */
export function checkMinutes(
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
export const OTP_MINUTES = {
  fallback: LIMITS.otpDefaultMinutes,
  min: LIMITS.otpMinMinutes,
  max: LIMITS.otpMaxMinutes,
  errorType: 'invalid_expiration_otp',
} as const;

/** How long a link may live. */
export const LINK_MINUTES = {
  fallback: LIMITS.magicLinkDefaultMinutes,
  min: LIMITS.magicLinkMinMinutes,
  max: LIMITS.magicLinkMaxMinutes,
  errorType: 'invalid_expiration',
} as const;

/** Opens the intermediate session of somebody who just proved an address by mail. */
export function openProvedSession(store: Store, email: string, method: 'email_otp' | 'magic_link') {
  return openIntermediateSession(store, {
    email,
    name: findPerson(store, email)?.name ?? email.split('@')[0] ?? email,
    factors: [{ method, at: store.clock.now(), provesEmail: true, subject: email }],
  });
}

/** Spends the newest code of an address, for discovery (null) or one organization. */
export function spendCode(
  store: Store,
  given: { email: string; organizationId: string | null; code: string },
): void {
  const { email, organizationId, code } = given;
  if (!/^\d{6}$/.test(code)) {
    throw new ProviderError(400, 'invalid_code', 'Code format is invalid.');
  }
  const mail = latestCode(store, email, organizationId);
  const now = store.clock.now();
  const wrong = new ProviderError(
    404,
    'otp_code_not_found',
    'The passcode was incorrect and could not be authenticated, encourage the user to try inputting the passcode again or send another passcode.',
  );
  if (mail === undefined) throw wrong;
  if (mail.wrongCodes >= LIMITS.wrongCodes) throw refusals.tooManyRequests();
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
    sdk: 'otps.email.discovery.send',
    input: v.looseObject({
      ...extras,
      email_address: v.string(),
      discovery_expiration_minutes: v.optional(v.number()),
      login_template_id: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      const minutes = checkMinutes(input.discovery_expiration_minutes, OTP_MINUTES);
      mailCode(store, email, { minutes, organizationId: null });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/otps/email/discovery/authenticate',
    sdk: 'otps.email.discovery.authenticate',
    input: v.looseObject({ ...extras, email_address: v.string(), code: v.string() }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      spendCode(store, { email, organizationId: null, code: input.code });
      return discoveryAnswer(store, openProvedSession(store, email, 'email_otp'));
    },
  }),
];
