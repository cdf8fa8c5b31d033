import { describe, expect, test } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import { statePath } from '#machines/auth/state-path.ts';
import {
  DISCOVERY,
  failureOf,
  SESSION,
  STORED_INTERMEDIATE,
} from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { messages } from '#machines/rules/messages.ts';
import { createTestMachine, settleCall, type TestRun } from '#tests/model/support/test-machine.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const testMachine = createTestMachine();

function pathOf(run: TestRun): string {
  return statePath(run.actor.getSnapshot().value);
}

/** Expects that the state changes after this time, and not a millisecond earlier. */
function expectToLeaveAfter(run: TestRun, ms: number, next: string): void {
  const before = pathOf(run);
  run.clock.advance(ms - 1);
  expect(pathOf(run)).toBe(before);
  run.clock.advance(1);
  expect(pathOf(run)).toBe(next);
}

/** Starts a tab whose first refresh returned at `at` a session until `expiresAt`; both relative to now. */
async function refreshed(session: { readonly expiresAt: number; readonly at?: number }) {
  const run = testMachine.start(signedInTab(SESSION));
  const [call] = run.pending;
  if (call === undefined) throw new Error('No refresh is pending.');
  const now = run.now();
  const output = {
    kind: 'refreshed',
    session: { ...SESSION, expiresAt: now + session.expiresAt },
    at: now + (session.at ?? 0),
  };
  await settleCall(call, { output });
  expect(pathOf(run)).toBe('signedIn.authenticated');
  return run;
}

describe('REFRESH_DUE', () => {
  const next = 'signedIn.refreshing';

  test('is three minutes after the last refresh [R11.3]', async () => {
    expectToLeaveAfter(await refreshed({ expiresAt: DAY }), 3 * MINUTE, next);
  });

  test('is three minutes after a refresh of another tab', async () => {
    expectToLeaveAfter(await refreshed({ expiresAt: DAY, at: -MINUTE }), 2 * MINUTE, next);
    const almost = -3 * MINUTE + 1;
    expectToLeaveAfter(await refreshed({ expiresAt: DAY, at: almost }), 1, next);
  });

  test('is the end of the session, when that is earlier [R11.3]', async () => {
    expectToLeaveAfter(await refreshed({ expiresAt: MINUTE }), MINUTE, next);
    expectToLeaveAfter(await refreshed({ expiresAt: 3 * MINUTE }), 3 * MINUTE, next);
    expectToLeaveAfter(await refreshed({ expiresAt: 3 * MINUTE + 1 }), 3 * MINUTE, next);
  });

  test('waits three minutes when the session has already ended', async () => {
    expectToLeaveAfter(await refreshed({ expiresAt: 0 }), 3 * MINUTE, next);
    expectToLeaveAfter(await refreshed({ expiresAt: -1 }), 3 * MINUTE, next);
  });
});

describe('EXPIRY_WARNING', () => {
  const warned = (run: TestRun) => run.actor.getSnapshot().context.expiryWarned;

  test('warns five minutes before the end [R11.11]', async () => {
    const run = await refreshed({ expiresAt: 6 * MINUTE });
    run.clock.advance(MINUTE - 1);
    expect(warned(run)).toBe(false);
    run.clock.advance(1);
    expect(warned(run)).toBe(true);
  });

  test('warns immediately when five minutes or less are left', async () => {
    const run = await refreshed({ expiresAt: 5 * MINUTE });
    run.clock.advance(1);
    expect(warned(run)).toBe(true);
  });

  test('does not warn early when the delay exceeds the longest timer', async () => {
    const run = await refreshed({ expiresAt: 60 * DAY });
    run.clock.advance(2 * MINUTE);
    expect(warned(run)).toBe(false);
    expect(run.clock.nextDue()).toBe(3 * MINUTE);
  });
});

describe('the end of a session', () => {
  const unreachable = { kind: 'unavailable', retryInMs: 256_000 };

  /** Lets the refresh that is due return this. */
  async function settleRefresh(run: TestRun, output: unknown): Promise<void> {
    const [call] = run.pending;
    if (call === undefined) throw new Error('No refresh is pending.');
    await settleCall(call, { output });
  }

  test('comes after one more attempt while the provider cannot be reached [R11.19]', async () => {
    const run = await refreshed({ expiresAt: 4 * MINUTE });
    run.clock.advance(3 * MINUTE);
    await settleRefresh(run, unreachable);
    // Before the 256 seconds of the backoff.
    expectToLeaveAfter(run, MINUTE, 'signedIn.refreshing');
    await settleRefresh(run, unreachable);
    expect(pathOf(run)).toBe('signedOut.default');
    expect(run.actor.getSnapshot().context.notice?.text).toBe(messages.sessionEnded);
    expect(run.emitted).toContainEqual({ type: 'signedOut', reason: 'expired' });
    expect(run.actions).toContain('removeSession');
  });

  test('comes after one attempt when the computer slept past it, also without an answer [R11.19]', async () => {
    const run = await refreshed({ expiresAt: DAY });
    run.sleep(DAY + 3 * 60 * MINUTE);
    run.sendExternal({ type: 'page.visible' });
    expect(pathOf(run)).toBe('signedIn.refreshing');
    await settleRefresh(run, failureOf('timeout'));
    expect(pathOf(run)).toBe('signedOut.default');
  });

  test('does not come while another tab asks the provider, nor by a clock by which it had come before', async () => {
    const deferred = await refreshed({ expiresAt: 4 * MINUTE });
    deferred.clock.advance(3 * MINUTE);
    deferred.sleep(DAY);
    await settleRefresh(deferred, { kind: 'deferred', retryInMs: 1_000 });
    expect(pathOf(deferred)).toBe('signedIn.authenticated');
    const ahead = await refreshed({ expiresAt: -MINUTE });
    ahead.clock.advance(3 * MINUTE);
    await settleRefresh(ahead, unreachable);
    expectToLeaveAfter(ahead, 256_000, 'signedIn.refreshing');
  });
});

describe('INTERMEDIATE_EXPIRY', () => {
  const storedSignIn = {
    ...NO_STORED_SIGN_IN,
    ...DISCOVERY,
    intermediateDigest: STORED_INTERMEDIATE,
    intermediateExpiresAt: 4 * MINUTE,
  };
  const input: StartInputData = { ...NEW_TAB, storedSignIn, hasIntermediateCookie: true };
  const hasEnded = (run: TestRun) => run.actor.getSnapshot().context.intermediateDigest === null;

  test('does not end it without a known deadline', () => {
    const run = testMachine.start({
      ...input,
      storedSignIn: { ...storedSignIn, intermediateExpiresAt: null },
    });
    // The longest delay of a browser timer; a longer one would fire at once.
    expect(run.clock.nextDue()).toBe(2_147_483_647);
    run.clock.advance(20 * DAY);
    expect(hasEnded(run)).toBe(false);
  });

  test('ends it immediately when the deadline has passed', () => {
    const run = testMachine.start({
      ...input,
      storedSignIn: { ...storedSignIn, intermediateExpiresAt: -1 },
    });
    run.clock.advance(1);
    expect(hasEnded(run)).toBe(true);
  });

  test('is not needed when the cookie is missing at boot: the intermediate session has ended', () => {
    const run = testMachine.start({ ...input, hasIntermediateCookie: false });
    expect(hasEnded(run)).toBe(true);
  });
});
