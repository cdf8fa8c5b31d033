import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { useSecondsUntil } from '#src/ui/use-time-until.ts';

/**
 * Whole seconds until something may be sent again, counting down.
 *
 * @param resendAt epoch milliseconds, or `null` when it may be sent at once
 * @returns 0 when it may be sent; also when the moment is further away than any cooldown, for then the clock
 *   was set back, which must not block anybody
 */
export function useCooldown(resendAt: number | null): number {
  const seconds = useSecondsUntil(resendAt);
  return seconds * 1_000 > RESEND_COOLDOWN ? 0 : seconds;
}
