import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { BUSY_TIMEOUT, DEFERRED_REFRESH_DELAY, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { createSessionRefresh, type SessionRefresh } from '#src/stytch/refresh/refresh.ts';
import { createRefreshLeader } from '#src/stytch/refresh/refresh-leader.ts';
import {
  type BackgroundMode,
  createRefreshSchedule,
} from '#src/stytch/refresh/refresh-schedule.ts';
import { UNRECOVERABLE_SESSION_ERRORS } from '#src/stytch/sdk/failures.ts';
import { createLocks } from '../support/locks.ts';
import { MemoryStorage } from '../support/memory-storage.ts';
import { VirtualTime } from '../support/virtual-time.ts';

const START = Date.UTC(2026, 0, 5, 12);
const DAY = 24 * 60 * 60_000;

const session: SignedInSession = {
  sessionId: 'session-1',
  memberId: 'member-1',
  memberName: 'Ada',
  emailAddress: 'ada@acme.example',
  organization: { id: 'organization-1', slug: 'acme', name: 'Acme' },
  roles: [],
  expiresAt: START + DAY * 2,
  impersonated: false,
};

interface ProviderBehaviour {
  /** Whether the provider responds (`up`), fails (`down`), or says that the session is over. */
  readonly condition: (at: number) => 'up' | 'down' | 'over';
  readonly latency: number;
}

/** A browser whose tabs refresh one session, as the machine does. */
class Browser {
  readonly time = new VirtualTime(START);
  readonly requests: { at: number; end: number }[] = [];
  readonly waits: { at: number; tab: number; retryInMs: number; kind: string }[] = [];
  readonly endedAt: number[] = [];
  readonly locks = createLocks();
  private readonly provider: ProviderBehaviour;
  private readonly random: () => number;

  constructor(provider: ProviderBehaviour, random: () => number = () => 0.5) {
    this.provider = provider;
    this.random = random;
  }

  refresh(): SessionRefresh {
    const { now } = this.time;
    const schedule = createRefreshSchedule(now);
    const { lastActivityAt } = schedule;
    return createSessionRefresh({
      schedule,
      runAsLeader: createRefreshLeader({ locks: this.locks, lastActivityAt, now }),
      authenticate: () => this.request(),
      currentSession: () => session,
      resyncSdk: () => undefined,
      now,
      random: this.random,
    });
  }

  private async request(): Promise<void> {
    const entry = { at: this.time.now(), end: Number.POSITIVE_INFINITY };
    this.requests.push(entry);
    await this.time.wait(this.provider.latency);
    entry.end = this.time.now();
    const condition = this.provider.condition(this.time.now());
    if (condition === 'down') throw new TypeError('Failed to fetch');
    if (condition === 'over')
      throw Object.assign(new Error('over'), { error_type: UNRECOVERABLE_SESSION_ERRORS[3] });
  }

  /** What `signedIn.authenticated` and `signedIn.refreshing` do with the results. */
  async openTab(tab: number, until: number): Promise<void> {
    const refresh = this.refresh();
    let attempt = 0;
    let mode: BackgroundMode = 'scheduled';
    while (this.time.now() < until) {
      const result = await refresh.attempt(
        { attempt: attempt + 1, mode },
        new AbortController().signal,
      );
      mode = 'scheduled';
      if (result.kind === 'failed') {
        this.endedAt.push(this.time.now());
        return;
      }
      if (result.kind === 'refreshed') {
        attempt = 0;
        await this.time.wait(Math.max(result.at + REFRESH_INTERVAL - this.time.now(), 0));
        continue;
      }
      const { kind, retryInMs } = result;
      if (kind === 'unavailable') attempt += 1;
      this.waits.push({ at: this.time.now(), tab, retryInMs, kind });
      await this.time.wait(retryInMs);
    }
  }
}

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: new MemoryStorage() });
});

const up: ProviderBehaviour = { condition: () => 'up', latency: 120 };

describe('many tabs', () => {
  it('send one request per interval, including boot [R11.8]', async () => {
    const browser = new Browser(up);
    const until = START + 60 * 60_000;
    for (let tab = 0; tab < 20; tab += 1) void browser.openTab(tab, until);
    await browser.time.runUntil(until);
    // One at boot, and one for each of the twenty intervals that have passed since its response.
    expect(browser.requests).toHaveLength(20);
    for (const [index, { at }] of browser.requests.entries()) {
      const before = browser.requests[index - 1];
      if (before !== undefined) expect(at - before.end).toBeGreaterThanOrEqual(REFRESH_INTERVAL);
    }
  });

  it('send one retry per backoff delay in an outage, and recover', async () => {
    const outage = START + 10 * 60_000;
    const end = outage + 20 * 60_000;
    const browser = new Browser({
      condition: (at) => (at >= outage && at < end ? 'down' : 'up'),
      latency: 50,
    });
    const until = end + 10 * 60_000;
    for (let tab = 0; tab < 20; tab += 1) void browser.openTab(tab, until);
    await browser.time.runUntil(until);
    const failed = browser.requests.filter(({ end: at }) => at >= outage && at < end);
    // 4 s + 8 s + ... + 128 s, then 256 s each: nine of these fit into what is left of twenty minutes.
    expect(failed.length).toBeLessThanOrEqual(10);
    expect(failed.length).toBeGreaterThanOrEqual(7);
    const firstAfter = browser.requests.find(({ end: at }) => at >= end);
    expect((firstAfter?.at ?? 0) - end).toBeLessThanOrEqual(256_175);
    expect(browser.endedAt).toEqual([]);
  });
});

