// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import { resolveInTime } from '#src/stytch/actors/resolve-in-time.ts';

const UNEXPECTED = { kind: 'failed', reason: 'unexpected', code: 'somethingWentWrong' };

const reported = vi.fn();
let outer: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('reportError', reported.mockClear());
  outer = new AbortController();
});
afterEach(() => {
  vi.useRealTimers();
});

it('resolves to the result, and leaves no timer', async () => {
  expect(await resolveInTime(outer.signal, async () => 'result')).toBe('result');
  expect(vi.getTimerCount()).toBe(0);
});

it('resolves to a time-out, and aborts what is late [R15.7]', async () => {
  const run = vi.fn((_: AbortSignal) => new Promise(() => undefined));
  const result = resolveInTime(outer.signal, run);
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT - 1);
  expect(run.mock.lastCall?.[0].aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({ reason: 'timeout', code: 'tookTooLong' });
  expect(run.mock.lastCall?.[0].aborted).toBe(true);
});

it('aborts with its actor, and reports nothing that fails because of that', async () => {
  const result = resolveInTime(
    outer.signal,
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  outer.abort();
  expect(await result).toMatchObject(UNEXPECTED);
  expect(reported).not.toHaveBeenCalled();
});
