import { describe, expect, test } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import { statePath } from '#machines/auth/auth.view.ts';
import { ACME, DISCOVERY, SESSION, stepUpFor } from '#machines/explore/fixtures.ts';
import { NEW_TAB, type StartInputData } from '#machines/explore/start-inputs.ts';
import { messages } from '#machines/rules/messages.ts';
import { createTestMachine, settleCall, type TestRun } from '#tests/model/support/test-machine.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const testMachine = createTestMachine();

function at(run: TestRun): string {
  return statePath(run.actor.getSnapshot().value);
}

/** The state is left at this moment, and not a millisecond before. */
function expectToLeaveAfter(run: TestRun, ms: number, next: string): void {
  const before = at(run);
  run.clock.advance(ms - 1);
  expect(at(run)).toBe(before);
  run.clock.advance(1);
  expect(at(run)).toBe(next);
}

/** A tab whose first refresh was answered at `at`, with a session until `expiresAt`; both from now. */
async function refreshed(session: { readonly expiresAt: number; readonly at?: number }) {
  const run = testMachine.start({ ...NEW_TAB, session: SESSION });
  const [call] = run.pending;
  if (call === undefined) throw new Error('Nothing is refreshed.');
  const moment = run.now();
  const output = {
    kind: 'refreshed',
    session: { ...SESSION, expiresAt: moment + session.expiresAt },
    at: moment + (session.at ?? 0),
  };
  await settleCall(call, { output });
  expect(at(run)).toBe('signedIn.authenticated');
  return run;
}

describe('when the next refresh is due', () => {
  const next = 'signedIn.refreshing.attempting';

  test('three minutes after the last [R11.3]', async () => {
    expectToLeaveAfter(await refreshed({ expiresAt: DAY }), 3 * MINUTE, next);
  });

  test('three minutes after another tab refreshed', async () => {
    expectToLeaveAfter(await refreshed({ expiresAt: DAY, at: -MINUTE }), 2 * MINUTE, next);
    const almost = -3 * MINUTE + 1;
    expectToLeaveAfter(await refreshed({ expiresAt: DAY, at: almost }), 1, next);
  });

  test.each([-3 * MINUTE, -DAY, 1, DAY])('a refresh %i ms from now counts as now', async (when) => {
    expectToLeaveAfter(await refreshed({ expiresAt: 2 * DAY, at: when }), 3 * MINUTE, next);
  });

  test('at the end of the session, when that comes first [R11.3]', async () => {
    expectToLeaveAfter(await refreshed({ expiresAt: MINUTE }), MINUTE, next);
    expectToLeaveAfter(await refreshed({ expiresAt: 3 * MINUTE }), 3 * MINUTE, next);
    expectToLeaveAfter(await refreshed({ expiresAt: 3 * MINUTE + 1 }), 3 * MINUTE, next);
  });

  test('not at once, when the session has ended already', async () => {
    expectToLeaveAfter(await refreshed({ expiresAt: 0 }), 3 * MINUTE, next);
    expectToLeaveAfter(await refreshed({ expiresAt: -1 }), 3 * MINUTE, next);
  });
});

describe('when a member is warned', () => {
  const warned = (run: TestRun) => run.actor.getSnapshot().context.expiryWarned;

  test('five minutes before the end, and once [R11.11]', async () => {
    const run = await refreshed({ expiresAt: 6 * MINUTE });
    run.clock.advance(MINUTE - 1);
    expect(warned(run)).toBe(false);
    run.clock.advance(1);
    expect(warned(run)).toBe(true);
  });

  test('at once, when it is later than that', async () => {
    const run = await refreshed({ expiresAt: 5 * MINUTE });
    run.clock.advance(0);
    expect(warned(run)).toBe(true);
  });

  test('never by a session that lasts longer than a timer can', async () => {
    const run = await refreshed({ expiresAt: 60 * DAY });
    run.clock.advance(2 * MINUTE);
    expect(warned(run)).toBe(false);
    expect(run.clock.nextDue()).toBe(3 * MINUTE);
  });
});

describe('when an intermediate session is over', () => {
  const storedSignIn = {
    ...NO_STORED_SIGN_IN,
    ...DISCOVERY,
    hasIntermediateSession: true,
    intermediateExpiresAt: 4 * MINUTE,
  };
  const input: StartInputData = { ...NEW_TAB, storedSignIn, hasIntermediateCookie: true };
  const over = (run: TestRun) => !run.actor.getSnapshot().context.hasIntermediateSession;

  test('after the rest of its ten minutes, across a reload [R6.14, R13.8]', () => {
    const run = testMachine.start(input);
    run.clock.advance(4 * MINUTE - 1);
    expect(over(run)).toBe(false);
    run.clock.advance(1);
    expect(over(run)).toBe(true);
    const { context } = run.actor.getSnapshot();
    expect(context.notice?.text).toBe(messages.intermediateExpired);
    expect(context.organizations).toEqual(storedSignIn.organizations);
    expect(context.intermediateExpiresAt).toBeNull();
  });

  test('not while its deadline is not known', () => {
    const run = testMachine.start({
      ...input,
      storedSignIn: { ...storedSignIn, intermediateExpiresAt: null },
    });
    // The most a timer holds: one of a millisecond more fires at once.
    expect(run.clock.nextDue()).toBe(2_147_483_647);
    run.clock.advance(20 * DAY);
    expect(over(run)).toBe(false);
  });

  test('at once, when the deadline has passed', () => {
    const run = testMachine.start({
      ...input,
      storedSignIn: { ...storedSignIn, intermediateExpiresAt: -1 },
    });
    run.clock.advance(0);
    expect(over(run)).toBe(true);
  });

  test('in a step-up it is only said [R8.17]', () => {
    const stepUp = stepUpFor(ACME, 'email_otp');
    const run = testMachine.start({
      ...input,
      storedSignIn: { ...storedSignIn, stepUp, selectedOrganization: ACME },
    });
    const before = at(run);
    run.clock.advance(4 * MINUTE);
    expect(at(run)).toBe(before);
    const { notice } = run.actor.getSnapshot().context;
    expect(notice?.text).toBe(messages.intermediateExpiredInStepUp);
  });

  test('a cookie that is gone ends it before its time', () => {
    const run = testMachine.start({ ...input, hasIntermediateCookie: false });
    expect(over(run)).toBe(true);
  });
});
