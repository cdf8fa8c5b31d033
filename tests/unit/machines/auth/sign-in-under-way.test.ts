import { describe, expect, test } from 'vitest';
import {
  identityNoteOf,
  NO_STORED_SIGN_IN,
  outdatedSignIn,
  storedSignInOf,
} from '#machines/auth/auth.context.ts';
import type { ActorResult } from '#machines/auth/auth.types.ts';
import { authView } from '#machines/auth/auth.view.ts';
import {
  ACME,
  DORAS_SESSION,
  EMAIL,
  OTHER_SESSION,
  organizationOf,
  SESSION,
  STORED_INTERMEDIATE,
} from '#machines/explore/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/explore/start-inputs.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import type { TestRun } from '#tests/model/support/test-machine.ts';
import {
  ADAS_LIST,
  ADAS_STEP_UP,
  DORA,
  expectQuestion,
  found,
  pathOf,
  settle,
  testMachine,
} from './identity-runs.ts';

const noteOf = (run: TestRun) => identityNoteOf(run.actor.getSnapshot());

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
    const reloaded = testMachine.start({ ...signedInTab(DORAS_SESSION), identityNote: 'open' });
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
      // Another person than the one who left for Google may have answered.
      const left = testMachine.start({ ...signedInTab(SESSION), callback, storedSignIn });
      expectQuestion(left, EMAIL, EMAIL);
    },
  );

  test('asks again after a reload, which no callback waits in the address of [R22.11]', () => {
    const asked = { ...signedInTab(DORAS_SESSION), identityNote: 'open' } as const;
    expectQuestion(testMachine.start(asked), DORA, null);
    const { storedSignIn } = ADAS_LIST;
    const left = testMachine.start({
      ...signedInTab(SESSION),
      identityNote: 'open',
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
    expect(noteOf(run)).toBeNull();
    const again = await fail(returned);
    again.send({ type: 'google.start' });
    expect(noteOf(again)).toBe('unknown');
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

  test('asks about a list that it finds after a reload, also of the same person [R22.11]', async () => {
    const unknown = { ...NEW_TAB, identityNote: 'unknown', hasIntermediateCookie: true } as const;
    const storedSignIn = outdatedSignIn(ADAS_LIST.storedSignIn);
    for (const input of [unknown, { ...unknown, storedSignIn }]) {
      const run = testMachine.start(input);
      expect(pathOf(run)).toBe('signedOut.discovering');
      await settle(run, {
        ...found(EMAIL),
        isConfirmed: true,
        intermediateDigest: STORED_INTERMEDIATE,
      });
      // Nothing is left of a sign-in to stay with.
      expectQuestion(run, EMAIL, null);
      run.send({ type: 'identity.confirm' });
      expect(pathOf(run)).toBe('signedOut.selecting.browsing');
      expect(noteOf(run)).toBeNull();
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
    const unknown = { ...NEW_TAB, identityNote: 'unknown', hasSessionCookie: true } as const;
    const run = testMachine.start({ ...unknown, confirmedSessionId: DORAS_SESSION.sessionId });
    expect(pathOf(run)).toBe('resuming');
    await settle(run, { kind: 'authenticated', session: DORAS_SESSION, at: 0 });
    expectQuestion(run, DORA, null);
  });

  test('of an unknown person asks on when another tab confirms the session that it has asked about [R22.4, R22.11]', () => {
    const unconfirmed = { ...NEW_TAB, session: DORAS_SESSION };
    const found = { type: 'session.found', session: DORAS_SESSION } as const;
    const asked = testMachine.start({ ...unconfirmed, identityNote: 'unknown' });
    asked.sendExternal(found);
    expectQuestion(asked, DORA, null);
    // The question of a known person, also after a reload, is answered in any tab.
    const reloaded = testMachine.start({ ...unconfirmed, identityNote: 'open' });
    expectQuestion(reloaded, DORA, null);
    reloaded.sendExternal(found);
    expect(pathOf(reloaded)).toBe('signedIn.authenticated');
    const started = testMachine.start(unconfirmed);
    expectQuestion(started, DORA, null);
    started.sendExternal(found);
    expect(pathOf(started)).toBe('signedIn.authenticated');
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
    const inOwnStepUp = testMachine.start({ ...link, storedSignIn: ADAS_STEP_UP.storedSignIn });
    await settle(inOwnStepUp, handedOff);
    // A reload shows the step-up again.
    expect(noteOf(inOwnStepUp)).toBeNull();
    const overList = testMachine.start({ ...link, storedSignIn: ADAS_LIST.storedSignIn });
    await settle(overList, { kind: 'handed_off', emailAddress: DORA });
    overList.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(overList, DORA, EMAIL);
    const reloaded = testMachine.start(link);
    await settle(reloaded, handedOff);
    // The tab that has the link now can end its sign-in without this tab's next page.
    expect(noteOf(reloaded)).toBe('unknown');
    const late = testMachine.start(link);
    await settle(late, handedOff);
    late.clock.advance(BUSY_TIMEOUT);
    await settle(late, found(DORA));
    expectQuestion(late, DORA, EMAIL);
  });

  test.each([
    [
      'the session of another person that it has asked about ends',
      (run: TestRun) => {
        run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
        expectQuestion(run, DORA, EMAIL);
        run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
      },
    ],
    [
      'another tab signs out',
      (run: TestRun) => {
        run.sendExternal({ type: 'signIn.outdated' });
      },
    ],
    [
      'nothing has followed',
      async (run: TestRun) => {
        run.clock.advance(BUSY_TIMEOUT);
        await settle(run, {
          kind: 'failed',
          reason: 'intermediate',
          message: 'No.',
          requestId: null,
        });
      },
    ],
  ])(
    'that was handed to another tab does not forget that its person is unknown when %s [R22.11]',
    async (_, end) => {
      const run = testMachine.start(link);
      await settle(run, handedOff);
      await end(run);
      expect(pathOf(run)).toBe('signedOut.default.idle');
      expect(noteOf(run)).toBe('unknown');
      run.sendExternal({ type: 'session.found', session: SESSION });
      expectQuestion(run, EMAIL, null);
    },
  );

  test('of a person who has rejected another one, and has nothing left, does not follow a session [R22.5]', async () => {
    const { storedSignIn } = ADAS_LIST;
    const input = { ...ADAS_LIST, storedSignIn: { ...storedSignIn, organizations: [] } };
    const run = testMachine.start({ ...input, callback: 'discovery_oauth' });
    await settle(run, found(DORA));
    expectQuestion(run, DORA, EMAIL);
    run.send({ type: 'identity.reject' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, null);
  });

  test('that was handed on twice does not forget that its person is unknown [R22.11]', async () => {
    const storedSignIn = { ...NO_STORED_SIGN_IN, emailAddress: EMAIL };
    const run = testMachine.start({ ...link, storedSignIn });
    await settle(run, handedOff);
    expect(noteOf(run)).toBe('unknown');
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, null);
  });

  test('that was handed to another tab goes on with the list of its address [R9.1, R22.11]', async () => {
    const run = testMachine.start(link);
    await settle(run, handedOff);
    run.clock.advance(BUSY_TIMEOUT);
    await settle(run, found(EMAIL));
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
    expect(noteOf(run)).toBeNull();
  });

  test.each(['oauth', 'impersonation'] as const)(
    'keeps its person unknown when another answer, of %s, is refused [R22.11]',
    async (callback) => {
      const refused = { kind: 'failed', reason: 'other', message: 'No.', requestId: null } as const;
      const run = testMachine.start({ ...NEW_TAB, callback, identityNote: 'unknown' });
      await settle(run, refused);
      expect(pathOf(run)).toBe('signedOut.default.idle');
      expect(noteOf(run)).toBe('unknown');
      run.sendExternal({ type: 'session.found', session: SESSION });
      expectQuestion(run, EMAIL, null);
    },
  );

  test.each(['pkce', 'bootstrap', 'other'] as const)(
    'asks after an answer that was not redeemed, for example because it was refused (%s) [R22.11]',
    async (reason) => {
      const run = testMachine.start({ ...ADAS_LIST, callback: 'discovery_oauth' });
      await settle(run, { kind: 'failed', reason, message: 'No.', requestId: null });
      expect(noteOf(run)).toBe('unknown');
      run.sendExternal({ type: 'session.found', session: SESSION });
      expectQuestion(run, EMAIL, EMAIL);
    },
  );

  test('asks after a sign-out of another tab has ended it [R22.11, R22.12]', () => {
    const run = testMachine.start(returned);
    run.sendExternal({ type: 'signIn.outdated' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    run.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(run, EMAIL, null);
  });

  test.each([
    ['the list', ADAS_LIST],
    ['the step-up', ADAS_STEP_UP],
    ['nothing', NEW_TAB],
  ])('shows %s no more when the session that it asks about ends [R22.5, R22.11]', (_, input) => {
    const run = testMachine.start({ ...input, callback: 'oauth' });
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expect(noteOf(run)).toBe('unknown');
    run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    expect(storedSignInOf(run.actor.getSnapshot().context)).toEqual(NO_STORED_SIGN_IN);
    expect(noteOf(run)).toBe('unknown');
    run.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(run, EMAIL, null);
    run.send({ type: 'identity.reject' });
    run.clock.advance(BUSY_TIMEOUT);
    expect(noteOf(run)).toBeNull();
  });

  test('is noted once its link is redeemed, and not while the link waits [R9.2, R22.11]', () => {
    const input = { ...ADAS_LIST, callback: 'magic_link', identityNote: 'answer' } as const;
    const run = testMachine.start(input);
    expect(pathOf(run)).toBe('signedOut.confirmingLink');
    expect(noteOf(run)).toBeNull();
    run.send({ type: 'link.confirm' });
    expect(noteOf(run)).toBe('unknown');
    expect(noteOf(testMachine.start({ ...input, identityNote: 'unknown' }))).toBe('unknown');
  });

  test('that its page could not note is unknown to the next page [R22.11]', () => {
    const run = testMachine.start({ ...NEW_TAB, identityNote: 'answer' });
    expect(noteOf(run)).toBe('unknown');
    run.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(run, EMAIL, null);
  });

  test('of a known person stays known beside the question about a session [R22.11]', () => {
    const run = testMachine.start(ADAS_LIST);
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expect(noteOf(run)).toBe('open');
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, EMAIL);
    run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
    expect(noteOf(run)).toBeNull();
  });

  test('shows no list of before when the session of its own answer ends [R22.5, R22.11]', async () => {
    for (const result of [
      found(DORA),
      { kind: 'authenticated', session: DORAS_SESSION, at: 0 } as const,
    ]) {
      const run = testMachine.start({ ...ADAS_LIST, callback: 'oauth' });
      await settle(run, result);
      expectQuestion(run, DORA, EMAIL);
      expect(noteOf(run)).toBe('unknown');
      run.sendExternal({ type: 'session.found', session: SESSION });
      run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
      expect(pathOf(run)).toBe('signedOut.default.idle');
      run.sendExternal({ type: 'session.found', session: SESSION });
      expectQuestion(run, EMAIL, null);
    }
  });

  test('asks about the list of a cookie after it has handed the link of another person on [R22.11]', async () => {
    const run = testMachine.start({ ...link, storedSignIn: ADAS_LIST.storedSignIn });
    await settle(run, { kind: 'handed_off', emailAddress: DORA });
    run.clock.advance(BUSY_TIMEOUT);
    await settle(run, { ...found(EMAIL), isConfirmed: true });
    expectQuestion(run, EMAIL, EMAIL);
  });
});

describe('the list of a person', () => {
  test('without an organization stays when the session of another person ends [R22.5]', async () => {
    const { storedSignIn } = ADAS_LIST;
    const input = { ...ADAS_LIST, storedSignIn: { ...storedSignIn, organizations: [] } };
    const run = testMachine.start(input);
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, EMAIL);
    run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
    expect(run.actor.getSnapshot().context.emailAddress).toBe(EMAIL);
  });

  test('ends when that person signs out in another tab during a question [R22.12]', async () => {
    const run = testMachine.start(ADAS_LIST);
    run.send({ type: 'organization.choose', organization: organizationOf(ACME) });
    await settle(run, found(DORA));
    expectQuestion(run, DORA, EMAIL);
    run.sendExternal({ type: 'session.found', session: SESSION });
    expectQuestion(run, EMAIL, EMAIL);
    run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    expect(storedSignInOf(run.actor.getSnapshot().context)).toEqual(NO_STORED_SIGN_IN);
  });
});

describe('a member', () => {
  test('whose session another person has replaced is asked about the next one, too [R22.5]', () => {
    const run = testMachine.start(signedInTab(SESSION));
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, EMAIL);
    run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    run.sendExternal({ type: 'session.found', session: DORAS_SESSION });
    expectQuestion(run, DORA, null);
  });
});

describe('a support person', () => {
  test.each(['expired', 'elsewhere'] as const)(
    'whose session has ended (%s) does not become the member [R12.1, R22.1]',
    (reason) => {
      const run = testMachine.start(signedInTab({ ...SESSION, impersonated: true }));
      run.sendExternal({ type: 'session.gone', reason });
      expect(pathOf(run)).toBe('signedOut.default.idle');
      run.sendExternal({ type: 'session.found', session: SESSION });
      expectQuestion(run, EMAIL, null);
    },
  );

  test.each([
    [true, false],
    [false, true],
  ])('is not the member that they impersonate [R22.1]', (before, after) => {
    const run = testMachine.start(signedInTab({ ...SESSION, impersonated: before }));
    const session = { ...SESSION, sessionId: 'another', impersonated: after };
    run.sendExternal({ type: 'session.found', session });
    expectQuestion(run, EMAIL, before ? null : EMAIL);
    run.sendExternal({ type: 'session.gone', reason: 'elsewhere' });
    run.sendExternal({ type: 'session.found', session: SESSION });
    expect(pathOf(run) === 'signedOut.confirmingIdentity').toBe(before);
  });
});
