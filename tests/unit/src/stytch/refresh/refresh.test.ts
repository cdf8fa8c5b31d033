import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { CALL_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { createSessionRefresh, type SessionRefresh } from '#src/stytch/refresh/refresh.ts';
import { type Locks, runInTurn } from '#src/stytch/refresh/refresh-leader.ts';
import { createRefreshSchedule } from '#src/stytch/refresh/refresh-schedule.ts';
import { isNightly } from '#tests/model/support/nightly.ts';
import { passTime, stopClock } from '../support/clock.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { createLocks } from '../support/locks.ts';
import { MemoryStorage } from '../support/memory-storage.ts';

const START = Date.UTC(2026, 0, 5, 12);
const DAY = 24 * 60 * 60_000;
const scheduled = { mode: 'scheduled' } as const;
const never = new AbortController().signal;

const wait = async (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

interface ProviderBehaviour {
  /** Whether the provider responds (`up`), fails (`down`), or says that the session is over. */
  readonly condition: (at: number) => 'up' | 'down' | 'over';
  readonly latency: number;
}

/** A browser whose tabs refresh one session, as the machine does. */
class Browser {
  readonly requests: { at: number; end: number; minutes: number | null }[] = [];
  readonly waits: { retryInMs: number; kind: string }[] = [];
  readonly endedAt: number[] = [];
  readonly locks = createLocks();
  readonly schedule = createRefreshSchedule(Date.now);
  private readonly provider: ProviderBehaviour;
  private readonly random: () => number;

  constructor(provider: ProviderBehaviour, random: () => number = () => 0.5) {
    this.provider = provider;
    this.random = random;
  }

  /** The refresh of one tab. */
  refresh(session = SESSION): SessionRefresh {
    return createSessionRefresh({
      schedule: createRefreshSchedule(Date.now),
      locks: this.locks,
      authenticate: (minutes) => this.request(minutes),
      currentSession: () => session,
      resyncSdk: () => undefined,
      now: Date.now,
      random: this.random,
    });
  }

  private async request(minutes: number | null): Promise<void> {
    const entry = { at: Date.now(), end: Number.POSITIVE_INFINITY, minutes };
    this.requests.push(entry);
    await wait(this.provider.latency);
    entry.end = Date.now();
    const condition = this.provider.condition(entry.end);
    if (condition === 'down') throw new TypeError('Failed to fetch');
    if (condition === 'over')
      throw Object.assign(new Error('over'), { error_type: 'session_not_found' });
  }

  /** What the actor and `signedIn` do with the results. */
  async openTab(until: number): Promise<void> {
    const refresh = this.refresh();
    while (Date.now() < until) {
      const answer = await refresh.attempt(scheduled, never);
      if (answer.kind === 'failed' && answer.reason === 'session') {
        this.endedAt.push(Date.now());
        return;
      }
      const result = answer.kind === 'failed' ? refresh.postpone() : answer;
      if (result.kind === 'refreshed') {
        await wait(Math.max(result.at + REFRESH_INTERVAL - Date.now(), 0));
        continue;
      }
      this.waits.push(result);
      await wait(result.retryInMs);
    }
  }
}

beforeEach(() => {
  stopClock(START);
  const localStorage = new MemoryStorage();
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('localStorage', localStorage);
});
afterEach(() => {
  vi.useRealTimers();
});

const up: ProviderBehaviour = { condition: () => 'up', latency: 120 };

it.each([
  ['when all work', false, 0],
  ['when a tab hangs with the lock', true, CALL_TIMEOUT / 3],
])(
  'sends one request per interval from twenty tabs, %s [R11.8, R11.17]',
  async (_, hangs, first) => {
    const browser = new Browser(up);
    const until = START + 60 * 60_000;
    const hang = () => new Promise<never>(() => undefined);
    if (hangs) void browser.locks.request('auth-refresh', hang);
    for (let tab = 0; tab < 20; tab += 1) void browser.openTab(until);
    await passTime(until - START, flushMicrotasks);
    expect(browser.requests[0]?.at).toBe(START + first);
    expect(browser.requests).toHaveLength(20);
    for (const [index, { at }] of browser.requests.entries()) {
      const before = browser.requests[index - 1];
      if (before !== undefined) expect(at - before.end).toBeGreaterThanOrEqual(REFRESH_INTERVAL);
    }
  },
);

it('sends nothing when another tab has finished before the lock was granted', async () => {
  const browser = new Browser(up);
  const attempt = browser.refresh().attempt(scheduled, never);
  browser.schedule.recordSuccess();
  await passTime(1, flushMicrotasks);
  expect(await attempt).toMatchObject({ kind: 'refreshed', at: START });
  expect(browser.requests).toEqual([]);
});

it.each<[string, Locks | undefined]>([
  ['are absent', undefined],
  ['reject', { request: () => Promise.reject(new DOMException('broken', 'InvalidStateError')) }],
  ['never answer', { request: () => new Promise(() => undefined) }],
  ['answer late', { request: (_, work) => wait(10_000).then(work) }],
])('works without locks that %s, once [R11.17]', async (_, locks) => {
  const work = vi.fn(async () => 'done');
  const result = runInTurn(locks, work);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});

it('sends nothing when its session has ended while it waited for its turn [R11.12]', async () => {
  const browser = new Browser(up);
  const left = new AbortController();
  const attempt = browser.refresh().attempt(scheduled, left.signal);
  left.abort();
  await attempt;
  expect([browser.requests, localStorage.length]).toEqual([[], 0]);
});

it('continues the failure count of another tab', async () => {
  const browser = new Browser(up);
  expect(browser.refresh().postpone()).toEqual({ kind: 'unavailable', retryInMs: 4_000 });
  expect(browser.refresh().postpone()).toEqual({ kind: 'unavailable', retryInMs: 8_000 });
});

it.each([
  ['extend', SESSION, 1440],
  ['extend', { ...SESSION, impersonated: true }, null],
  ['check', SESSION, null],
] as const)(
  'is sent beside that of any other tab: %s [R11.10, R12.5]',
  (mode, session, minutes) => {
    const browser = new Browser(up);
    void browser.locks.request('auth-refresh', () => new Promise<never>(() => undefined));
    browser.schedule.recordSuccess();
    void browser.refresh(session).attempt({ mode }, never);
    expect(browser.requests).toMatchObject([{ minutes }]);
  },
);

const outages = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: DAY }),
    length: fc.integer({ min: 1_000, max: 2 * 60 * 60_000 }),
  }),
  { maxLength: 6 },
);

