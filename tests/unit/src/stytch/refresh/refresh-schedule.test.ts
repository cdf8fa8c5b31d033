// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { LONGEST_BACKOFF_DELAY as LONGEST } from '#machines/rules/backoff.ts';
import { CALL_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { createRefreshSchedule } from '#src/stytch/refresh/refresh-schedule.ts';

const NOON = Date.UTC(2026, 0, 5, 12);
const none = { succeededAt: 0, attemptedAt: 0, nextAttemptAt: 0, failures: 0 };
const request = { kind: 'request' };
const wait = (retryInMs: number) => ({ kind: 'defer', retryInMs });
const adopt = (at: number) => ({ kind: 'adopt', at });

beforeEach(() => localStorage.clear());

/** What a tab decides at noon when storage has these times. */
function decideWith(stored: string | object) {
  const text = typeof stored === 'string' ? stored : JSON.stringify({ ...none, ...stored });
  localStorage.setItem('auth_refresh', text);
  const { decide, failureCount } = createRefreshSchedule(() => NOON);
  return [decide('scheduled'), decide('urgent'), failureCount()];
}

const late = NOON - REFRESH_INTERVAL;
const waiting = { nextAttemptAt: NOON + 4_000, failures: 2 };

it.each([
  ['a success', { succeededAt: late + 1_001 }, [adopt(late + 1_001), adopt(late + 1_001), 0]],
  ['an old success', { succeededAt: late + 1_000 }, [request, request, 0]],
  ['a failure', { ...waiting, attemptedAt: NOON - 400 }, [wait(4_000), wait(600), 2]],
  ['an older one', { ...waiting, attemptedAt: NOON - 1_000 }, [wait(4_000), request, 2]],
  // The clocks of two tabs may differ by a second.
  [
    'a success to come',
    { succeededAt: NOON + 1_000 },
    [adopt(NOON + 1_000), adopt(NOON + 1_000), 0],
  ],
  ['the longest wait', { nextAttemptAt: NOON + LONGEST }, [wait(LONGEST), request, 0]],
])('decides by %s, in any tab [R11.8]', (_, stored, expected) => {
  expect(decideWith(stored)).toEqual(expected);
});

it.each([
  '{',
  '{"succeededAt":"yesterday"}',
  { succeededAt: NOON + 1_001 },
  { attemptedAt: NOON + 1_001 },
  { nextAttemptAt: NOON + LONGEST + 1 },
  { failures: null, succeededAt: NOON },
])('takes no time from %j, which a tab cannot have stored', (stored) => {
  expect(decideWith(stored)).toEqual([request, request, 0]);
});

it('waits while another tab asks, and counts the failures of the next outage anew [R11.8]', () => {
  const schedule = createRefreshSchedule(() => NOON);
  schedule.recordFailure(3, 4_000);
  schedule.recordAttempt();
  expect([schedule.failureCount(), schedule.decide('scheduled')]).toEqual([3, wait(CALL_TIMEOUT)]);
  schedule.recordSuccess();
  expect([schedule.failureCount(), schedule.decide('scheduled')]).toEqual([0, adopt(NOON)]);
});
