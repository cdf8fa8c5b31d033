import { isEmail, normalizeEmail } from '../../store/email-address.ts';
import { LIMITS } from '../../store/limits.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';

/** Normalizes an e-mail address. Throws if it is malformed. */
export function checkEmail(given: string): string {
  const email = normalizeEmail(given);
  if (!isEmail(email)) throw refusal('invalid_email');
  return email;
}

/** Checks a session duration in minutes against the limits of the provider and of the project. */
export function checkSessionDuration(store: Store, minutes: number): number {
  const { min, max } = LIMITS.sessionMinutes;
  if (!Number.isInteger(minutes) || minutes < min || minutes > max) {
    throw refusal('invalid_session_duration_minutes');
  }
  if (minutes > store.state.project.max_session_duration_minutes) {
    throw refusal('invalid_session_duration');
  }
  return minutes;
}
