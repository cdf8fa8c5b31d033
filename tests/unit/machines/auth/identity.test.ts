import { describe, expect, test } from 'vitest';
import {
  identityNoteOf,
  NO_STORED_SIGN_IN,
  outdatedSignIn,
  storedSignInOf,
} from '#machines/auth/auth.context.ts';
import type { ActorResult, Discovered } from '#machines/auth/auth.types.ts';
import { authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import {
  ACME,
  BIRCH,
  DISCOVERY,
  DORAS_DISCOVERY,
  DORAS_SESSION,
  EMAIL,
  NEW_INTERMEDIATE,
  OTHER_SESSION,
  organizationOf,
  SESSION,
  STORED_INTERMEDIATE,
  secondFactorFor,
  stepUpFor,
  TYPED_ORGANIZATION,
} from '#machines/explore/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/explore/start-inputs.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { createTestMachine, settleCall, type TestRun } from '#tests/model/support/test-machine.ts';

const DORA = DORAS_SESSION.emailAddress;
const testMachine = createTestMachine();

/** Ada's list of organizations, read with the intermediate session in the cookie. */
const ADAS_LIST: StartInputData = {
  ...NEW_TAB,
  hasIntermediateCookie: true,
  storedSignIn: {
    ...NO_STORED_SIGN_IN,
    ...DISCOVERY,
    hasIntermediateSession: true,
    intermediateDigest: STORED_INTERMEDIATE,
  },
};
const ADAS_STEP_UP: StartInputData = {
  ...ADAS_LIST,
  storedSignIn: { ...ADAS_LIST.storedSignIn, stepUp: stepUpFor(BIRCH, 'email_otp', 'magic_link') },
};

const ADAS_SECOND_FACTOR: StartInputData = {
  ...ADAS_LIST,
  storedSignIn: {
    ...ADAS_LIST.storedSignIn,
    organizations: [],
    secondFactor: secondFactorFor('totp'),
  },
};

const found = (emailAddress: string | null, requestedHere?: boolean): Discovered => ({
  kind: 'discovered',
  discovery: { ...DORAS_DISCOVERY, emailAddress },
  intermediateDigest: NEW_INTERMEDIATE,
  at: 0,
  ...(requestedHere === undefined ? {} : { requestedHere }),
});
const dorasSession: ActorResult = { kind: 'authenticated', session: DORAS_SESSION, at: 0 };

async function settle(run: TestRun, output: ActorResult): Promise<void> {
  const [call] = run.pending;
  if (call === undefined) throw new Error('No call is pending.');
  await settleCall(call, { output });
}

const pathOf = (run: TestRun) => statePath(run.actor.getSnapshot().value);

function expectQuestion(run: TestRun, emailAddress: string | null, current: string | null): void {
  expect(pathOf(run)).toBe('signedOut.confirmingIdentity');
  expect(authView(run.actor.getSnapshot())).toMatchObject({
    screen: 'confirmIdentity',
    emailAddress,
    currentEmailAddress: current,
  });
  expect(run.actor.getSnapshot().context.session).toBeNull();
}

describe('a redeemed link', () => {
  const link: StartInputData = { ...NEW_TAB, callback: 'magic_link', linkWasRequestedHere: true };
  const remembered = { ...NO_STORED_SIGN_IN, selectedOrganization: organizationOf(ACME) };

  test('of a person who did not request it here is asked about, and nothing is exchanged [R22.1, R22.3]', async () => {
    const run = testMachine.start({ ...link, storedSignIn: remembered });
    await settle(run, found(DORA, false));
    expectQuestion(run, DORA, null);
    expect([...run.pending]).toEqual([]);
  });

  test('that was requested here for its address continues with the remembered organization [R22.3]', async () => {
    const run = testMachine.start({ ...link, storedSignIn: remembered });
    await settle(run, found(EMAIL, true));
    expect(pathOf(run)).toBe('signedOut.exchanging');
  });

  test('that was confirmed without a name is asked about by name, and exchanges nothing [R22.3]', async () => {
    const run = testMachine.start({
      ...link,
      linkWasRequestedHere: false,
      storedSignIn: remembered,
    });
    run.send({ type: 'link.confirm' });
    await settle(run, found(DORA, false));
    expectQuestion(run, DORA, null);
    run.send({ type: 'identity.confirm' });
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
    expect(authView(run.actor.getSnapshot())).toMatchObject({ emailAddress: DORA });
  });

  test('of another person than the tab shows is asked about even if it was requested here [R22.1]', async () => {
    const run = testMachine.start({
      ...ADAS_STEP_UP,
      ...link,
      storedSignIn: ADAS_STEP_UP.storedSignIn,
    });
    await settle(run, found(DORA, true));
    expectQuestion(run, DORA, EMAIL);
  });
});

describe('an answer of the provider for another person', () => {
  test('is asked about after a choice: the browser held another intermediate session [R22.2]', async () => {
    const run = testMachine.start(ADAS_LIST);
    run.send({ type: 'organization.choose', organization: organizationOf(ACME) });
    await settle(run, found(DORA));
    expectQuestion(run, DORA, EMAIL);
  });

  test('is asked about after a name was typed [R22.2]', async () => {
    const run = testMachine.start(ADAS_LIST);
    run.send({ type: 'organization.type' });
    run.send({ type: 'organization.submit', name: 'New Team' });
    await settle(run, found(DORA));
    expectQuestion(run, DORA, EMAIL);
  });

  test('exchanges again when the other intermediate session is the same person’s [R22.2]', async () => {
    const run = testMachine.start(ADAS_LIST);
    run.send({ type: 'organization.choose', organization: organizationOf(ACME) });
    await settle(run, found(EMAIL.toUpperCase()));
    expect(pathOf(run)).toBe('signedOut.exchanging');
    expect([...run.pending].map(({ input }) => input)).toContainEqual({
      organizationId: ACME.id,
      intermediateDigest: NEW_INTERMEDIATE,
    });
  });

  test('is asked about when nobody started that intermediate session, also of the same address [R22.2]', async () => {
    const run = testMachine.start(ADAS_LIST);
    run.send({ type: 'organization.choose', organization: organizationOf(ACME) });
    await settle(run, { ...found(EMAIL), isConfirmed: false });
    expectQuestion(run, EMAIL, EMAIL);
  });

  test('is asked about when it is a session [R22.1]', async () => {
    const run = testMachine.start({ ...ADAS_LIST, callback: 'oauth' });
    await settle(run, dorasSession);
    expectQuestion(run, DORA, EMAIL);
  });
});

describe('a session', () => {
  test('that nobody confirmed is asked about at boot [R22.4]', () => {
    expectQuestion(testMachine.start({ ...NEW_TAB, session: DORAS_SESSION }), DORA, null);
  });

  test('of another person than the tab’s list is asked about at boot, also when it is confirmed [R22.1]', () => {
    const input = { ...ADAS_LIST, session: DORAS_SESSION };
    const run = testMachine.start({ ...input, confirmedSessionId: DORAS_SESSION.sessionId });
    expectQuestion(run, DORA, EMAIL);
  });

  test('of a cookie alone is asked about, unless it is the confirmed one [R11.14, R22.4]', async () => {
    const planted = testMachine.start({ ...NEW_TAB, hasSessionCookie: true });
    await settle(planted, dorasSession);
    expectQuestion(planted, DORA, null);
    const own = testMachine.start({
      ...NEW_TAB,
      hasSessionCookie: true,
      confirmedSessionId: DORAS_SESSION.sessionId,
    });
    await settle(own, dorasSession);
    expect(pathOf(own)).toBe('signedIn.authenticated');
  });

  test('of another tab is asked about while this tab shows another person [R22.1]', () => {
    for (const input of [ADAS_LIST, ADAS_STEP_UP, signedInTab(SESSION)]) {
      const run = testMachine.start(input);
      run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
      expectQuestion(run, DORA, EMAIL);
    }
  });

  test.each([
    ['another person', DORAS_SESSION],
    ['the same address in another organization', OTHER_SESSION],
  ])('of %s that a refresh returns is asked about [R22.1, R22.4, R22.6]', async (_, session) => {
    const run = testMachine.start(signedInTab(SESSION));
    await settle(run, { kind: 'refreshed', session, isConfirmed: false, at: 0 });
    expectQuestion(run, session.emailAddress, EMAIL);
    expect(run.emitted).toContainEqual({ type: 'signedOut', reason: 'elsewhere' });
    // The question names the organization of both: an owner chooses its name (R22.6).
    expect(authView(run.actor.getSnapshot())).toMatchObject({
      organization: session.organization,
      currentOrganization: SESSION.organization,
    });
  });
});

describe('a list of the cookie’s intermediate session', () => {
  test('that nobody started here is asked about, also beside a step-up of the same address [R22.4]', async () => {
    for (const input of [{ ...NEW_TAB, hasIntermediateCookie: true }, ADAS_STEP_UP]) {
      const run = testMachine.start({
        ...input,
        storedSignIn: { ...input.storedSignIn, organizations: [] },
      });
      run.send({ type: 'organization.chooseDifferent' });
      expect(pathOf(run)).toBe('signedOut.discovering');
      await settle(run, { ...found(EMAIL), isConfirmed: false });
      expect(pathOf(run)).toBe('signedOut.confirmingIdentity');
    }
  });
});

describe('a list whose address is unknown', () => {
  const unnamed: StartInputData = {
    ...ADAS_LIST,
    storedSignIn: { ...ADAS_LIST.storedSignIn, emailAddress: null },
  };

  test('counts as a person: another intermediate session is asked about [R22.1]', async () => {
    const run = testMachine.start(unnamed);
    run.send({ type: 'organization.choose', organization: organizationOf(ACME) });
    await settle(run, found(DORA));
    expectQuestion(run, DORA, null);
  });

  test('is not replaced by a session of another tab, nor by one at boot [R22.1]', () => {
    const run = testMachine.start(unnamed);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, null);
    const confirmedSessionId = DORAS_SESSION.sessionId;
    const booted = testMachine.start({ ...unnamed, session: DORAS_SESSION, confirmedSessionId });
    expectQuestion(booted, DORA, null);
  });

  test('stays a person after its intermediate session has ended [R22.1]', async () => {
    const ended = {
      ...unnamed,
      storedSignIn: { ...unnamed.storedSignIn, intermediateDigest: null },
    };
    const run = testMachine.start(ended);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, null);
    const confirmedSessionId = DORAS_SESSION.sessionId;
    expectQuestion(
      testMachine.start({ ...ended, session: DORAS_SESSION, confirmedSessionId }),
      DORA,
      null,
    );
    const returned = testMachine.start({ ...ended, callback: 'oauth' });
    await settle(returned, dorasSession);
    expectQuestion(returned, DORA, null);
  });

  test('is exchanged with its own intermediate session without a question [R22.2]', async () => {
    const run = testMachine.start(unnamed);
    run.send({ type: 'organization.choose', organization: organizationOf(ACME) });
    await settle(run, { kind: 'authenticated', session: SESSION, at: 0 });
    expect(pathOf(run)).toBe('signedIn.authenticated');
  });
});

