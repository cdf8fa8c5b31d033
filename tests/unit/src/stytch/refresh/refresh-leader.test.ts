import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefreshLeader, type Locks } from '#src/stytch/refresh/refresh-leader.ts';

/** A tab. `request` answers for the lock. */
function tab(request: Locks['request']) {
  const runAsLeader = createRefreshLeader({ request }, () => 0, Date.now);
  const work = vi.fn(async () => 'done');
  return { work, run: () => runAsLeader(work) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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

// Other broken locks are in broken-apis.test.ts, and what a refused tab does is tested with the refresh.
it('works without a lock that answers late, once', async () => {
  const { run, work } = tab(async (_, _options, act) => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return act({});
  });
  const result = run();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toBe('done');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(1);
});
