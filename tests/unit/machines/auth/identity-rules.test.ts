import { describe, expect, test } from 'vitest';
import {
  ANSWERED,
  identityNoteOf,
  initialContext,
  intermediateKept,
  NO_STORED_SIGN_IN,
  showsNoSignIn,
} from '#machines/auth/auth.context.ts';
import { addressOf, guards } from '#machines/auth/auth.guards.ts';
import { holdIdentity, rememberHandedOff } from '#machines/auth/auth.identity.ts';
import type { ActorResult, AuthContext, AuthInput } from '#machines/auth/auth.types.ts';
import {
  ACME,
  DISCOVERY,
  DORAS_SESSION,
  EMAIL,
  SESSION,
  STORED_INTERMEDIATE,
  secondFactorFor,
  stepUpFor,
} from '#machines/explore/fixtures.ts';
import { NEW_TAB } from '#machines/explore/start-inputs.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';

const NOW = 1_000_000_000;
const testMachine = createTestMachine();

const contextAtStart = (change: Partial<AuthInput> = {}) =>
  initialContext({ ...NEW_TAB, now: () => NOW, random: () => 0.5, ...change });

const contextWith = (change: Partial<AuthContext>): AuthContext => ({
  ...contextAtStart(),
  ...change,
});

/** A tab that shows the list of a person. */
const LISTED = {
  emailAddress: EMAIL,
  organizations: DISCOVERY.organizations,
  hasIntermediateSession: true,
  intermediateDigest: STORED_INTERMEDIATE,
} satisfies Partial<AuthContext>;

const OWN_SESSION = { kind: 'authenticated', session: SESSION, at: NOW } as const;
const REFRESHED = { kind: 'refreshed', session: SESSION, isConfirmed: true, at: NOW } as const;
const WITHOUT_ADDRESS = {
  kind: 'mfa_required',
  secondFactor: { ...secondFactorFor('totp'), emailAddress: null },
  intermediateDigest: STORED_INTERMEDIATE,
  at: NOW,
} as const;

describe('the note for the next page [R22.11]', () => {
  const noteOf = (input: Partial<AuthInput>) =>
    identityNoteOf(testMachine.start({ ...NEW_TAB, ...input }).actor.getSnapshot());

  test.each([
    ['in a new tab', {}, null],
    ['while an answer is redeemed', { callback: 'discovery_oauth' }, 'unknown'],
    ['while a link waits for its confirmation', { callback: 'magic_link' }, null],
    [
      'while a link of an unknown person waits for its confirmation',
      { callback: 'magic_link', identityNote: 'unknown' },
      'unknown',
    ],
    ['after an answer without a result', { identityNote: 'unknown' }, 'unknown'],
    ['while a session is asked about', { session: SESSION }, 'open'],
  ] as const)('is %s', (_, input, note) => {
    expect(noteOf(input)).toBe(note);
  });

  test.each([
    ['answer', { callback: 'discovery_oauth' }, false],
    ['answer', {}, true],
    ['open', { session: SESSION }, false],
    ['open', {}, true],
    ['unknown', { session: SESSION }, true],
    ['unknown', { callback: 'discovery_oauth' }, true],
  ] as const)('%s with %j makes the person unknown: %s', (identityNote, input, isUnknown) => {
    expect(contextAtStart({ ...input, identityNote }).isPersonUnknown).toBe(isUnknown);
  });
});

describe('a sign-in that a tab has stored', () => {
  test('goes on only with an intermediate session that the tab can recognise', () => {
    const hasSession = (intermediateDigest: string | null) =>
      contextAtStart({
        storedSignIn: { ...NO_STORED_SIGN_IN, hasIntermediateSession: true, intermediateDigest },
        hasIntermediateCookie: true,
      }).hasIntermediateSession;
    expect(hasSession(STORED_INTERMEDIATE)).toBe(true);
    expect(hasSession(null)).toBe(false);
  });

  test('is shown also by its list alone', () => {
    expect(showsNoSignIn(contextWith({}))).toBe(true);
    expect(showsNoSignIn(contextWith({ organizations: DISCOVERY.organizations }))).toBe(false);
  });

  test('gets a new deadline when a step is required at its end [R13.8]', () => {
    const context = contextWith({ ...LISTED, intermediateExpiresAt: NOW });
    const kept = intermediateKept(context, { at: NOW, intermediateDigest: STORED_INTERMEDIATE });
    expect(kept.intermediateExpiresAt).toBeGreaterThan(NOW);
  });
});

