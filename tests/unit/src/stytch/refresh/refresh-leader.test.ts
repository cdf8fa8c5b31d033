import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BUSY_TIMEOUT, DEFERRED_REFRESH_DELAY } from '#machines/rules/limits.ts';
import {
  createRefreshLeader,
  LEASE_DURATION,
  type Locks,
} from '#src/stytch/refresh/refresh-leader.ts';

const NOON = Date.UTC(2026, 0, 5, 12);
const LOCK = 'auth-refresh';
const TAKEOVER = `${LOCK}-after-${NOON}`;

const granted: Locks['request'] = (_, _options, work) => work({});
const refused: Locks['request'] = (_, _options, work) => work(null);

/** A leader beside another tab that was active last at noon. `request` answers for each lock. */
function leaderBeside(request: Locks['request'] | undefined) {
  const asked: string[] = [];
  const runAsLeader = createRefreshLeader({
    locks: request && {
      request: (name, options, work) => {
        asked.push(name);
        return request(name, options, work);
      },
    },
    lastActivityAt: () => NOON,
    now: Date.now,
  });
  return { asked, runAsLeader, work: vi.fn(async () => 'done') };
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

it('works with the lock, and does not wait for it when another tab holds it [R11.8]', async () => {
  const leader = leaderBeside(granted);
  expect(await leader.runAsLeader(leader.work)).toBe('done');
  const other = leaderBeside(refused);
  expect(await other.runAsLeader(other.work)).toBeNull();
  expect([leader.asked, other.asked]).toEqual([[LOCK], [LOCK]]);
});

it('holds the lock until its work has ended, also with an error', async () => {
  const held: Promise<unknown>[] = [];
  const { runAsLeader } = leaderBeside((_, _options, work) => {
    const done = work({});
    held.push(done);
    return done;
  });
  const error = new Error('the work failed');
  await expect(runAsLeader(() => Promise.reject(error))).rejects.toBe(error);
  expect(await Promise.all(held)).toEqual([undefined]);
});

describe('a lock that fails is no condition', () => {
  const broken: readonly [string, Locks['request'] | undefined][] = [
    ['is missing', undefined],
    [
      'throws',
      () => {
        throw new TypeError('not allowed');
      },
    ],
    ['rejects', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
    ['never answers', () => new Promise(() => undefined)],
    [
      'answers late, after the tab has worked without it',
      async (_, _options, work) => {
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        return work({});
      },
    ],
  ];

  it.each(broken)('that %s', async (_, request) => {
    const { runAsLeader, work } = leaderBeside(request);
    const result = runAsLeader(work);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toBe('done');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('a leader that is silent for two busy time-outs [R11.17]', () => {
  const heldByOther: Locks['request'] = (name, _, work) => work(name === LOCK ? null : {});

  it('loses its place to the one tab that gets the lock of the takeover', async () => {
    const one = leaderBeside(heldByOther);
    const late = leaderBeside(refused);
    for (const { runAsLeader, work } of [one, late]) expect(await runAsLeader(work)).toBeNull();
    vi.setSystemTime(NOON + LEASE_DURATION);
    expect(await one.runAsLeader(one.work)).toBe('done');
    expect(await late.runAsLeader(late.work)).toBeNull();
    expect([one.asked, late.asked]).toEqual([
      [LOCK, LOCK, TAKEOVER],
      [LOCK, LOCK, TAKEOVER],
    ]);
  });

  it('loses it only some time after the first refusal: a record can arrive later than a lock', async () => {
    const { asked, runAsLeader, work } = leaderBeside(heldByOther);
    vi.setSystemTime(NOON + LEASE_DURATION + BUSY_TIMEOUT);
    expect(await runAsLeader(work)).toBeNull();
    vi.setSystemTime(Date.now() + DEFERRED_REFRESH_DELAY - 1);
    expect(await runAsLeader(work)).toBeNull();
    vi.setSystemTime(Date.now() + 1);
    expect(await runAsLeader(work)).toBe('done');
    expect(asked.filter((name) => name === TAKEOVER)).toHaveLength(1);
  });
});
