import { LONGEST_BACKOFF_DELAY } from '#machines/rules/backoff.ts';
import { type Check, type Checked, isFiniteNumber, recordOf } from '#machines/rules/checks.ts';
import { BACKOFF_ATTEMPT_CAP, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';
import { REFRESH_SCHEDULE_KEY } from './refresh-schedule-key.ts';

/** The shortest time between two requests of any tabs, in milliseconds. */
const ATTEMPT_GAP = 1_000;

/** Milliseconds by which the timers and clocks of two tabs may differ. */
const TOLERANCE = 1_000;

const isCount: Check<number> = (value): value is number =>
  isFiniteNumber(value) && Number.isInteger(value) && value >= 0;

const isTimes = recordOf({
  succeededAt: isFiniteNumber,
  attemptedAt: isFiniteNumber,
  nextAttemptAt: isFiniteNumber,
  failures: isCount,
});

/** The times that all tabs share, in epoch milliseconds; 0 for never. */
type Times = Checked<typeof isTimes>;

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

export interface RefreshSchedule {
  /** Whether a background refresh is due. */
  decide(mode: BackgroundMode): RefreshDecision;
  /** Milliseconds until a refresh that the member asks for may be sent. */
  gapLeft(): number;
  recordAttempt(): void;
  /** When any tab last started an attempt or completed one, in epoch milliseconds; 0 for never. */
  lastActivityAt(): number;
  /** Returns the time from which the next interval counts, in epoch milliseconds. */
  recordSuccess(): number;
  /** `failures`: failed attempts in a row; `delay`: milliseconds until the next attempt of any tab. */
  recordFailure(failures: number, delay: number): void;
  /** Failed attempts in a row, in any tab. */
  failureCount(): number;
  /** The session is over. The next session starts without these times. */
  reset(): void;
}

/**
 * The times of the session refresh, shared by all tabs through local storage (R11.8): twenty tabs send one
 * request per interval, and one retry per backoff delay. Stored values are not trusted. Invalid values and
 * impossible times (after a clock change, or a retry later than the longest backoff delay) count as never.
 * Without storage, each tab keeps its own times.
 *
 * @param now epoch milliseconds
 */
export function createRefreshSchedule(now: () => number): RefreshSchedule {
  let ownTimes = NEVER;
  let urgentSince: number | null = null;

  const read = (): Times => {
    const stored = parseJson(safeLocalStorage.read(REFRESH_SCHEDULE_KEY));
    return withoutImpossible(isTimes(stored) ? stored : ownTimes, now());
  };
  const write = (change: Partial<Times>) => {
    ownTimes = { ...read(), ...change };
    safeLocalStorage.write(REFRESH_SCHEDULE_KEY, JSON.stringify(ownTimes));
  };
  const wasAttempted = ({ attemptedAt }: Times, since: number) => attemptedAt > since - ATTEMPT_GAP;

  const decide = (mode: BackgroundMode): RefreshDecision => {
    const at = now();
    const times = read();
    if (at - times.succeededAt < REFRESH_INTERVAL - TOLERANCE) {
      urgentSince = null;
      return { kind: 'adopt', at: times.succeededAt };
    }
    if (mode === 'urgent') {
      urgentSince ??= at;
      if (!wasAttempted(times, urgentSince)) return waitUntil(times.attemptedAt + ATTEMPT_GAP, at);
      urgentSince = null;
    }
    return waitUntil(times.nextAttemptAt, at);
  };

  return {
    decide,
    gapLeft: () => Math.max(read().attemptedAt + ATTEMPT_GAP - now(), 0),
    recordAttempt: () => write({ attemptedAt: now() }),
    lastActivityAt() {
      const { attemptedAt, succeededAt } = read();
      return Math.max(attemptedAt, succeededAt);
    },
    recordSuccess() {
      urgentSince = null;
      const at = now();
      const { failures, succeededAt: before } = read();
      const succeededAt = failures > 0 && before > 0 ? lastDueTime(before, at) : at;
      // A late request of another tab recognizes by this time that it is too late.
      const attemptedAt = succeededAt < at ? at : 0;
      write({ ...NEVER, attemptedAt, succeededAt });
      return succeededAt;
    },
    recordFailure(failures, delay) {
      urgentSince = null;
      write({ nextAttemptAt: now() + delay, failures });
    },
    failureCount: () => read().failures,
    reset() {
      ownTimes = NEVER;
      urgentSince = null;
      safeLocalStorage.remove(REFRESH_SCHEDULE_KEY);
    },
  };
}

/**
 * Returns when the refresh that succeeds now was due last, had nothing failed (R11.18). The backoff makes browsers
 * whose refreshes are spread over the interval succeed in the same seconds after an outage. They would stay
 * together from then on, because the interval has no jitter.
 *
 * @param before the success before the failures, in epoch milliseconds
 * @param at now, in epoch milliseconds
 */
export function lastDueTime(before: number, at: number): number {
  return at - (Math.max(at - before, 0) % REFRESH_INTERVAL);
}

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
