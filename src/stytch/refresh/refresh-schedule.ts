import * as v from 'valibot';
import { LONGEST_BACKOFF_DELAY } from '#machines/rules/backoff.ts';
import { BACKOFF_ATTEMPT_CAP, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';
import { REFRESH_SCHEDULE_KEY } from './refresh-schedule-key.ts';

/** The shortest time between two requests of any tabs, in milliseconds. */
const ATTEMPT_GAP = 1_000;

/** Milliseconds by which the timers and clocks of two tabs may differ. */
const TOLERANCE = 1_000;

const number = v.pipe(v.number(), v.finite());

/** The times that all tabs share, in epoch milliseconds; 0 for never. */
const timesSchema = v.object({
  succeededAt: number,
  attemptedAt: number,
  nextAttemptAt: number,
  failures: number,
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
 * request per interval, and one retry per backoff delay. Stored values are not trusted. Invalid values and
 * impossible times (after a clock change, or a retry later than the longest backoff delay) count as never.
 *
 * @param now epoch milliseconds
 */
export function createRefreshSchedule(now: () => number) {
  const read = (): Times => {
    const stored = parseJson(safeLocalStorage.read(REFRESH_SCHEDULE_KEY));
    return withoutImpossible(v.is(timesSchema, stored) ? stored : NEVER, now());
  };
  const write = (change: Partial<Times>) => {
    safeLocalStorage.write(REFRESH_SCHEDULE_KEY, JSON.stringify({ ...read(), ...change }));
  };

  /** Whether a background refresh is due. */
  const decide = (mode: BackgroundMode): RefreshDecision => {
    const at = now();
    const times = read();
    if (at - times.succeededAt < REFRESH_INTERVAL - TOLERANCE) {
      return { kind: 'adopt', at: times.succeededAt };
    }
    return waitUntil(mode === 'urgent' ? times.attemptedAt + ATTEMPT_GAP : times.nextAttemptAt, at);
  };

  return {
    decide,
    /** Milliseconds until a refresh that the member asks for may be sent. */
    gapLeft: () => Math.max(read().attemptedAt + ATTEMPT_GAP - now(), 0),
    recordAttempt: () => write({ attemptedAt: now() }),
    /** When any tab last started an attempt or completed one, in epoch milliseconds; 0 for never. */
    lastActivityAt() {
      const { attemptedAt, succeededAt } = read();
      return Math.max(attemptedAt, succeededAt);
    },
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

function waitUntil(time: number, at: number): RefreshDecision {
  return time > at ? { kind: 'defer', retryInMs: time - at } : { kind: 'request' };
}

function withoutImpossible(times: Times, at: number): Times {
  const past = (time: number) => (time <= at + TOLERANCE ? time : 0);
  return {
    succeededAt: past(times.succeededAt),
    attemptedAt: past(times.attemptedAt),
    nextAttemptAt: times.nextAttemptAt <= at + LONGEST_BACKOFF_DELAY ? times.nextAttemptAt : 0,
    failures: Math.min(times.failures, BACKOFF_ATTEMPT_CAP),
  };
}
