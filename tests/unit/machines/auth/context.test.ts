import { describe, expect, test } from 'vitest';
import {
  initialContext,
  isNearEnd,
  NO_STORED_SIGN_IN,
  signedInContext,
  storedSignInOf,
} from '#machines/auth/auth.context.ts';
import type { AuthInput, StoredSignIn } from '#machines/auth/auth.types.ts';
import {
  ACME,
  BIRCH,
  DISCOVERY,
  EMAIL,
  SESSION,
  STORED_INTERMEDIATE,
  secondFactorFor,
  stepUpFor,
} from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

/** Every value set, although no real sign-in has them all. */
const STORED_SIGN_IN: StoredSignIn = {
  ...DISCOVERY,
  emailAddress: EMAIL,
  hasIntermediateSession: true,
  intermediateExpiresAt: NOW + MINUTE,
  intermediateDigest: STORED_INTERMEDIATE,
  selectedOrganization: ACME,
  stepUp: stepUpFor(BIRCH, 'email_otp'),
  secondFactor: secondFactorFor('totp'),
  codeSentAt: NOW - 1,
  linkSentAt: NOW - 2,
};

function inputWith(storedSignIn: StoredSignIn): AuthInput {
  return {
    ...NEW_TAB,
    storedSignIn,
    hasIntermediateCookie: true,
    now: () => NOW,
    random: () => 0.5,
  };
}

describe('storedSignInOf [R13.1, R13.2]', () => {
  test('returns the stored sign-in that the context started with', () => {
    const context = initialContext(inputWith(STORED_SIGN_IN));
    expect(context).toMatchObject(STORED_SIGN_IN);
    expect(storedSignInOf(context)).toEqual(STORED_SIGN_IN);
  });

  test('returns empty values for a signed-in member [R7.4]', () => {
    const context = {
      ...initialContext(inputWith(STORED_SIGN_IN)),
      ...signedInContext(SESSION, NOW),
    };
    expect(storedSignInOf(context)).toEqual(NO_STORED_SIGN_IN);
  });

  test('returns empty values also for a member whose session another tab has started [R7.4]', () => {
    const input = inputWith({ ...STORED_SIGN_IN, emailAddress: SESSION.emailAddress });
    const context = initialContext({ ...input, session: SESSION });
    expect(context.session).toBe(SESSION);
    expect(storedSignInOf(context)).toEqual(NO_STORED_SIGN_IN);
  });
});

describe('an address without a token [R5.9]', () => {
  const callbackOf = (input: AuthInput) =>
    initialContext({ ...input, callback: 'no_token' }).callback;

  test('that is opened again says nothing over a list, which goes on', () => {
    expect(callbackOf(inputWith(STORED_SIGN_IN))).toBeNull();
  });

  test('is explained in a tab without a list, and in one with a session [R5.10]', () => {
    expect(callbackOf(inputWith(NO_STORED_SIGN_IN))).toBe('no_token');
    expect(callbackOf({ ...inputWith(STORED_SIGN_IN), session: SESSION })).toBe('no_token');
  });

  test('keeps any other callback', () => {
    const denied = initialContext({ ...inputWith(STORED_SIGN_IN), callback: 'denied' });
    expect(denied.callback).toBe('denied');
  });
});

describe('isNearEnd', () => {
  test.each([
    [5 * MINUTE + 1, false],
    [5 * MINUTE, true],
    [0, true],
    [-MINUTE, true],
  ])('with %i ms left is %s', (left, near) => {
    const session = { ...SESSION, expiresAt: NOW + left };
    expect(isNearEnd(session, NOW)).toBe(near);
    expect(signedInContext(session, NOW).expiryWarned).toBe(near);
  });
});
