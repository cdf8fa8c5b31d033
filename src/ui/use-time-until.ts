import { usePolled } from './use-polled.ts';

/** Short enough that the countdown never visibly skips a second. */
const SECONDS_POLL_INTERVAL = 250;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Returns the seconds until a time, counting down.
 *
 * @param time epoch milliseconds; `null` returns 0
 * @returns whole seconds, rounded up, at least 0
 */
export function useSecondsUntil(time: number | null): number {
  return usePolled(() => unitsUntil(time, SECOND), SECONDS_POLL_INTERVAL);
}

/**
 * Returns the minutes until a time, counting down.
 *
 * @param time epoch milliseconds
 * @returns whole minutes, rounded up, at least 0
 */
export function useMinutesUntil(time: number): number {
  return usePolled(() => unitsUntil(time, MINUTE), SECOND);
}

function unitsUntil(time: number | null, unit: number): number {
  return time === null ? 0 : Math.max(0, Math.ceil((time - Date.now()) / unit));
}
