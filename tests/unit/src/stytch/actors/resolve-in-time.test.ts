// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { resolveInTime } from '#src/stytch/actors/resolve-in-time.ts';

const TIMEOUT = { kind: 'failed', reason: 'timeout', message: messages.tookTooLong };
const UNEXPECTED = { kind: 'failed', reason: 'unexpected', message: messages.somethingWentWrong };
const forEver = () => new AbortController().signal;

const reported = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('reportError', reported.mockClear());
});
afterEach(() => {
  vi.useRealTimers();
});

it('resolves to the result, and leaves no timer', async () => {
  expect(await resolveInTime(forEver(), async () => 'result')).toBe('result');
  expect(vi.getTimerCount()).toBe(0);
});

it('resolves to a time-out, and aborts what is late [R15.7]', async () => {
  let inner = forEver();
  const result = resolveInTime(forEver(), (signal) => {
    inner = signal;
    return new Promise(() => undefined);
  });
  await vi.advanceTimersByTimeAsync(BUSY_TIMEOUT - 1);
  expect(inner.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject(TIMEOUT);
  expect(inner.aborted).toBe(true);
});

it.each([
  ['rejects', () => Promise.reject(new Error('a defect'))],
  [
    'throws',
    () => {
      throw new Error('a defect');
    },
  ],
])('resolves to a failure when the call %s, and reports the error', async (_, run) => {
  expect(await resolveInTime(forEver(), run)).toMatchObject(UNEXPECTED);
  expect(reported.mock.calls).toEqual([[new Error('a defect')]]);
});

it('aborts with its actor, and reports nothing that fails because of that', async () => {
  const controller = new AbortController();
  const result = resolveInTime(
    controller.signal,
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  controller.abort();
  expect(await result).toMatchObject(UNEXPECTED);
  expect(reported).not.toHaveBeenCalled();
});