describe('a sign-in whose address is unknown', () => {
  const nameless = { ...DORAS_SESSION, emailAddress: null };

  test('cannot be confirmed, only rejected: the question would name nobody [R22.9]', async () => {
    const session = testMachine.start({ ...NEW_TAB, session: nameless });
    expectQuestion(session, null, null);
    session.send({ type: 'identity.confirm' });
    expectQuestion(session, null, null);
    session.send({ type: 'identity.reject' });
    expect(pathOf(session)).toBe('signingOut');

    const list = testMachine.start(ADAS_LIST);
    list.send({ type: 'organization.choose', organization: organizationOf(ACME) });
    await settle(list, found(null));
    expectQuestion(list, null, EMAIL);
    list.send({ type: 'identity.confirm' });
    expectQuestion(list, null, EMAIL);
    list.send({ type: 'identity.reject' });
    expect(pathOf(list)).toBe('signedOut.selecting.browsing');
  });

  test('is not the same person as another one of that kind [R22.9]', () => {
    const run = testMachine.start(signedInTab({ ...SESSION, emailAddress: null }));
    run.sendExternal({ type: 'session.found', session: nameless });
    expectQuestion(run, null, null);
  });

  test('stays signed in with its own session [R22.9]', async () => {
    const session = { ...SESSION, emailAddress: null };
    const run = testMachine.start(signedInTab(session));
    await settle(run, { kind: 'refreshed', session, isConfirmed: true, at: 0 });
    expect(pathOf(run)).toBe('signedIn.authenticated');
  });
});

