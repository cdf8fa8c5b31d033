import * as v from 'valibot';
import {
  BACKOFF_ATTEMPT_CAP,
  BACKOFF_BASE,
  BACKOFF_JITTER,
  REFRESH_INTERVAL,
} from '#machines/rules/limits.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import { parseJson } from '../sdk/json.ts';

const KEY = 'auth_refresh';

/** Milliseconds between two attempts of any tabs, however urgent. */
const ATTEMPT_GAP = 1_000;

/** Timers and clocks of two tabs do not agree to the millisecond. */
const TOLERANCE = 1_000;

const LONGEST_BACKOFF = BACKOFF_BASE * 2 ** BACKOFF_ATTEMPT_CAP + BACKOFF_JITTER;

const moment = v.pipe(v.number(), v.finite());
const timesSchema = v.object({
  succeededAt: moment,
  attemptedAt: moment,
  nextAttemptAt: moment,
  failures: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** What all tabs know of the refresh, in epoch milliseconds; 0 for never. */
type Times = v.InferOutput<typeof timesSchema>;

const NEVER: Times = { succeededAt: 0, attemptedAt: 0, nextAttemptAt: 0, failures: 0 };

export type RefreshMode = 'scheduled' | 'urgent' | 'extend';

/** Whether a tab may ask the provider now. */
type RefreshDecision =
  | { readonly kind: 'ask' }
  /** It was refreshed `at`, recently enough. */
  | { readonly kind: 'adopt'; readonly at: number }
  | { readonly kind: 'defer'; readonly retryInMs: number };

export interface RefreshSchedule {
  decide(mode: RefreshMode): RefreshDecision;
  recordAttempt(): void;
  recordSuccess(): void;
  /** `failures`: how many in a row this one makes; `delay`: milliseconds to the next attempt of any tab. */
  recordFailure(failureCount: number, delay: number): void;
  /** Attempts that have failed in a row, in any tab. */
  failures(): number;
  /** The session is over: the next one starts with a clean sheet. */
  reset(): void;
}

/**
 * The times of the refresh, shared by all tabs (R11.8): twenty tabs make
 * one request per interval and one retry in an outage. What stands in storage is never trusted: rubbish
 * and times that cannot be (a clock that was set, a retry further away than the longest backoff) count as
 * never. Without storage this tab remembers for itself.
 *
 * @param now epoch milliseconds
 */
export function createRefreshSchedule(now: () => number): RefreshSchedule {
  let own = NEVER;
  let urgentSince: number | null = null;

  const read = (): Times => {
    const parsed = v.safeParse(timesSchema, parseJson(safeLocalStorage.read(KEY)));
    return plausible(parsed.success ? parsed.output : own, now());
  };
  const write = (change: Partial<Times>) => {
    own = { ...read(), ...change };
    safeLocalStorage.write(KEY, JSON.stringify(own));
  };
  const isServed = ({ attemptedAt }: Times, since: number) => attemptedAt > since - ATTEMPT_GAP;

  const decide = (mode: RefreshMode): RefreshDecision => {
    const at = now();
    const times = read();
    if (mode === 'extend') return spaced(times, at);
    if (at - times.succeededAt < REFRESH_INTERVAL - TOLERANCE) {
      urgentSince = null;
      return { kind: 'adopt', at: times.succeededAt };
    }
    if (mode === 'urgent') {
      urgentSince ??= at;
      if (!isServed(times, urgentSince)) return spaced(times, at);
      urgentSince = null;
    }
    const wait = times.nextAttemptAt - at;
    return wait > 0 ? { kind: 'defer', retryInMs: wait } : { kind: 'ask' };
  };

  return {
    decide,
    recordAttempt: () => write({ attemptedAt: now() }),
    recordSuccess() {
      urgentSince = null;
      write({ ...NEVER, succeededAt: now() });
    },
    recordFailure(failures, delay) {
      urgentSince = null;
      write({ nextAttemptAt: now() + delay, failures });
    },
    failures: () => read().failures,
    reset() {
      own = NEVER;
      urgentSince = null;
      safeLocalStorage.remove(KEY);
    },
  };
}

function spaced({ attemptedAt }: Times, at: number): RefreshDecision {
  const wait = attemptedAt + ATTEMPT_GAP - at;
  return wait > 0 ? { kind: 'defer', retryInMs: wait } : { kind: 'ask' };
}

function plausible(times: Times, at: number): Times {
  const past = (time: number) => (time <= at + TOLERANCE ? time : 0);
  return {
    succeededAt: past(times.succeededAt),
    attemptedAt: past(times.attemptedAt),
    nextAttemptAt: times.nextAttemptAt <= at + LONGEST_BACKOFF ? times.nextAttemptAt : 0,
    failures: Math.min(times.failures, BACKOFF_ATTEMPT_CAP),
  };
}
