import { isEmail, normalizeEmail } from '../../store/email-address.ts';
import { LIMITS } from '../../store/limits.ts';
import { refusal } from '../http/provider-error.ts';
import type { Call } from '../http/route.ts';

/** Normalizes an e-mail address. Throws if it is malformed. */
export function checkEmail(given: string): string {
  const email = normalizeEmail(given);
  if (!isEmail(email)) throw refusal('invalid_email');
  return email;
}

/**
 * Checks a session duration in minutes against the provider's limits and, of a browser, against the project's, which is
 * a setting of the SDKs. A backend may leave it out.
 */
export function checkSessionDuration({ store, door }: Call, given: number | undefined): number {
  const { min, max } = LIMITS.sessionMinutes;
  const minutes = given ?? (door === 'backend' ? LIMITS.sessionMinutes.default : Number.NaN);
  if (!Number.isInteger(minutes) || minutes < min || minutes > max) {
    throw refusal('invalid_session_duration_minutes');
  }
  if (door === 'browser' && minutes > store.state.project.max_session_duration_minutes) {
    throw refusal('invalid_session_duration');
  }
  return minutes;
}

/** Checks how long a mail works, in minutes. */
export function checkExpiration(
  minutes: number | undefined,
  { min, max, default: byDefault }: { min: number; max: number; default: number },
): number {
  const given = minutes ?? byDefault;
  if (Number.isInteger(given) && given >= min && given <= max) return given;
  throw refusal('invalid_expiration', `An expiration must be between ${min} and ${max} minutes.`);
}
