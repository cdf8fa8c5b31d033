import { describe, expect, test } from 'vitest';
import { initialContext } from '#machines/auth/auth.context.ts';
import {
  canSelect,
  guards,
  listedByTyping,
  resendAt,
  stepUpEmail,
} from '#machines/auth/auth.guards.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import {
  ACME,
  BIRCH,
  EMAIL,
  failureOf,
  SESSION,
  stepUpFor,
  TYPED_ORGANIZATION,
} from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';

const NOW = 1_000_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function contextWith(change: Partial<AuthContext> = {}): AuthContext {
  const context = initialContext({
    ...NEW_TAB,
    now: () => NOW,
    random: () => 0.5,
  });
  return { ...context, ...change };
}

describe('time limits, to the millisecond', () => {
  test.each([
    [null, true],
    [NOW, false],
    [NOW - 30 * SECOND + 1, false],
    [NOW - 30 * SECOND, true],
    [NOW + 1, true],
  ])('codeMayBeSent and linkMayBeSent, sent at %s: %s', (sentAt, expected) => {
    expect(guards.codeMayBeSent({ context: contextWith({ codeSentAt: sentAt }) })).toBe(expected);
    expect(guards.linkMayBeSent({ context: contextWith({ linkSentAt: sentAt }) })).toBe(expected);
    const again = expected || sentAt === null ? null : sentAt + 30 * SECOND;
    expect(resendAt(contextWith(), sentAt)).toBe(again);
  });

  test.each([
    [null, false],
    [NOW, true],
    [NOW - 10 * MINUTE + 1, true],
    [NOW - 10 * MINUTE, false],
  ])('codeWasSent and linkWasSent, sent at %s: %s', (sentAt, fresh) => {
    expect(guards.codeWasSent({ context: contextWith({ codeSentAt: sentAt }) })).toBe(fresh);
    expect(guards.linkWasSent({ context: contextWith({ linkSentAt: sentAt }) })).toBe(fresh);
  });

  test.each([0, 1, NOW])(
    'a code and a link may be sent, and count as not sent, before the first one with the clock at %i',
    (time) => {
      const context = contextWith({ now: () => time });
      expect(guards.codeMayBeSent({ context })).toBe(true);
      expect(guards.linkMayBeSent({ context })).toBe(true);
      expect(guards.codeWasSent({ context })).toBe(false);
      expect(guards.linkWasSent({ context })).toBe(false);
      expect(resendAt(context, null)).toBeNull();
    },
  );

  test.each([
    [NOW - 3 * MINUTE + 1, false],
    [NOW - 3 * MINUTE, true],
  ])('isOverdue, refreshed at %s: %s', (refreshedAt, overdue) => {
    expect(guards.isOverdue({ context: contextWith({ refreshedAt }) })).toBe(overdue);
  });

  test.each([
    [NOW + 5 * MINUTE + 1, false],
    [NOW + 5 * MINUTE, true],
    [NOW - MINUTE, true],
  ])('expiryIsNear, session until %s: %s', (expiresAt, near) => {
    const session = { ...SESSION, expiresAt };
    expect(guards.expiryIsNear({ context: contextWith({ session }) })).toBe(near);
    const warned = contextWith({ session, expiryWarned: true });
    expect(guards.expiryIsNear({ context: warned })).toBe(false);
    expect(guards.expiryIsNear({ context: contextWith() })).toBe(false);
  });
});

describe('the state of a sign-in', () => {
  test('stepUpEmail prefers the address of the step-up to that of the discovery', () => {
    const stepUp = { ...stepUpFor(ACME), emailAddress: 'own@acme.example' };
    expect(stepUpEmail(contextWith({ stepUp, emailAddress: EMAIL }))).toBe('own@acme.example');
    const without = { ...stepUp, emailAddress: null };
    expect(stepUpEmail(contextWith({ stepUp: without, emailAddress: EMAIL }))).toBe(EMAIL);
    expect(stepUpEmail(contextWith({ stepUp: without }))).toBeNull();
    expect(stepUpEmail(contextWith())).toBeNull();
  });

  test('canSelect is true with a list or an intermediate session [R6.1]', () => {
    expect(canSelect(contextWith())).toBe(false);
    expect(canSelect(contextWith({ organizations: [ACME] }))).toBe(true);
    expect(canSelect(contextWith({ hasIntermediateSession: true }))).toBe(true);
  });

  test('canSelectAfter is false when the failure ended the intermediate session and no list exists', () => {
    const open = contextWith({ hasIntermediateSession: true });
    expect(guards.canSelectAfter({ context: open }, failureOf('other'))).toBe(true);
    expect(guards.canSelectAfter({ context: open }, failureOf('intermediate'))).toBe(false);
    expect(guards.canSelectAfter({ context: open }, { kind: 'incomplete' })).toBe(false);
    const listed = contextWith({ organizations: [ACME] });
    expect(guards.canSelectAfter({ context: listed }, failureOf('intermediate'))).toBe(true);
    expect(guards.canSelectAfter({ context: contextWith() }, failureOf('other'))).toBe(false);
  });

  test('isAnotherSession is true for another member or another organization', () => {
    const context = contextWith({ session: SESSION });
    const is = (change: Partial<typeof SESSION>) =>
      guards.isAnotherSession({ context }, { ...SESSION, ...change });
    expect(is({})).toBe(false);
    expect(is({ sessionId: 'session-9', expiresAt: 1 })).toBe(false);
    expect(is({ memberId: 'member-ben' })).toBe(true);
    expect(is({ organization: BIRCH })).toBe(true);
    expect(guards.isAnotherSession({ context: contextWith() }, SESSION)).toBe(true);
  });

  test('listedByTyping finds a listed organization by its name or slug [R6.9]', () => {
    const context = contextWith({ organizations: [ACME, BIRCH] });
    expect(listedByTyping(context, ' BIRCH ')).toBe(BIRCH);
    expect(listedByTyping(context, 'birch')).toBe(BIRCH);
    expect(listedByTyping(context, 'cedar')).toBeNull();
    expect(listedByTyping(context, '  ')).toBeNull();
  });

  test('willExchange is true for an existing organization with an intermediate session [R7.1, R7.2]', () => {
    const open = contextWith({ hasIntermediateSession: true });
    expect(guards.willExchange({ context: open }, ACME)).toBe(true);
    expect(guards.willExchange({ context: open }, TYPED_ORGANIZATION)).toBe(false);
    expect(guards.willExchange({ context: contextWith() }, ACME)).toBe(false);
  });

  test('hasSecondFactor is true only with an intermediate session', () => {
    const secondFactor = {
      organization: ACME,
      memberId: 'member-ada',
      emailAddress: EMAIL,
      factor: 'totp',
    } as const;
    expect(guards.hasSecondFactor({ context: contextWith({ secondFactor }) })).toBe(false);
    const open = contextWith({ secondFactor, hasIntermediateSession: true });
    expect(guards.hasSecondFactor({ context: open })).toBe(true);
  });
});