describe('the tab of a member that is opened again', () => {
  /** The digest stands for the member: the tab knows no address. */
  const storedSignIn = { ...NO_STORED_SIGN_IN, intermediateDigest: 'of-the-member' };
  const reopened: StartInputData = { ...signedInTab(DORAS_SESSION), storedSignIn };

  test('asks before it shows the session of another person, and about each other one [R22.15]', () => {
    const run = testMachine.start(reopened);
    expectQuestion(run, DORA, null);
    run.sendExternal({ type: 'session.found', session: OTHER_SESSION });
    expectQuestion(run, OTHER_SESSION.emailAddress, null);
    run.send({ type: 'identity.confirm' });
    expect(pathOf(run)).toBe('signedIn.authenticated');
  });

  test('asks before it shows the list of another person [R22.15]', async () => {
    const run = testMachine.start({ ...NEW_TAB, hasIntermediateCookie: true, storedSignIn });
    await settle(run, { ...found(DORA), isConfirmed: true });
    expectQuestion(run, DORA, null);
    run.send({ type: 'identity.reject' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
  });

  test('asks about nobody after the login screen has shown [R22.15]', () => {
    const run = testMachine.start({ ...NEW_TAB, storedSignIn });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expect(pathOf(run)).toBe('signedIn.authenticated');
  });
});

describe('a verified link of another tab', () => {
  test('is claimed only for the address of this tab [R9.1, R22.3]', () => {
    const run = testMachine.start(ADAS_STEP_UP);
    run.sendExternal({ type: 'handoff.offered', id: 'doras', emailAddress: DORA });
    expect(run.actions).not.toContain('claimHandoff');
    run.sendExternal({ type: 'handoff.offered', id: 'adas', emailAddress: EMAIL });
    expect(run.actions).toContain('claimHandoff');
  });
});

describe('a sign-in under way', () => {
  const returned = { ...NEW_TAB, callback: 'discovery_oauth' } as const;
  const link: StartInputData = { ...NEW_TAB, callback: 'magic_link', linkWasRequestedHere: true };
  const handedOff: ActorResult = { kind: 'handed_off', emailAddress: EMAIL };

  test('is not replaced by a session of another tab before the answer of Google [R22.11]', () => {
    const run = testMachine.start(returned);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, null);
    expect([...run.pending]).toEqual([]);
  });

  test.each([
    ['by a switch of organization', OTHER_SESSION],
    ['by a renewal', { ...DORAS_SESSION, expiresAt: DORAS_SESSION.expiresAt + 1 }],
    ['by a sign-in', SESSION],
  ])('asks on when another tab changes its session %s [R22.1, R22.11]', (_, session) => {
    const run = testMachine.start(returned);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    run.sendExternal({ type: 'session.found', session });
    run.sendExternal({ type: 'session.found', session });
    expectQuestion(run, session.emailAddress, null);
    const reloaded = testMachine.start({ ...signedInTab(DORAS_SESSION), wasIdentityAsked: true });
    reloaded.sendExternal({ type: 'session.found', session });
    expectQuestion(reloaded, session.emailAddress, null);
  });

  test('that waits for an answer about a list does not follow a session [R22.11]', async () => {
    const run = testMachine.start({ ...link, linkWasRequestedHere: false });
    run.send({ type: 'link.confirm' });
    await settle(run, { ...found(DORA), requestedHere: false });
    expectQuestion(run, DORA, null);
    run.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(run, SESSION.emailAddress, null);
  });

  test.each(['discovery_oauth', 'oauth', 'magic_link'] as const)(
    'is not replaced at boot by a session, when %s waits in the address [R5.10, R22.11]',
    (callback) => {
      const run = testMachine.start({ ...signedInTab(DORAS_SESSION), callback });
      expectQuestion(run, DORA, null);
      expect(run.actions).toContain('discardCallback');
      run.send({ type: 'identity.confirm' });
      expect(pathOf(run)).toBe('signedIn.authenticated');
      const { storedSignIn } = ADAS_LIST;
      // Whoever has left for Google, somebody else may have answered.
      const left = testMachine.start({ ...signedInTab(SESSION), callback, storedSignIn });
      expectQuestion(left, EMAIL, EMAIL);
    },
  );

  test('asks again after a reload, which no callback waits in the address of [R22.11]', () => {
    const asked = { ...signedInTab(DORAS_SESSION), wasIdentityAsked: true };
    expectQuestion(testMachine.start(asked), DORA, null);
    const { storedSignIn } = ADAS_LIST;
    const left = testMachine.start({
      ...signedInTab(SESSION),
      wasIdentityAsked: true,
      storedSignIn,
    });
    expectQuestion(left, EMAIL, EMAIL);
  });

  test.each([
    ['failed', { kind: 'failed', reason: 'unreachable', message: 'No.', requestId: null }],
    ['timed out', null],
  ] as const)('asks about a session after the call %s [R22.11]', async (_, result) => {
    const fail = async (input: StartInputData) => {
      const run = testMachine.start(input);
      if (result === null) run.clock.advance(BUSY_TIMEOUT);
      else await settle(run, result);
      return run;
    };
    const run = await fail(returned);
    expect(pathOf(run)).toBe('signedOut.default.idle');
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, null);
    run.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(run, EMAIL, null);
    run.send({ type: 'identity.confirm' });
    expect(identityNoteOf(run.actor.getSnapshot().context)).toBeNull();
    const again = await fail(returned);
    again.send({ type: 'google.start' });
    expect(identityNoteOf(again.actor.getSnapshot().context)).toBe('unknown');
    again.sendExternal({ type: 'page.restored', hasSession: false });
    again.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(again, DORA, null);
    const listed = await fail({ ...ADAS_LIST, callback: 'oauth' });
    expect(pathOf(listed)).toBe('signedOut.selecting.browsing');
    listed.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(listed, EMAIL, EMAIL);
    const left = await fail({ ...ADAS_LIST, callback: 'oauth' });
    left.send({ type: 'back' });
    left.sendExternal({ type: 'session.found', session: SESSION });
    expect(pathOf(left)).toBe('signedIn.authenticated');
  });

  test('follows a session after the provider has refused the answer [R22.11]', async () => {
    const refused = { kind: 'failed', reason: 'other', message: 'No.', requestId: null } as const;
    const run = testMachine.start(returned);
    await settle(run, refused);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expect(pathOf(run)).toBe('signedIn.authenticated');
  });

  test('asks about a list that it finds after a reload, also of the same person [R22.11]', async () => {
    const unknown = { ...NEW_TAB, wasIdentityAsked: true, hasIntermediateCookie: true };
    const storedSignIn = outdatedSignIn(ADAS_LIST.storedSignIn);
    for (const input of [unknown, { ...unknown, storedSignIn }]) {
      const run = testMachine.start(input);
      expect(pathOf(run)).toBe('signedOut.discovering');
      const person = input.storedSignIn.emailAddress;
      await settle(run, {
        ...found(EMAIL),
        isConfirmed: true,
        intermediateDigest: STORED_INTERMEDIATE,
      });
      expectQuestion(run, EMAIL, person);
      run.send({ type: 'identity.confirm' });
      expect(pathOf(run)).toBe('signedOut.selecting.browsing');
      expect(identityNoteOf(run.actor.getSnapshot().context)).toBeNull();
    }
    const failed = testMachine.start(unknown);
    const ended = {
      kind: 'failed',
      reason: 'intermediate',
      message: 'No.',
      requestId: null,
    } as const;
    await settle(failed, ended);
    failed.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(failed, EMAIL, null);
  });

  test('asks about a confirmed session that only its cookie has kept [R22.11]', async () => {
    const unknown = { ...NEW_TAB, wasIdentityAsked: true, hasSessionCookie: true };
    const run = testMachine.start({ ...unknown, confirmedSessionId: DORAS_SESSION.sessionId });
    expect(pathOf(run)).toBe('resuming');
    await settle(run, { kind: 'authenticated', session: DORAS_SESSION, at: 0 });
    expectQuestion(run, DORA, null);
  });

  test('asks on when another tab confirms the session that it has asked about [R22.4, R22.11]', () => {
    const unconfirmed = { ...NEW_TAB, session: DORAS_SESSION };
    const found = { type: 'session.found', session: DORAS_SESSION } as const;
    const asked = testMachine.start({ ...unconfirmed, wasIdentityAsked: true });
    asked.sendExternal(found);
    expectQuestion(asked, DORA, null);
    const nobody = testMachine.start(unconfirmed);
    expectQuestion(nobody, DORA, null);
    nobody.sendExternal(found);
    expect(pathOf(nobody)).toBe('signedIn.authenticated');
  });

  test('is not what a support link or an unusable callback stands for [R12.1, R22.11]', () => {
    for (const callback of ['impersonation', 'denied', 'no_token', 'unknown_type'] as const) {
      const run = testMachine.start({ ...signedInTab(SESSION), callback });
      expect(pathOf(run)).toBe('signedIn.refreshing.attempting');
      const notice = { text: messages.alreadySignedIn };
      expect(authView(run.actor.getSnapshot())).toMatchObject({ notice });
    }
  });

  test('of a person who may not be the one who answered asks about both [R22.1, R22.11]', async () => {
    const input = { ...ADAS_LIST, callback: 'discovery_oauth' } as const;
    for (const session of [SESSION, DORAS_SESSION]) {
      const run = testMachine.start(input);
      run.sendExternal({ type: 'session.found', session });
      expectQuestion(run, session.emailAddress, EMAIL);
    }
    const asked = testMachine.start(input);
    await settle(asked, found(DORA));
    expectQuestion(asked, DORA, EMAIL);
    asked.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(asked, EMAIL, EMAIL);
  });

  test('that was handed to another tab stays that of the address of its link [R22.11]', async () => {
    const own = testMachine.start(link);
    await settle(own, handedOff);
    own.sendExternal({ type: 'session.found', session: SESSION });
    expect(pathOf(own)).toBe('signedIn.authenticated');
    const run = testMachine.start(link);
    await settle(run, handedOff);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, EMAIL);
    const opener = testMachine.start(link);
    await settle(opener, { kind: 'handed_off', emailAddress: null });
    opener.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(opener, EMAIL, null);
    const inOwnTab = testMachine.start({ ...link, storedSignIn: ADAS_LIST.storedSignIn });
    await settle(inOwnTab, handedOff);
    inOwnTab.sendExternal({ type: 'session.found', session: SESSION });
    expect(pathOf(inOwnTab)).toBe('signedIn.authenticated');
    const overList = testMachine.start({ ...link, storedSignIn: ADAS_LIST.storedSignIn });
    await settle(overList, { kind: 'handed_off', emailAddress: DORA });
    overList.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(overList, DORA, EMAIL);
    const late = testMachine.start(link);
    await settle(late, handedOff);
    late.clock.advance(BUSY_TIMEOUT);
    await settle(late, found(DORA));
    expectQuestion(late, DORA, EMAIL);
  });
});

