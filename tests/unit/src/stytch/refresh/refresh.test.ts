// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { CALL_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { createSessionRefresh, type SessionRefresh } from '#src/stytch/refresh/refresh.ts';
import { createRefreshSchedule } from '#src/stytch/refresh/refresh-schedule.ts';
import { type Locks, runInTurn } from '#src/stytch/refresh/run-in-turn.ts';
import { stopClock } from '../support/clock.ts';
import { createLocks } from '../support/locks.ts';

const START = Date.UTC(2026, 0, 5, 12);
const scheduled = { mode: 'scheduled' } as const;
const never = new AbortController().signal;

const wait = async (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds that the provider takes for a response. */
const LATENCY = 120;

/** A browser whose tabs refresh one session, as the machine does. */
class Browser {
  readonly requests: { at: number; end: number; minutes: number | null }[] = [];
  readonly locks = createLocks();
  readonly schedule = createRefreshSchedule(Date.now);

  /** The refresh of one tab. */
  refresh(session = SESSION): SessionRefresh {
    return createSessionRefresh({
      schedule: createRefreshSchedule(Date.now),
      locks: this.locks,
      authenticate: async (minutes) => {
        const entry = { at: Date.now(), end: Number.POSITIVE_INFINITY, minutes };
        this.requests.push(entry);
        await wait(LATENCY);
        entry.end = Date.now();
      },
      currentSession: () => session,
      resyncSdk: () => undefined,
      now: Date.now,
      random: () => 0.5,
    });
  }

  /** What the actor and `signedIn` do with the results. */
  async openTab(until: number): Promise<void> {
    const refresh = this.refresh();
    while (Date.now() < until) {
      const result = await refresh.attempt(scheduled, never);
      if (result.kind === 'failed') throw new Error('The provider refuses nothing here.');
      const dueAt =
        result.kind === 'refreshed' ? result.at + REFRESH_INTERVAL : Date.now() + result.retryInMs;
      await wait(Math.max(dueAt - Date.now(), 0));
    }
  }
}

beforeEach(() => {
  stopClock(START);
  localStorage.clear();
});

it.each([
  ['when all work', false, 0],
  ['when a tab hangs with the lock', true, CALL_TIMEOUT / 3],
])(
  'sends one request per interval from twenty tabs, %s [R11.8, R11.17]',
  async (_, hangs, first) => {
    const browser = new Browser();
    const until = START + 60 * 60_000;
    const hang = () => new Promise<never>(() => undefined);
    if (hangs) void browser.locks.request('auth-refresh', hang);
    for (let tab = 0; tab < 20; tab += 1) void browser.openTab(until);
    await vi.advanceTimersByTimeAsync(until - START);
    expect(browser.requests[0]?.at).toBe(START + first);
    expect(browser.requests).toHaveLength(20);
    for (const [index, { at }] of browser.requests.entries()) {
      const before = browser.requests[index - 1];
      if (before !== undefined) expect(at - before.end).toBeGreaterThanOrEqual(REFRESH_INTERVAL);
    }
  },
);

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
  const browser = new Browser();
  const left = new AbortController();
  const attempt = browser.refresh().attempt(scheduled, left.signal);
  left.abort();
  await attempt;
  expect([browser.requests, localStorage.length]).toEqual([[], 0]);
});

it('continues the failure count of another tab', async () => {
  const browser = new Browser();
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
    const browser = new Browser();
    void browser.locks.request('auth-refresh', () => new Promise<never>(() => undefined));
    browser.schedule.recordSuccess();
    void browser.refresh(session).attempt({ mode }, never);
    expect(browser.requests).toMatchObject([{ minutes }]);
  },
);