describe('a tab that holds the lock for good', () => {
  const never = () => new Promise<never>(() => undefined);
  const hour = START + 60 * 60_000;

  it('loses it to one other tab, and the others keep their interval [R11.8, R11.17]', async () => {
    const browser = new Browser(up);
    void browser.locks.request('auth-refresh', { ifAvailable: true }, never);
    for (let tab = 0; tab < 20; tab += 1) void browser.openTab(tab, hour);
    await browser.time.runUntil(START + 3_000);
    expect(browser.requests.map(({ at }) => at - START)).toEqual([2_000]);
    await browser.time.runUntil(hour);
    expect(browser.requests).toHaveLength(20);
  });

  it('loses it two busy time-outs after its attempt; a wait meanwhile is an outage [R11.6, R11.17]', async () => {
    const browser = new Browser(up);
    createRefreshSchedule(browser.time.now).recordAttempt();
    void browser.locks.request('auth-refresh', { ifAvailable: true }, never);
    void browser.openTab(0, hour);
    await browser.time.runUntil(START + 2 * BUSY_TIMEOUT - 1);
    expect(browser.requests).toEqual([]);
    const outages = browser.waits.filter(({ retryInMs }) => retryInMs > DEFERRED_REFRESH_DELAY);
    expect(outages).toEqual([{ at: START + 16_000, tab: 0, retryInMs: 14_000, kind: 'deferred' }]);
    await browser.time.runUntil(START + 2 * BUSY_TIMEOUT);
    expect(browser.requests).toHaveLength(1);
  });

  it('defers to the tab that has taken its place, and records no late failure', async () => {
    const browser = new Browser({ condition: () => 'down', latency: 40_000 });
    const results: unknown[] = [];
    const attempt = { attempt: 1, mode: 'scheduled' } as const;
    void browser
      .refresh()
      .attempt(attempt, new AbortController().signal)
      .then((result) => results.push(result));
    const other = createRefreshLeader({
      locks: browser.locks,
      lastActivityAt: createRefreshSchedule(browser.time.now).lastActivityAt,
      now: browser.time.now,
    });
    const succeed = async () => createRefreshSchedule(browser.time.now).recordSuccess();
    await browser.time.runUntil(START + 28_000);
    expect(await other(succeed)).toBeNull();
    await browser.time.runUntil(START + 30_000);
    void other(succeed);
    await browser.time.runUntil(START + 41_000);
    expect(results).toEqual([{ kind: 'deferred', retryInMs: DEFERRED_REFRESH_DELAY }]);
    expect(createRefreshSchedule(browser.time.now).failureCount()).toBe(0);
  });
});

describe('24 hours of refreshing', () => {
  const outages = fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: DAY }),
      length: fc.integer({ min: 1_000, max: 2 * 60 * 60_000 }),
    }),
    { maxLength: 6 },
  );

  it('holds its invariants in any outages', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        outages,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: BUSY_TIMEOUT - 1 }),
        fc.option(fc.integer({ min: 0, max: DAY - 10 * 60_000 }), { nil: null }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
        async (planned, tabs, latency, endsAfter, numbers) => {
          vi.stubGlobal('window', { localStorage: new MemoryStorage() });
          const isDown = (at: number) =>
            planned.some(({ from, length }) => at >= START + from && at < START + from + length);
          const endsAt = endsAfter === null ? Number.POSITIVE_INFINITY : START + endsAfter;
          const browser = new Browser(
            {
              latency,
              condition: (at) => (isDown(at) ? 'down' : at >= endsAt ? 'over' : 'up'),
            },
            () => numbers.next().value ?? 0,
          );
          for (let tab = 0; tab < tabs; tab += 1) void browser.openTab(tab, START + DAY);
          await browser.time.runUntil(START + DAY);

          // At most one request is in flight.
          for (const [index, { at }] of browser.requests.entries()) {
            const before = browser.requests[index - 1];
            if (before !== undefined) expect(at).toBeGreaterThanOrEqual(before.end);
          }
          // A recoverable error never ends the session; an unrecoverable error always does.
          if (browser.endedAt.length > 0)
            expect(Math.min(...browser.endedAt)).toBeGreaterThanOrEqual(endsAt);
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
      { numRuns: Number(process.env.REFRESH_RUNS ?? 300) },
    );
  });
});
