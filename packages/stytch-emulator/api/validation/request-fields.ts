import { isEmail, normalizeEmail } from '../../store/email-address.ts';
import { LIMITS } from '../../store/limits.ts';
import type { Store } from '../../store/store.ts';
import { ProviderError, providerErrors } from '../http/provider-error.ts';

/** Normalizes an e-mail address. Throws if it is malformed. */
export function checkEmail(given: string): string {
  const email = normalizeEmail(given);
  if (!isEmail(email)) throw providerErrors.invalidEmail();
  return email;
}

/** Returns an expiration in minutes, or the default if none is given. Throws if it is out of range. */
export function checkExpirationMinutes(
  given: number | undefined,
  range: { default: number; min: number; max: number },
  errorType: string,
): number {
  const minutes = given ?? range.default;
  if (Number.isInteger(minutes) && minutes >= range.min && minutes <= range.max) return minutes;
  throw new ProviderError(
    400,
    errorType,
    `The expiration must be between ${range.min} and ${range.max} minutes.`,
  );
}

/** Checks a session duration in minutes against the limits of the provider and of the project. */
export function checkSessionDuration(store: Store, minutes: number): number {
  const { min, max } = LIMITS.sessionMinutes;
  if (!Number.isInteger(minutes) || minutes < min || minutes > max) {
    throw new ProviderError(
      400,
      'invalid_session_duration_minutes',
      `session_duration_minutes is invalid, should be between ${min} to ${max} minutes.`,
    );
  }
  if (minutes > store.state.project.max_session_duration_minutes) {
    throw new ProviderError(
      400,
      'invalid_session_duration',
      'The submitted session duration exceeds the maximum session duration allowed for this project.',
    );
  }
  return minutes;
}
