import { BACKOFF_ATTEMPT_CAP, BACKOFF_BASE, BACKOFF_JITTER } from './limits.ts';

/**
 * The wait before a retry of the refresh (R11.4): 2 s doubled per attempt, up to 7 times, with a jitter of ±175 ms.
 *
 * @param attempt failed attempts in a row, at least 1
 * @param random a number in [0, 1)
 * @returns milliseconds, from about 4 s to about 256 s
 */
export function backoffDelay(attempt: number, random: number): number {
  const jitter = Math.floor(random * 2 * BACKOFF_JITTER) - BACKOFF_JITTER;
  return BACKOFF_BASE * 2 ** Math.min(attempt, BACKOFF_ATTEMPT_CAP) + jitter;
}

/** The longest delay that `backoffDelay` returns, in milliseconds. */
export const LONGEST_BACKOFF_DELAY = BACKOFF_BASE * 2 ** BACKOFF_ATTEMPT_CAP + BACKOFF_JITTER;
