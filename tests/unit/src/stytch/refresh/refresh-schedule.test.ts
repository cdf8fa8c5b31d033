import { beforeEach, describe, expect, it, vi } from 'vitest';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { createRefreshLeader } from '#src/stytch/refresh/refresh-leader.ts';
import { createRefreshSchedule } from '#src/stytch/refresh/refresh-schedule.ts';
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

describe('the shared times', () => {
  it('let the first tab ask', () => {
    expect(createRefreshSchedule(now).decide('scheduled')).toEqual({ kind: 'request' });
  });

  it('spare every tab the question for an interval', () => {
    createRefreshSchedule(now).recordSuccess();
    clock.now += REFRESH_INTERVAL - 1_001;
    const other = createRefreshSchedule(now);
    expect(other.decide('scheduled')).toEqual({ kind: 'adopt', at: NOON });
    expect(other.decide('urgent')).toEqual({ kind: 'adopt', at: NOON });
    expect(other.decide('extend')).toEqual({ kind: 'request' });
    clock.now += 1;
    expect(other.decide('scheduled')).toEqual({ kind: 'request' });
  });

  it('make all tabs wait for one retry', () => {
    const one = createRefreshSchedule(now);
    one.recordAttempt();
    one.recordFailure(1, 4_000);
    const other = createRefreshSchedule(now);
    expect(other.decide('scheduled')).toEqual({ kind: 'defer', retryInMs: 4_000 });
    expect(other.failureCount()).toBe(1);
    clock.now += 4_000;
    expect(other.decide('scheduled')).toEqual({ kind: 'request' });
  });

  it('let an urgent reason pass once a second', () => {
    const schedule = createRefreshSchedule(now);
    schedule.recordAttempt();
    schedule.recordFailure(7, 256_000);
    clock.now += 5_000;
    expect(schedule.decide('urgent')).toEqual({ kind: 'request' });
    schedule.recordAttempt();
    clock.now += 400;
    expect(createRefreshSchedule(now).decide('extend')).toEqual({ kind: 'defer', retryInMs: 600 });
  });

  it('are forgotten with the session', () => {
    const schedule = createRefreshSchedule(now);
    schedule.recordSuccess();
    schedule.reset();
    expect(storage.getItem(KEY)).toBeNull();
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
  });

  it.each([
    ['rubbish', '{'],
    ['another shape', '{"succeededAt":"yesterday"}'],
    ['no number', '{"succeededAt":null,"attemptedAt":0,"nextAttemptAt":0,"failures":0}'],
    ['a success to come', times({ succeededAt: NOON + 600_000 })],
    ['an attempt to come', times({ attemptedAt: NOON + 600_000 })],
    ['a retry further away than the longest backoff', times({ nextAttemptAt: NOON + 256_176 })],
  ])('hold up nobody when they are %s', (_, stored) => {
    storage.setItem(KEY, stored);
    const schedule = createRefreshSchedule(now);
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
    expect(schedule.decide('urgent')).toEqual({ kind: 'request' });
    expect(schedule.decide('extend')).toEqual({ kind: 'request' });
  });

  it('survive a clock that is set back', () => {
    const schedule = createRefreshSchedule(now);
    schedule.recordSuccess();
    clock.now -= 10 * 60_000;
    expect(schedule.decide('scheduled')).toEqual({ kind: 'request' });
    schedule.recordSuccess();
    expect(schedule.decide('scheduled')).toEqual({ kind: 'adopt', at: clock.now });
  });

  it('are this tab’s own where storage takes nothing', () => {
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

describe('the election without locks', () => {
  it('lets one tab at a time', async () => {
    const [one, other] = [createRefreshLeader(undefined, now), createRefreshLeader(null, now)];
    const finish: { now: () => void } = { now: () => undefined };
    const first = one(
      () =>
        new Promise<string>((resolve) => {
          finish.now = () => resolve('done');
        }),
    );
    expect(await other(async () => 'never')).toBeNull();
    finish.now();
    expect(await first).toBe('done');
    expect(await other(async () => 'next')).toBe('next');
  });

  it.each([
    ['ended', () => ({ until: NOON })],
    ['is further away than any call takes', () => ({ until: NOON + 60_000 })],
    ['is rubbish', () => 'rubbish'],
  ])('passes over a lease that %s', async (_, lease) => {
    storage.setItem('auth_refresh_lease', JSON.stringify(lease()));
    expect(await createRefreshLeader(undefined, now)(async () => 'done')).toBe('done');
  });
});

function times(change: object): string {
  const none = { succeededAt: 0, attemptedAt: 0, nextAttemptAt: 0, failures: 0 };
  return JSON.stringify({ ...none, ...change });
}
