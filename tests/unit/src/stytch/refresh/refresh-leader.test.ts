import { describe, expect, it, vi } from 'vitest';
import { BUSY_TIMEOUT, DEFERRED_REFRESH_DELAY } from '#machines/rules/limits.ts';
import {
  createRefreshLeader,
  LEASE_DURATION,
  type Locks,
} from '#src/stytch/refresh/refresh-leader.ts';

const NOON = Date.UTC(2026, 0, 5, 12);
const LOCK = 'auth-refresh';

/** A leader beside another tab that was active last at noon. `available` answers the request for each lock. */
function leaderBeside({
  request,
  lastActivityAt = () => NOON,
}: {
  request: Locks['request'];
  lastActivityAt?: () => number;
}) {
  const clock = { now: NOON };
  const runAsLeader = createRefreshLeader({
    locks: { request },
    lastActivityAt,
    now: () => clock.now,
  });
  return { clock, runAsLeader };
}

const granted: Locks['request'] = (_, _options, work) => work({});
const refused: Locks['request'] = (_, _options, work) => work(null);

describe('createRefreshLeader with Web Locks', () => {
  it('asks for the lock without waiting for it', async () => {
    const request = vi.fn(granted);
    const { runAsLeader } = leaderBeside({ request });
    expect(await runAsLeader(async () => 'done')).toBe('done');
    expect(request.mock.calls.map(([name, options]) => [name, options])).toEqual([
      [LOCK, { ifAvailable: true }],
    ]);
  });

  it('steals the lock of a silent leader, as the only tab that does', async () => {
    const request = vi.fn(refused);
    const { clock, runAsLeader } = leaderBeside({ request });
    const work = vi.fn(async () => 'done');
    expect(await runAsLeader(work)).toBeNull();
    clock.now = NOON + LEASE_DURATION;
    request.mockImplementation(granted);
    expect(await runAsLeader(work)).toBe('done');
    expect(request.mock.calls.slice(1).map(([name, options]) => [name, options])).toEqual([
      [`${LOCK}-after-${NOON}`, { ifAvailable: true }],
      [LOCK, { steal: true }],
    ]);
  });

  it('leaves the takeover to the tab that has begun it', async () => {
    const request = vi.fn(refused);
    const { clock, runAsLeader } = leaderBeside({ request });
    await runAsLeader(async () => 'never');
    clock.now = NOON + LEASE_DURATION;
    expect(await runAsLeader(async () => 'never')).toBeNull();
    expect(request.mock.calls.some(([, options]) => 'steal' in options)).toBe(false);
  });

  it('does not take over from a leader that has become active meanwhile', async () => {
    let activity = NOON;
    const request = vi.fn(refused);
    const { clock, runAsLeader } = leaderBeside({ request, lastActivityAt: () => activity });
    await runAsLeader(async () => 'never');
    clock.now = NOON + LEASE_DURATION;
    request.mockImplementation((_, _options, work) => {
      activity = clock.now;
      return work({});
    });
    expect(await runAsLeader(async () => 'never')).toBeNull();
  });

  it('takes over only some time after the first refusal: a record can arrive later than a lock', async () => {
    const request = vi.fn(refused);
    const { clock, runAsLeader } = leaderBeside({ request });
    clock.now = NOON + LEASE_DURATION + BUSY_TIMEOUT;
    await runAsLeader(async () => 'never');
    clock.now += DEFERRED_REFRESH_DELAY - 1;
    await runAsLeader(async () => 'never');
    expect(request.mock.calls.map(([name]) => name)).toEqual([LOCK, LOCK]);
    clock.now += 1;
    await runAsLeader(async () => 'never');
    expect(request.mock.lastCall?.[0]).toBe(`${LOCK}-after-${NOON}`);
  });

  it('gets no result when another tab has stolen its lock, and hides no other error', async () => {
    const stolen = Object.assign(new Error('stolen'), { name: 'AbortError' });
    const one = leaderBeside({ request: () => Promise.reject(stolen) });
    expect(await one.runAsLeader(async () => 'late')).toBeNull();
    for (const error of [new TypeError('not allowed'), { name: 'AbortError' }]) {
      const other = leaderBeside({ request: () => Promise.reject(error) });
      await expect(other.runAsLeader(async () => 'never')).rejects.toBe(error);
    }
  });
});
