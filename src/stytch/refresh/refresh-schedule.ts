import * as v from 'valibot';
import { LONGEST_BACKOFF_DELAY } from '#machines/rules/backoff.ts';
import { CALL_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';
import { REFRESH_SCHEDULE_KEY } from './refresh-schedule-key.ts';

/** The shortest time between two urgent requests of any tabs, in milliseconds. */
const ATTEMPT_GAP = 1_000;

/** Milliseconds by which the timers and clocks of two tabs may differ. */
const TOLERANCE = 1_000;

/** The times that all tabs share, in epoch milliseconds; 0 for never. */
const timesSchema = v.object({
  succeededAt: v.number(),
  attemptedAt: v.number(),
  nextAttemptAt: v.number(),
  /** Failed attempts in a row. */
  failures: v.number(),
});

type Times = v.InferOutput<typeof timesSchema>;

const NEVER: Times = { succeededAt: 0, attemptedAt: 0, nextAttemptAt: 0, failures: 0 };

/**
 * - `scheduled`: the refresh interval or a backoff delay has passed
 * - `urgent`: the network is back, or the page is visible again after a missed refresh
 */
export type BackgroundMode = 'scheduled' | 'urgent';

/** Whether a tab may send a request now. */
type RefreshDecision =
  | { readonly kind: 'request' }
  /** A tab has refreshed the session at `at`, which is recent enough. */
  | { readonly kind: 'adopt'; readonly at: number }
  | { readonly kind: 'defer'; readonly retryInMs: number };

/**
 * The times of the session refresh, shared by all tabs through local storage (R11.8): twenty tabs send one
 * request per interval, and one retry per backoff delay. Stored values are not trusted: invalid ones and impossible
 * times, as after a clock change, count as never.
 *
 * @param now epoch milliseconds
 */
export function createRefreshSchedule(now: () => number) {
  const read = (): Times => {
    const stored = parseJson(safeLocalStorage.read(REFRESH_SCHEDULE_KEY));
    return v.is(timesSchema, stored) && isPossible(stored, now()) ? stored : NEVER;
  };
  const write = (change: Partial<Times>) => {
    safeLocalStorage.write(REFRESH_SCHEDULE_KEY, JSON.stringify({ ...read(), ...change }));
  };

  return {
    /** Whether a background refresh is due. */
    decide(mode: BackgroundMode): RefreshDecision {
      const { succeededAt, attemptedAt, nextAttemptAt } = read();
      if (now() - succeededAt < REFRESH_INTERVAL - TOLERANCE) {
        return { kind: 'adopt', at: succeededAt };
      }
      const dueAt = mode === 'urgent' ? attemptedAt + ATTEMPT_GAP : nextAttemptAt;
      const retryInMs = dueAt - now();
      return retryInMs > 0 ? { kind: 'defer', retryInMs } : { kind: 'request' };
    },
    /** Until it has ended, no other tab makes an attempt. */
    recordAttempt: () => write({ attemptedAt: now(), nextAttemptAt: now() + CALL_TIMEOUT }),
    recordSuccess: () => write({ ...NEVER, succeededAt: now() }),
    /** `failures`: failed attempts in a row; `delay`: milliseconds until the next attempt of any tab. */
    recordFailure(failures: number, delay: number) {
      write({ nextAttemptAt: now() + delay, failures });
    },
    /** Failed attempts in a row, in any tab. */
    failureCount: () => read().failures,
    /** The session is over. The next session starts without these times. */
    reset: () => safeLocalStorage.remove(REFRESH_SCHEDULE_KEY),
  };
}

export type RefreshSchedule = ReturnType<typeof createRefreshSchedule>;

function isPossible({ succeededAt, attemptedAt, nextAttemptAt }: Times, at: number): boolean {
  return (
    Math.max(succeededAt, attemptedAt) <= at + TOLERANCE &&
    nextAttemptAt <= at + LONGEST_BACKOFF_DELAY
  );
}