it('holds its invariants for 24 hours of any outages', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      outages,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: CALL_TIMEOUT - 1 }),
      fc.option(fc.integer({ min: 0, max: DAY - 10 * 60_000 }), { nil: null }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
      async (planned, tabs, latency, endsAfter, numbers) => {
        stopClock(START);
        vi.stubGlobal('window', { localStorage: new MemoryStorage() });
        const isDown = (at: number) =>
          planned.some(({ from, length }) => at >= START + from && at < START + from + length);
        const endsAt = endsAfter === null ? Number.POSITIVE_INFINITY : START + endsAfter;
        const browser = new Browser(
          { latency, condition: (at) => (isDown(at) ? 'down' : at >= endsAt ? 'over' : 'up') },
          () => numbers.next().value ?? 0,
        );
        for (let tab = 0; tab < tabs; tab += 1) void browser.openTab(START + DAY);
        await passTime(DAY, flushMicrotasks);

        // At most one request is in flight.
        for (const [index, { at }] of browser.requests.entries()) {
          const before = browser.requests[index - 1];
          if (before !== undefined) expect(at).toBeGreaterThanOrEqual(before.end);
        }
        // A recoverable error never ends the session; an unrecoverable error always does.
        const firstEnd = Math.min(...browser.endedAt, Number.POSITIVE_INFINITY);
        expect(firstEnd).toBeGreaterThanOrEqual(endsAt);
        const requestedAfterEnd = browser.requests.some(
          ({ end }) => end >= endsAt && Number.isFinite(end) && !isDown(end),
        );
        if (requestedAfterEnd) expect(browser.endedAt.length).toBeGreaterThan(0);
        // Delays within the bounds of R11.4.
        for (const { retryInMs, kind } of browser.waits) {
          expect(retryInMs).toBeLessThanOrEqual(256_175);
          if (kind === 'unavailable') expect(retryInMs).toBeGreaterThanOrEqual(3_825);
        }
      },
    ),
    { numRuns: isNightly ? 300 : 60 },
  );
});
