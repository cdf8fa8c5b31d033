import { BACKOFF_ATTEMPT_CAP, BACKOFF_BASE, BACKOFF_JITTER } from './limits.ts';

/**
 * The wait before retry number `attempt` of a background refresh (R11.4): 2 s doubled per attempt, the
 * attempt count capped at 7, with a jitter of about ±175 ms.
 *
 * @param attempt the number of consecutive failed attempts, at least 1
 * @param random a number in [0, 1), as `Math.random` returns it
 * @returns milliseconds, from about 4 s (first) to about 256 s (seventh and later)
 */
export function backoffDelay(attempt: number, random: number): number {
  const jitter = Math.floor(random * 2 * BACKOFF_JITTER) - BACKOFF_JITTER;
  return BACKOFF_BASE * 2 ** Math.min(attempt, BACKOFF_ATTEMPT_CAP) + jitter;
}

/** The longest delay that `backoffDelay` returns, in milliseconds. */
export const LONGEST_BACKOFF_DELAY = BACKOFF_BASE * 2 ** BACKOFF_ATTEMPT_CAP + BACKOFF_JITTER;
