import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { createRefreshLeader, type Locks } from '#src/stytch/refresh/refresh-leader.ts';

const NOON = Date.UTC(2026, 0, 5, 12);

const granted: Locks['request'] = (_, _options, work) => work({});
const refused: Locks['request'] = (_, _options, work) => work(null);

/** A tab beside another one that was active last at noon. `request` answers for the lock. */
function tab(request: Locks['request'] | undefined, lastActivityAt = () => NOON) {
  const locks = request && { request };
  const runAsLeader = createRefreshLeader({ locks, lastActivityAt, now: Date.now });
  const work = vi.fn(async () => 'done');
  return { work, run: () => runAsLeader(work) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

it('works with the lock, and does not wait for it when another tab holds it [R11.8]', async () => {
  expect(await tab(granted).run()).toBe('done');
  expect(await tab(refused).run()).toBeNull();
});

it('holds the lock until its work has ended, also with an error', async () => {
  const held: Promise<unknown>[] = [];
  const { run, work } = tab((_, _options, act) => {
    const done = act({});
    held.push(done);
    return done;
  });
  const error = new Error('the work failed');
  work.mockRejectedValue(error);
  await expect(run()).rejects.toBe(error);
  expect(await Promise.all(held)).toEqual([undefined]);
});

it.each<[string, Locks['request'] | undefined]>([
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
])('works without a lock that %s, once', async (_, request) => {
  const { run, work } = tab(request);
  const result = run();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toBe('done');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(1);
});

it('works beside a leader that lets two busy time-outs pass after the first refusal [R11.17]', async () => {
  let lastActivity = NOON - BUSY_TIMEOUT * 10;
  const { run } = tab(refused, () => lastActivity);
  expect(await run()).toBeNull();
  vi.setSystemTime(NOON + 2 * BUSY_TIMEOUT - 1);
  expect(await run()).toBeNull();
  vi.setSystemTime(NOON + 2 * BUSY_TIMEOUT);
  expect(await run()).toBe('done');
  lastActivity = Date.now();
  expect(await run()).toBeNull();
});
