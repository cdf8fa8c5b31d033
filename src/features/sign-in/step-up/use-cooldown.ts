import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { useSecondsUntil } from '#src/ui/use-time-until.ts';

/**
 * Returns the seconds until a code or link can be sent again, counting down (R8.16).
 *
 * @param resendAt epoch milliseconds; `null` when it can be sent now
 * @returns 0 when it can be sent, also when `resendAt` is further away than the cooldown lasts: the clock was set back
 */
export function useCooldown(resendAt: number | null): number {
  const seconds = useSecondsUntil(resendAt);
  return seconds * 1_000 > RESEND_COOLDOWN ? 0 : seconds;
}