describe('a result belongs to another person [R22.1]', () => {
  const isAsked = (change: Partial<AuthContext>, result: ActorResult) =>
    guards.isAnotherPerson({ context: contextWith(change) }, result);

  test('when the answer for one organization comes to a tab without a known person [R5.14]', () => {
    expect(isAsked({ ...LISTED, callback: 'oauth' }, OWN_SESSION)).toBe(false);
    expect(isAsked({ ...LISTED, callback: 'oauth', isPersonUnknown: true }, OWN_SESSION)).toBe(
      true,
    );
  });

  test('unless its address is unknown and the tab sent the call itself', () => {
    expect(isAsked(LISTED, WITHOUT_ADDRESS)).toBe(false);
    expect(isAsked({ ...LISTED, callback: 'oauth' }, WITHOUT_ADDRESS)).toBe(true);
  });

  test('when a list names nobody and its intermediate session is another one', () => {
    const list = (intermediateDigest: string) =>
      ({
        kind: 'discovered',
        discovery: { ...DISCOVERY, emailAddress: null },
        intermediateDigest,
        at: NOW,
      }) as const;
    expect(isAsked(LISTED, list(STORED_INTERMEDIATE))).toBe(false);
    expect(isAsked(LISTED, list('another'))).toBe(true);
  });

  test('when a support person takes the place of the member, and the other way round', () => {
    const impersonated = { ...SESSION, impersonated: true };
    expect(isAsked({ session: SESSION }, REFRESHED)).toBe(false);
    expect(isAsked({ session: SESSION }, { ...REFRESHED, session: impersonated })).toBe(true);
    expect(isAsked({ session: impersonated }, REFRESHED)).toBe(true);
  });

  test('names nobody when it is no sign-in', () => {
    expect(addressOf({ kind: 'sent', at: NOW })).toBeNull();
  });
});

describe('the question about another person', () => {
  test('leaves the person unknown who impersonated a member [R22.11]', () => {
    const held = (impersonated: boolean) =>
      holdIdentity(
        { context: contextWith({ session: { ...SESSION, impersonated } }) },
        { ...OWN_SESSION, session: DORAS_SESSION },
      );
    expect(held(false).isPersonUnknown).toBe(false);
    expect(held(true).isPersonUnknown).toBe(true);
  });
});

describe('a link that another tab goes on with [R22.11]', () => {
  const rememberIn = (change: Partial<AuthContext>, emailAddress: string | null) =>
    rememberHandedOff({ context: contextWith(change) }, { kind: 'handed_off', emailAddress });
  const UNKNOWN = { callback: null, isPersonUnknown: true };

  test('is waited for with its address, or ends the question who is here', () => {
    const waiting = { ...ANSWERED, emailAddress: EMAIL, callback: 'handed_off' };
    expect(rememberIn({}, EMAIL)).toEqual(waiting);
    expect(rememberIn({ emailAddress: EMAIL }, EMAIL)).toEqual(waiting);
    expect(rememberIn(LISTED, EMAIL)).toEqual(ANSWERED);
    const stepUp = stepUpFor(ACME, 'email_otp');
    expect(rememberIn({ emailAddress: EMAIL, stepUp }, EMAIL)).toEqual(ANSWERED);
  });

  test('leaves the person unknown when it is of another one, or of an unknown address', () => {
    expect(rememberIn(LISTED, 'dora@acme.example')).toEqual(UNKNOWN);
    expect(rememberIn({}, null)).toEqual(UNKNOWN);
    expect(rememberIn({ isPersonUnknown: true }, EMAIL)).toEqual(UNKNOWN);
  });
});

test('a verification is left for the organization before it only without a session [R11.25]', () => {
  expect(guards.canReturn({ context: contextWith({ returnTo: ACME }) })).toBe(true);
  expect(guards.canReturn({ context: contextWith({ returnTo: ACME, session: SESSION }) })).toBe(
    false,
  );
});