describe('the previous person', () => {
  test('leaves no sign-in to a page that comes back after a sign-out [R22.12]', () => {
    for (const input of [ADAS_LIST, ADAS_STEP_UP, ADAS_SECOND_FACTOR]) {
      const run = testMachine.start(input);
      run.sendExternal({ type: 'signIn.outdated' });
      expect(pathOf(run)).toBe('signedOut.default.idle');
      expect(storedSignInOf(run.actor.getSnapshot().context)).toEqual(NO_STORED_SIGN_IN);
    }
  });

  test('is asked before their outdated sign-in becomes that of somebody else [R22.1, R22.12]', () => {
    for (const input of [ADAS_LIST, ADAS_STEP_UP, ADAS_SECOND_FACTOR]) {
      const run = testMachine.start({
        ...input,
        session: DORAS_SESSION,
        confirmedSessionId: DORAS_SESSION.sessionId,
        storedSignIn: outdatedSignIn(input.storedSignIn),
      });
      expectQuestion(run, DORA, EMAIL);
    }
  });

  test('keeps the question when their sign-in is outdated, without its list [R22.12]', () => {
    const run = testMachine.start(ADAS_LIST);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    run.sendExternal({ type: 'signIn.outdated' });
    expectQuestion(run, DORA, EMAIL);
    expect(run.actor.getSnapshot().context.organizations).toEqual([]);
  });

  test('leaves no typed organization to the next one, who would create it [R22.13]', () => {
    const typed = { ...NO_STORED_SIGN_IN, selectedOrganization: TYPED_ORGANIZATION };
    const cancelled = testMachine.start({ ...NEW_TAB, callback: 'denied', storedSignIn: typed });
    expect(pathOf(cancelled)).toBe('signedOut.default.idle');
    expect(authView(cancelled.actor.getSnapshot())).toMatchObject({ organization: null });
    const listed = { ...NO_STORED_SIGN_IN, selectedOrganization: organizationOf(ACME) };
    const kept = testMachine.start({ ...NEW_TAB, storedSignIn: listed });
    expect(authView(kept.actor.getSnapshot())).toMatchObject({ organization: { id: ACME.id } });
  });
});

