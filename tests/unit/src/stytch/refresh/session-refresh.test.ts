import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import {
  BUSY_TIMEOUT,
  DEFERRED_REFRESH_DELAY,
  SESSION_DURATION_MINUTES,
} from '#machines/rules/limits.ts';
import { createSessionRefresh } from '#src/stytch/refresh/refresh.ts';
import { LEASE_DURATION, type RunAsLeader } from '#src/stytch/refresh/refresh-leader.ts';
import { createRefreshSchedule } from '#src/stytch/refresh/refresh-schedule.ts';
import { MemoryStorage } from '../support/memory-storage.ts';

const NOON = Date.UTC(2026, 0, 5, 12);
const clock = { now: NOON };
const now = () => clock.now;
const never = new AbortController().signal;
const asLeader: RunAsLeader = (work) => work();

beforeEach(() => {
  clock.now = NOON;
  vi.stubGlobal('window', { localStorage: new MemoryStorage() });
});

function refreshOf(options: Partial<Parameters<typeof createSessionRefresh>[0]> = {}) {
  const authenticate = vi.fn(async (_: number | null): Promise<unknown> => undefined);
  const schedule = createRefreshSchedule(now);
  const refresh = createSessionRefresh({
    schedule,
    runAsLeader: asLeader,
    authenticate,
    currentSession: () => SESSION,
    resyncSdk: () => undefined,
    now,
    random: () => 0.5,
    ...options,
  });
  return { authenticate, schedule, refresh };
}

describe('createSessionRefresh', () => {
  it.each([
    ['a session', SESSION, SESSION_DURATION_MINUTES],
    ['no session', null, SESSION_DURATION_MINUTES],
    ['an impersonated session', { ...SESSION, impersonated: true }, null],
  ])(
    'asks for the length of %s in the mode extend [R11.10, R12.5]',
    async (_, session, minutes) => {
      const { refresh, authenticate } = refreshOf({ currentSession: () => session });
      await refresh.attempt({ attempt: 1, mode: 'extend' }, never);
      expect(authenticate.mock.calls).toEqual([[minutes]]);
    },
  );

  it('counts a response without a session as a failure [R11.4]', async () => {
    const { refresh } = refreshOf({ currentSession: () => null });
    expect(await refresh.attempt({ attempt: 1, mode: 'scheduled' }, never)).toMatchObject({
      kind: 'unavailable',
    });
  });

  it.each([
    [BUSY_TIMEOUT - 1, DEFERRED_REFRESH_DELAY],
    [BUSY_TIMEOUT, LEASE_DURATION - BUSY_TIMEOUT],
    [LEASE_DURATION - 1, 1],
    [LEASE_DURATION, DEFERRED_REFRESH_DELAY],
  ])(
    'after %i ms without a sign of the leader, asks again in %i ms [R11.17]',
    async (silence, retryInMs) => {
      const { refresh, schedule } = refreshOf({ runAsLeader: async () => null });
      schedule.recordAttempt();
      clock.now += silence;
      expect(await refresh.attempt({ attempt: 1, mode: 'scheduled' }, never)).toEqual({
        kind: 'deferred',
        retryInMs,
      });
    },
  );

  it('waits for the tab that resumes the session, and then asks by itself', async () => {
    vi.useFakeTimers();
    try {
      const { refresh, authenticate } = refreshOf({
        currentSession: () => null,
        runAsLeader: async () => null,
      });
      const result = refresh.resume(never);
      await vi.advanceTimersByTimeAsync(4_999);
      expect(authenticate).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(await result).toMatchObject({ kind: 'failed', reason: 'unreachable' });
      expect(authenticate).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops waiting when the machine leaves the state', async () => {
    const controller = new AbortController();
    const { refresh } = refreshOf({ currentSession: () => null, runAsLeader: async () => null });
    const result = refresh.resume(controller.signal);
    controller.abort();
    expect(await result).toMatchObject({ kind: 'failed', reason: 'unreachable' });
  });
});
