import { describe, expect, test } from 'vitest';
import { NO_STORED_SIGN_IN, outdatedSignIn, storedSignInOf } from '#machines/auth/auth.context.ts';
import type { ActorResult } from '#machines/auth/auth.types.ts';
import { authView } from '#machines/auth/auth.view.ts';
import {
  ACME,
  DORAS_DISCOVERY,
  DORAS_SESSION,
  EMAIL,
  NEW_INTERMEDIATE,
  OTHER_SESSION,
  organizationOf,
  SESSION,
  TYPED_ORGANIZATION,
} from '#machines/explore/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/explore/start-inputs.ts';
import { messages } from '#machines/rules/messages.ts';
import {
  ADAS_LIST,
  ADAS_SECOND_FACTOR,
  ADAS_STEP_UP,
  DORA,
  dorasSession,
  expectQuestion,
  found,
  pathOf,
  settle,
  testMachine,
} from './identity-runs.ts';

describe("Google's answer for one organization", () => {
  const returned: StartInputData = { ...NEW_TAB, callback: 'oauth' };

  test('of the last member of this browser signs in [R4.7]', async () => {
    const run = testMachine.start(returned);
    await settle(run, dorasSession);
    expect(pathOf(run)).toBe('signedIn.authenticated');
  });

  test('is asked about in a tab whose person was unknown before [R4.11, R22.11]', async () => {
    const run = testMachine.start({ ...returned, identityNote: 'unknown' });
    await settle(run, dorasSession);
    expectQuestion(run, DORA, null);
    const support = testMachine.start({
      ...returned,
      callback: 'impersonation',
      identityNote: 'unknown',
    });
    await settle(support, dorasSession);
    expect(pathOf(support)).toBe('signedIn.authenticated');
  });

  test('of another person than the last member is asked about by name [R4.11, R22.1]', async () => {
    const run = testMachine.start(returned);
    await settle(run, {
      kind: 'authenticated',
      session: DORAS_SESSION,
      at: 0,
      isAnotherMember: true,
    });
    expectQuestion(run, DORA, null);
    run.send({ type: 'identity.confirm' });
    expect(pathOf(run)).toBe('signedIn.authenticated');
  });
});

describe('a redeemed link', () => {
  const link: StartInputData = { ...NEW_TAB, callback: 'magic_link', linkWasRequestedHere: true };
  const remembered = { ...NO_STORED_SIGN_IN, selectedOrganization: organizationOf(ACME) };

  test('of a person who did not request it here is asked about, and nothing is exchanged [R22.1, R22.3]', async () => {
    const run = testMachine.start({ ...link, storedSignIn: remembered });
    await settle(run, found(DORA, false));
    expectQuestion(run, DORA, null);
    expect([...run.pending]).toEqual([]);
  });

  test('creates no organization whose name somebody else may have typed in this tab [R22.3]', async () => {
    const typed = { ...NO_STORED_SIGN_IN, selectedOrganization: TYPED_ORGANIZATION };
    const run = testMachine.start({ ...link, storedSignIn: typed });
    await settle(run, found(EMAIL, true));
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
    const [requested] = DORAS_DISCOVERY.organizations;
    const closed = testMachine.start({ ...link, storedSignIn: typed });
    await settle(closed, { ...found(EMAIL, true), requestedFor: requested?.id ?? '' });
    expect(pathOf(closed)).toBe('signedOut.exchanging');
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

  test('says after its confirmation that the e-mail is verified, for a link but not for Google [R9.7]', async () => {
    const confirmed = async (start: StartInputData, result: ActorResult) => {
      const run = testMachine.start(start);
      await settle(run, result);
      expectQuestion(run, DORA, start.storedSignIn.emailAddress);
      run.send({ type: 'identity.confirm' });
      expect(pathOf(run)).toBe('signedOut.selecting.browsing');
      return run.actor.getSnapshot().context.notice;
    };
    expect(await confirmed(link, found(DORA, false))).toMatchObject({
      tone: 'success',
      text: messages.emailIsVerified,
    });
    const google = { ...ADAS_LIST, callback: 'discovery_oauth' } as const;
    expect(await confirmed(google, found(DORA))).toBeNull();
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
