import { describe, expect, test } from 'vitest';
import {
  initialContext,
  isNearEnd,
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
  secondFactorFor,
  stepUpFor,
} from '#machines/explore/fixtures.ts';
import { NEW_TAB } from '#machines/explore/start-inputs.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

/** Everything a tab can remember at once, whether or not a sign-in ever has it all. */
const STORED_SIGN_IN: StoredSignIn = {
  ...DISCOVERY,
  emailAddress: EMAIL,
  hasIntermediateSession: true,
  intermediateExpiresAt: NOW + MINUTE,
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

describe('what a tab remembers of a sign-in [R13.1, R13.2]', () => {
  test('comes back from storage', () => {
    const context = initialContext(inputWith(STORED_SIGN_IN));
    expect(context).toMatchObject(STORED_SIGN_IN);
    expect(storedSignInOf(context)).toEqual(STORED_SIGN_IN);
  });

  test('is nothing once somebody is in [R7.4]', () => {
    const context = {
      ...initialContext(inputWith(STORED_SIGN_IN)),
      ...signedInContext(SESSION, NOW),
    };
    expect(storedSignInOf(context)).toEqual({
      emailAddress: null,
      organizations: [],
      hasIntermediateSession: false,
      intermediateExpiresAt: null,
      selectedOrganization: null,
      stepUp: null,
      secondFactor: null,
      codeSentAt: null,
      linkSentAt: null,
    });
  });
});

describe('the end of a session', () => {
  test.each([
    [5 * MINUTE + 1, false],
    [5 * MINUTE, true],
    [0, true],
    [-MINUTE, true],
  ])('is near %i ms before it: %s', (left, near) => {
    const session = { ...SESSION, expiresAt: NOW + left };
    expect(isNearEnd(session, NOW)).toBe(near);
    expect(signedInContext(session, NOW).expiryWarned).toBe(near);
  });
});
