import { expect, it, vi } from 'vitest';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { OTHER_SESSION, SESSION } from '#machines/auth-cases/fixtures.ts';
import { createSessionChangeNotifier } from '#src/stytch/session/session-change-notifier.ts';

const ENDED_ELSEWHERE = { type: 'session.gone', reason: 'elsewhere' };
const EXPIRED = { type: 'session.gone', reason: 'expired' };
const found = (session: SignedInSession) => ({ type: 'session.found', session });

/** A notifier with what the browser holds, which a test changes. */
function setUp(initial: SignedInSession | null = null) {
  const browser = {
    session: initial,
    lastSignOut: 'the first',
  };
  const send = vi.fn();
  const notifier = createSessionChangeNotifier({
    initial,
    currentSession: () => browser.session,
    lastSignOut: () => browser.lastSignOut,
    send,
  });
  /** The SDK holds a session. */
  const hold = (session: SignedInSession) => {
    browser.session = session;
  };
  return { browser, hold, notifier, sent: () => send.mock.calls.map(([event]) => event) };
}

/** A call of this tab that a test settles. */
function pendingCall() {
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { call: () => settled, settle: () => settle() };
}

it('returns reason elsewhere when this tab has refreshed its session after the sign-out', () => {
  const { browser, notifier, sent } = setUp(SESSION);
  browser.lastSignOut = 'the second';
  notifier.acknowledge({ ...SESSION, expiresAt: SESSION.expiresAt + 1 });
  browser.session = null;
  notifier.notifyIfChanged();
  expect(sent()).toEqual([ENDED_ELSEWHERE]);
});

it('returns reason expired when the last sign-out was before the session of this tab', () => {
  const { browser, notifier, sent } = setUp();
  browser.lastSignOut = 'the second';
  notifier.acknowledge(SESSION);
  notifier.notifyIfChanged();
  expect(sent()).toEqual([EXPIRED]);
});

it('sends a change by a call of this tab once, after the call has settled', async () => {
  const { hold, notifier, sent } = setUp();
  const { call, settle } = pendingCall();
  const calling = notifier.duringOwnCall(call);
  hold(SESSION);
  notifier.notifyIfChanged();
  expect(sent()).toEqual([]);
  settle();
  await calling;
  expect(sent()).toEqual([found(SESSION)]);
  hold(OTHER_SESSION);
  notifier.notifyIfChanged();
  expect(sent()).toEqual([found(SESSION), found(OTHER_SESSION)]);
});

it('sends the end by a sign-out in another tab at once, also during a call of this tab', async () => {
  const { browser, notifier, sent } = setUp(SESSION);
  const { call, settle } = pendingCall();
  const calling = notifier.duringOwnCall(call);
  browser.session = null;
  notifier.notifyIfChanged();
  expect(sent()).toEqual([]);
  browser.lastSignOut = 'the second';
  notifier.notifyIfChanged();
  expect(sent()).toEqual([ENDED_ELSEWHERE]);
  settle();
  await calling;
  expect(sent()).toHaveLength(1);
});

it('sends a change only after the last of several calls of this tab has settled', async () => {
  const { hold, notifier, sent } = setUp();
  const { call, settle } = pendingCall();
  const calling = notifier.duringOwnCall(call);
  hold(SESSION);
  await notifier.duringOwnCall(async () => undefined);
  expect(sent()).toEqual([]);
  settle();
  await calling;
  expect(sent()).toEqual([found(SESSION)]);
});
