import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LONGEST_BACKOFF_DELAY } from '#machines/rules/backoff.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { createRefreshSchedule, lastDueTime } from '#src/stytch/refresh/refresh-schedule.ts';
import { MemoryStorage } from '../support/memory-storage.ts';

const NOON = Date.UTC(2026, 0, 5, 12);
const clock = { now: NOON };
const now = () => clock.now;
const KEY = 'auth_refresh';
let storage: MemoryStorage;

beforeEach(() => {
  clock.now = NOON;
  storage = new MemoryStorage();
  vi.stubGlobal('window', { localStorage: storage });
});

describe('createRefreshSchedule', () => {
  it('lets the first tab send a request', () => {
    expect(createRefreshSchedule(now).decide('scheduled')).toEqual({ kind: 'request' });
  });

  it('lets every tab adopt a success for one interval', () => {
    createRefreshSchedule(now).recordSuccess();
    clock.now += REFRESH_INTERVAL - 1_001;
    const other = createRefreshSchedule(now);
    expect(other.decide('scheduled')).toEqual({ kind: 'adopt', at: NOON });
    expect(other.decide('urgent')).toEqual({ kind: 'adopt', at: NOON });
    expect(other.gapLeft()).toBe(0);
    clock.now += 1;
    expect(other.decide('scheduled')).toEqual({ kind: 'request' });
  });

  it('makes all tabs wait for one retry', () => {
    const one = createRefreshSchedule(now);
    one.recordAttempt();
    one.recordFailure(1, 4_000);
    const other = createRefreshSchedule(now);
    expect(other.decide('scheduled')).toEqual({ kind: 'defer', retryInMs: 4_000 });
    expect(other.failureCount()).toBe(1);
    clock.now += 4_000;
    expect(other.decide('scheduled')).toEqual({ kind: 'request' });
  });

  it('keeps the rhythm of the refreshes before an outage [R11.18]', () => {
    const schedule = createRefreshSchedule(now);
    expect(schedule.recordSuccess()).toBe(NOON);
    clock.now += REFRESH_INTERVAL;
    schedule.recordAttempt();
    schedule.recordFailure(1, 4_000);
    clock.now += 2 * REFRESH_INTERVAL + 50_000;
    expect(createRefreshSchedule(now).recordSuccess()).toBe(NOON + 3 * REFRESH_INTERVAL);
    // The tab whose request is late must see that another one has answered since.
    expect(schedule.lastActivityAt()).toBe(clock.now);
    clock.now += REFRESH_INTERVAL - 50_000 - 1_001;
    const at = NOON + 3 * REFRESH_INTERVAL;
    expect(schedule.decide('scheduled')).toEqual({ kind: 'adopt', at });
    clock.now += 1_001;
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
    expect(schedule.recordSuccess()).toBe(NOON + 4 * REFRESH_INTERVAL);
  });

  it('starts a rhythm where none is known, and after a pause without a failure', () => {
    const schedule = createRefreshSchedule(now);
    schedule.recordFailure(1, 4_000);
    clock.now += 4_000;
    expect(schedule.recordSuccess()).toBe(NOON + 4_000);
    clock.now += 2.5 * REFRESH_INTERVAL;
    expect(schedule.recordSuccess()).toBe(clock.now);
  });

  it('allows one urgent request per second', () => {
    const schedule = createRefreshSchedule(now);
    schedule.recordAttempt();
    schedule.recordFailure(7, 256_000);
    clock.now += 5_000;
    expect(schedule.decide('urgent')).toEqual({ kind: 'request' });
    schedule.recordAttempt();
    clock.now += 400;
    expect(createRefreshSchedule(now).gapLeft()).toBe(600);
  });

  it('starts anew after a reset', () => {
    const schedule = createRefreshSchedule(now);
    schedule.recordSuccess();
    schedule.reset();
    expect(storage.getItem(KEY)).toBeNull();
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
  });

  it.each([
    ['invalid', '{'],
    ['another shape', '{"succeededAt":"yesterday"}'],
    ['no number', '{"succeededAt":null,"attemptedAt":0,"nextAttemptAt":0,"failures":0}'],
    ['a success to come', times({ succeededAt: NOON + 600_000 })],
    ['an attempt to come', times({ attemptedAt: NOON + 600_000 })],
    ['a retry further away than the longest backoff', times({ nextAttemptAt: NOON + 256_176 })],
  ])('ignores stored times that are %s', (_, stored) => {
    storage.setItem(KEY, stored);
    const schedule = createRefreshSchedule(now);
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
    expect(schedule.decide('urgent')).toEqual({ kind: 'request' });
    expect(schedule.gapLeft()).toBe(0);
  });

  it.each([-1, 0.5, null, undefined])('counts %s stored failures as none', (failures) => {
    storage.setItem(KEY, times({ failures, succeededAt: NOON }));
    const schedule = createRefreshSchedule(now);
    expect(schedule.failureCount()).toBe(0);
    // What stands beside them is not trusted either.
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
  });

  it('lets the clocks of two tabs differ by one second', () => {
    storage.setItem(KEY, times({ succeededAt: NOON + 1_000 }));
    expect(createRefreshSchedule(now).decide('scheduled')).toMatchObject({ kind: 'adopt' });
    storage.setItem(KEY, times({ succeededAt: NOON + 1_001 }));
    expect(createRefreshSchedule(now).decide('scheduled')).toEqual({ kind: 'request' });
  });

  it('waits for a retry as long as the longest backoff', () => {
    storage.setItem(KEY, times({ nextAttemptAt: NOON + LONGEST_BACKOFF_DELAY }));
    const retryInMs = LONGEST_BACKOFF_DELAY;
    expect(createRefreshSchedule(now).decide('scheduled')).toEqual({ kind: 'defer', retryInMs });
  });

  it('leaves one second between two urgent attempts, and none after a success', () => {
    const schedule = createRefreshSchedule(now);
    schedule.recordSuccess();
    expect(schedule.gapLeft()).toBe(0);
    storage.setItem(KEY, times({ attemptedAt: NOON - 999 }));
    expect(schedule.decide('urgent')).toEqual({ kind: 'request' });
    expect(createRefreshSchedule(now).gapLeft()).toBe(1);
    storage.setItem(KEY, times({ attemptedAt: NOON - 1_000, nextAttemptAt: NOON + 4_000 }));
    expect(createRefreshSchedule(now).gapLeft()).toBe(0);
    expect(createRefreshSchedule(now).decide('urgent')).toEqual({ kind: 'request' });
  });

  it('ignores times in the future after the clock was set back', () => {
    const schedule = createRefreshSchedule(now);
    schedule.recordSuccess();
    clock.now -= 10 * 60_000;
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
    schedule.recordSuccess();
    expect(schedule.decide('scheduled')).toEqual({ kind: 'adopt', at: clock.now });
  });

  it('keeps the times of this tab where storage is full', () => {
    vi.stubGlobal('window', {
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    const schedule = createRefreshSchedule(now);
    schedule.recordSuccess();
    expect(schedule.decide('scheduled')).toEqual({ kind: 'adopt', at: NOON });
    schedule.reset();
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
  });
});

it('counts the rhythm from the last success, also a future one [R11.18]', () => {
  const at = NOON + 2 * REFRESH_INTERVAL + 5_000;
  expect(lastDueTime(NOON, at)).toBe(at - 5_000);
  expect(lastDueTime(at + 1, at)).toBe(at);
});

function times(change: object): string {
  const none = { succeededAt: 0, attemptedAt: 0, nextAttemptAt: 0, failures: 0 };
  return JSON.stringify({ ...none, ...change });
}