describe('the answer', () => {
  test.each([
    ['the list', ADAS_LIST, 'signedOut.selecting.browsing'],
    ['the step-up', ADAS_STEP_UP, 'signedOut.stepUp'],
    ['the person of a second factor', ADAS_SECOND_FACTOR, 'signedOut.selecting.browsing'],
  ])('is not needed when the other person signs out: %s stays [R22.5]', (_, input, path) => {
    const run = testMachine.start(input);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
    expect(pathOf(run)).toContain(path);
    const { context } = run.actor.getSnapshot();
    expect(context).toMatchObject({ emailAddress: EMAIL, pendingIdentity: null });
    expect(context.notice?.text).toBe(messages.identityGone);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, EMAIL);
  });

  test('"continue" replaces everything of the person before [R22.1]', async () => {
    const run = testMachine.start(ADAS_STEP_UP);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    run.send({ type: 'identity.confirm' });
    expect(pathOf(run)).toBe('signedIn.authenticated');
    expect(run.actor.getSnapshot().context).toMatchObject({
      session: DORAS_SESSION,
      emailAddress: null,
      organizations: [],
      stepUp: null,
      pendingIdentity: null,
    });
  });

  test('"stay" keeps the step-up and removes the rejected intermediate session [R22.5]', async () => {
    const run = testMachine.start({
      ...ADAS_STEP_UP,
      callback: 'magic_link',
      linkWasRequestedHere: true,
    });
    await settle(run, found(DORA, false));
    run.send({ type: 'identity.reject' });
    expect(pathOf(run)).toContain('signedOut.stepUp.otp');
    const { context } = run.actor.getSnapshot();
    expect(context).toMatchObject({ emailAddress: EMAIL, hasIntermediateSession: false });
    expect(context.notice?.text).toBe(messages.identityRejected);
    expect(run.actions).toContain('expireIntermediateSession');
  });

  test('"sign out" ends the rejected session at the provider [R22.5]', () => {
    const run = testMachine.start({ ...NEW_TAB, session: DORAS_SESSION });
    run.send({ type: 'identity.reject' });
    expect(pathOf(run)).toBe('signingOut');
  });
});
