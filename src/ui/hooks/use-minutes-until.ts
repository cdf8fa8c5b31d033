import { usePolled } from './use-polled.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Returns the minutes until a time, counting down.
 *
 * @param time epoch milliseconds
 * @returns whole minutes, rounded up, at least 0
 */
export function useMinutesUntil(time: number): number {
  return usePolled(() => Math.max(0, Math.ceil((time - Date.now()) / MINUTE)), SECOND);
}
