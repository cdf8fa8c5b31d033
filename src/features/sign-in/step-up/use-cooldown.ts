import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { usePolled } from '#src/ui/hooks/use-polled.ts';

/** Milliseconds. Short enough that the countdown never visibly skips a second. */
const POLL_INTERVAL = 250;

/**
 * Returns the seconds until a code or link can be sent again, counting down (R8.16).
 *
 * @param resendAt epoch milliseconds; `null` when it can be sent now
 * @returns whole seconds, rounded up; 0 when it can be sent, also when `resendAt` is further away than the cooldown
 *   lasts: the clock was set back
 */
export function useCooldown(resendAt: number | null): number {
  return usePolled(() => {
    const left = (resendAt ?? 0) - Date.now();
    return left > RESEND_COOLDOWN ? 0 : Math.max(0, Math.ceil(left / 1_000));
  }, POLL_INTERVAL);
}
