import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { BUSY_TIMEOUT, DEFERRED_REFRESH_DELAY } from '#machines/rules/limits.ts';
import { createSessionRefresh } from '#src/stytch/refresh/refresh.ts';
import { LEASE_DURATION, type RunAsLeader } from '#src/stytch/refresh/refresh-leader.ts';
import { createRefreshSchedule } from '#src/stytch/refresh/refresh-schedule.ts';
import { MemoryStorage } from '../support/memory-storage.ts';

const never = new AbortController().signal;
const asLeader: RunAsLeader = (work) => work();
const besideLeader: RunAsLeader = async () => null;
const scheduled = { attempt: 1, mode: 'scheduled' } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 12) });
  vi.stubGlobal('window', { localStorage: new MemoryStorage() });
});
afterEach(() => {
  vi.useRealTimers();
});

function refreshOf(options: Partial<Parameters<typeof createSessionRefresh>[0]> = {}) {
  const authenticate = vi.fn(async (_: number | null): Promise<unknown> => undefined);
  const schedule = createRefreshSchedule(Date.now);
  const refresh = createSessionRefresh({
    schedule,
    runAsLeader: asLeader,
    authenticate,
    currentSession: () => SESSION,
    resyncSdk: () => undefined,
    now: Date.now,
    random: () => 0.5,
    ...options,
  });
  return { authenticate, schedule, refresh };
}

describe('what a member asks for is sent without a leader', () => {
  it.each([
    ['extend', SESSION, 1440],
    ['extend', { ...SESSION, impersonated: true }, null],
    ['check', SESSION, null],
  ] as const)(
    '%s, a second after the last request [R11.10, R12.5]',
    async (mode, session, minutes) => {
      const { refresh, authenticate, schedule } = refreshOf({
        runAsLeader: besideLeader,
        currentSession: () => session,
      });
      schedule.recordAttempt();
      const result = refresh.attempt({ attempt: 1, mode }, never);
      await vi.advanceTimersByTimeAsync(999);
      expect(authenticate).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(await result).toMatchObject({ kind: 'refreshed' });
      expect(authenticate.mock.calls).toEqual([[minutes]]);
    },
  );
});

it('counts a response without a session as a failure [R11.4]', async () => {
  const { refresh } = refreshOf({ currentSession: () => null });
  expect(await refresh.attempt(scheduled, never)).toMatchObject({ kind: 'unavailable' });
});

it('continues the failure count of another tab', async () => {
  const authenticate = async () => Promise.reject(new TypeError('Failed to fetch'));
  const one = refreshOf({ authenticate });
  const other = refreshOf({ authenticate });
  const first = await one.refresh.attempt({ attempt: 3, mode: 'scheduled' }, never);
  expect(first).toEqual({ kind: 'unavailable', retryInMs: 16_000 });
  vi.setSystemTime(Date.now() + 16_000);
  const second = await other.refresh.attempt(scheduled, never);
  expect(second).toEqual({ kind: 'unavailable', retryInMs: 32_000 });
});

it('sends nothing when another tab has finished before the lock was granted', async () => {
  const { refresh, authenticate, schedule } = refreshOf({
    runAsLeader: (work) => {
      schedule.recordSuccess();
      return work();
    },
  });
  expect(await refresh.attempt(scheduled, never)).toMatchObject({ kind: 'refreshed' });
  expect(authenticate).not.toHaveBeenCalled();
});

it.each([
  [BUSY_TIMEOUT - 1, DEFERRED_REFRESH_DELAY],
  [BUSY_TIMEOUT, LEASE_DURATION - BUSY_TIMEOUT],
  [LEASE_DURATION - 1, 1],
  [LEASE_DURATION, DEFERRED_REFRESH_DELAY],
])(
  'after %i ms without a sign of the leader, asks again in %i ms [R11.17]',
  async (silence, retryInMs) => {
    const { refresh, schedule } = refreshOf({ runAsLeader: besideLeader });
    schedule.recordAttempt();
    vi.setSystemTime(Date.now() + silence);
    expect(await refresh.attempt(scheduled, never)).toEqual({ kind: 'deferred', retryInMs });
  },
);

describe('a session cookie alone [R11.14]', () => {
  it('is asked about by itself when the tab that resumes it has not done so in five seconds', async () => {
    const currentSession = () => null;
    const { refresh, authenticate } = refreshOf({ currentSession, runAsLeader: besideLeader });
    const result = refresh.resume(never);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(authenticate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    expect(authenticate).toHaveBeenCalledTimes(1);
  });

  it('is not asked about any more when the machine leaves the state', async () => {
    const controller = new AbortController();
    const { refresh } = refreshOf({ currentSession: () => null, runAsLeader: besideLeader });
    const result = refresh.resume(controller.signal);
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    expect(await result).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
