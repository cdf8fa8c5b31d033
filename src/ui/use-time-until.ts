import { usePolled } from './use-polled.ts';

/** Milliseconds between two looks at the clock: short enough that no second is seen to be skipped. */
const LOOK_EVERY = 250;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Whole seconds until a moment, counting down while shown.
 *
 * @param moment epoch milliseconds; `null` is now
 * @returns at least 0; a part of a second counts as a whole one
 */
export function useSecondsUntil(moment: number | null): number {
  return usePolled(() => left(moment, SECOND), LOOK_EVERY);
}

/**
 * Whole minutes until a moment, counting down while shown.
 *
 * @param moment epoch milliseconds
 * @returns at least 0; a part of a minute counts as a whole one
 */
export function useMinutesUntil(moment: number): number {
  return usePolled(() => left(moment, MINUTE), SECOND);
}

function left(moment: number | null, unit: number): number {
  return moment === null ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / unit));
}
