import { describe, expect, test } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { SecondFactorRequirement, StoredSignIn } from '#machines/auth/auth.types.ts';
import { authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import {
  ACME,
  BIRCH,
  DISCOVERY,
  failureOf,
  NEW_INTERMEDIATE,
  SESSION,
  STORED_INTERMEDIATE,
  secondFactorFor,
  stepUpFor,
  TYPED_ORGANIZATION,
} from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { createTestMachine, settleCall, type TestRun } from '#tests/model/support/test-machine.ts';

const MINUTE = 60_000;

const testMachine = createTestMachine();

function pathOf(run: TestRun): string {
  return statePath(run.actor.getSnapshot().value);
}

function pendingCall(run: TestRun) {
  const [call] = run.pending;
  if (call === undefined) throw new Error('No call is pending.');
  return call;
}

describe('an organization name typed before discovery', () => {
  test('chooses the listed organization with its slug after discovery [R6.9]', async () => {
    const typed = { id: 'org-acme', slug: 'acme', name: 'Acme' };
    const storedSignIn = { ...NO_STORED_SIGN_IN, selectedOrganization: typed };
    const run = testMachine.start({ ...NEW_TAB, callback: 'discovery_oauth', storedSignIn });
    await settleCall(pendingCall(run), {
      output: {
        kind: 'discovered',
        discovery: DISCOVERY,
        intermediateDigest: NEW_INTERMEDIATE,
        at: run.now(),
      },
    });
    expect(pathOf(run)).toBe('signedOut.exchanging');
    expect(run.actor.getSnapshot().context.selectedOrganization).toEqual(ACME);
    expect(pendingCall(run).input).toEqual({
      organizationId: ACME.id,
      intermediateDigest: NEW_INTERMEDIATE,
    });
  });
});

describe('a step-up without a selected organization', () => {
  test('exchanges for the organization of the step-up', () => {
    const storedSignIn = {
      ...NO_STORED_SIGN_IN,
      ...DISCOVERY,
      hasIntermediateSession: true,
      intermediateDigest: STORED_INTERMEDIATE,
      stepUp: stepUpFor(BIRCH, 'magic_link'),
    };
    const run = testMachine.start({ ...NEW_TAB, storedSignIn, hasIntermediateCookie: true });
    run.sendExternal({ type: 'email.verified', intermediateDigest: NEW_INTERMEDIATE });
    expect(pathOf(run)).toBe('signedOut.exchanging');
    expect(pendingCall(run).input).toEqual({
      organizationId: BIRCH.id,
      intermediateDigest: NEW_INTERMEDIATE,
    });
  });
});

describe('the ten minutes', () => {
  /** Relative to the start. */
  const storedSignIn = {
    ...NO_STORED_SIGN_IN,
    ...DISCOVERY,
    hasIntermediateSession: true,
    intermediateExpiresAt: 10 * MINUTE,
    intermediateDigest: STORED_INTERMEDIATE,
  };
  const viewOf = (run: TestRun) => authView(run.actor.getSnapshot());

  function start(step: Partial<StoredSignIn>): TestRun {
    const stored = { ...storedSignIn, ...step };
    return testMachine.start({ ...NEW_TAB, storedSignIn: stored, hasIntermediateCookie: true });
  }

  const stepUp = { stepUp: stepUpFor(BIRCH, 'email_otp'), selectedOrganization: BIRCH };
  const factorStep = (factor: SecondFactorRequirement['factor']) => ({
    secondFactor: secondFactorFor(factor),
    selectedOrganization: ACME,
  });

  test('of a code end with a sentence and a button, not with a code that is wrong [R8.20]', async () => {
    const run = start(stepUp);
    run.clock.advance(5 * MINUTE);
    run.send({ type: 'code.send' });
    await settleCall(pendingCall(run), { output: { kind: 'sent', at: run.now() } });
    expect(viewOf(run)).toMatchObject({ code: { status: 'awaitingCode', sentAt: run.now() } });
    run.clock.advance(10 * MINUTE - 1);
    expect(viewOf(run)).toMatchObject({ code: { status: 'awaitingCode' } });
    run.clock.advance(1);
    expect(viewOf(run)).toMatchObject({
      code: { status: 'idle', sentAt: null, resendAt: null },
      notice: { tone: 'info', text: messages.codeExpired },
    });
  });

  test('of a code end while it is verified, too [R8.20]', async () => {
    const run = start(stepUp);
    run.send({ type: 'code.send' });
    await settleCall(pendingCall(run), { output: { kind: 'sent', at: run.now() } });
    run.clock.advance(10 * MINUTE - 1);
    run.send({ type: 'code.verify', code: '123456' });
    run.clock.advance(1);
    await settleCall(pendingCall(run), { output: failureOf('input') });
    run.clock.advance(1);
    expect(viewOf(run)).toMatchObject({
      code: { status: 'idle' },
      notice: { text: messages.codeExpired },
    });
  });

  test.each([
    ['the selection', {}, null],
    ['a step-up', stepUp, BIRCH],
    ['a second factor', factorStep('totp'), ACME],
    ['an enrolment', factorStep('enrolment'), ACME],
    ['a second factor that is not offered', factorStep('unsupported'), ACME],
  ])(
    'of %s end with a warning before, and Google starts again [R6.17]',
    (_, step, organization) => {
      const run = start(step);
      run.clock.advance(8 * MINUTE - 1);
      expect(viewOf(run)).toMatchObject({ expiring: false });
      const path = pathOf(run);
      run.send({ type: 'google.start' });
      expect(pathOf(run)).toBe(path);
      run.clock.advance(1);
      expect(viewOf(run)).toMatchObject({ expiring: true });
      run.send({ type: 'google.start' });
      expect(pathOf(run)).toBe('signedOut.selecting.starting');
      expect(pendingCall(run).input).toEqual({ organization });
      expect(viewOf(run)).toMatchObject({ busy: { doing: 'starting', organization } });
    },
  );

  test('end the warning when they are over [R6.14]', () => {
    const run = start({});
    run.clock.advance(10 * MINUTE);
    expect(viewOf(run)).toMatchObject({
      expiring: false,
      notice: { text: messages.intermediateExpired },
    });
  });
});

test('another account is chosen at Google from the list, and nothing of the sign-in stays [R6.10, R22.3]', () => {
  const storedSignIn = {
    ...NO_STORED_SIGN_IN,
    ...DISCOVERY,
    hasIntermediateSession: true,
    intermediateDigest: STORED_INTERMEDIATE,
  };
  const run = testMachine.start({ ...NEW_TAB, hasIntermediateCookie: true, storedSignIn });
  expect(pathOf(run)).toBe('signedOut.selecting.browsing');
  run.send({ type: 'google.chooseAccount' });
  expect(pathOf(run)).toBe('signedOut.default.starting');
  expect(pendingCall(run).input).toEqual({ organization: null, choosesAccount: true });
  expect(run.actions).toContain('expireIntermediateSession');
  expect(run.actions).toContain('forgetLinkRequests');
  expect(run.actor.getSnapshot().context).toMatchObject(NO_STORED_SIGN_IN);
});

describe('an organization whose creation failed', () => {
  const storedSignIn = {
    ...NO_STORED_SIGN_IN,
    ...DISCOVERY,
    hasIntermediateSession: true,
    intermediateDigest: STORED_INTERMEDIATE,
  };

  test('returns its name to the field; cancelling clears the name and the notice', async () => {
    const run = testMachine.start({ ...NEW_TAB, storedSignIn, hasIntermediateCookie: true });
    run.send({ type: 'organization.type' });
    run.send({ type: 'organization.submit', name: 'New Team' });
    await settleCall(pendingCall(run), { output: failureOf('other') });
    expect(run.actor.getSnapshot().context).toMatchObject({
      typedName: 'New Team',
      notice: { tone: 'error' },
    });
    run.send({ type: 'organization.cancel' });
    expect(run.actor.getSnapshot().context).toMatchObject({ typedName: '', notice: null });
  });

  test('is explained at the field without a request id when its name is taken, and reported with one [R7.8, R7.12, R15.12]', async () => {
    const run = testMachine.start({ ...NEW_TAB, storedSignIn, hasIntermediateCookie: true });
    run.send({ type: 'organization.type' });
    run.send({ type: 'organization.submit', name: 'New Team' });
    const output = { ...failureOf('input'), message: messagesAfterGoogle.organizationNameTaken };
    await settleCall(pendingCall(run), { output });
    expect(run.actor.getSnapshot().context).toMatchObject({
      typedName: 'New Team',
      notice: {
        text: messagesAfterGoogle.organizationNameTaken,
        isAboutInput: true,
        requestId: null,
      },
    });
    expect(run.emitted).toEqual([
      { type: 'creationFailed', reason: 'input', requestId: 'request-input' },
    ]);
  });

  /** What the machine emits for a creation that ends in a given way. */
  async function emittedBy(end: (run: TestRun) => Promise<void> | void) {
    const run = testMachine.start({ ...NEW_TAB, storedSignIn, hasIntermediateCookie: true });
    run.send({ type: 'organization.type' });
    run.send({ type: 'organization.submit', name: 'New Team' });
    await end(run);
    expect(pathOf(run)).toBe('signedOut.selecting.typing');
    return run.emitted;
  }

  test.each([
    ['a failure', { output: failureOf('other') }, 'other', 'request-other'],
    ['an unreachable provider', { output: failureOf('unreachable') }, 'unreachable', null],
    ['an incomplete response', { output: { kind: 'incomplete' } }, 'incomplete', null],
    ['a thrown error', { error: new Error('a defect') }, 'unexpected', null],
  ] as const)('emits creationFailed after %s [R7.8]', async (_, settlement, reason, requestId) => {
    const emitted = await emittedBy((run) => settleCall(pendingCall(run), settlement));
    expect(emitted).toEqual([{ type: 'creationFailed', reason, requestId }]);
  });

  test('emits creationFailed after a time-out [R7.8]', async () => {
    const emitted = await emittedBy((run) => run.clock.advance(BUSY_TIMEOUT));
    expect(emitted).toEqual([{ type: 'creationFailed', reason: 'timeout', requestId: null }]);
  });
});

describe('the expiry warning after another tab updates the session', () => {
  /** Starts a member who was warned five minutes before the end of the session. */
  async function warnedMember(): Promise<TestRun> {
    const run = testMachine.start(signedInTab(SESSION));
    const session = { ...SESSION, expiresAt: run.now() + 6 * MINUTE };
    await settleCall(pendingCall(run), {
      output: { kind: 'refreshed', isConfirmed: true, session, at: run.now() },
    });
    run.clock.advance(MINUTE);
    return run;
  }

  function findSession(run: TestRun, left: number): boolean {
    const session = { ...SESSION, expiresAt: run.now() + left };
    run.sendExternal({ type: 'session.found', session });
    return run.actor.getSnapshot().context.expiryWarned;
  }

  test('is cleared only when more than five minutes are left', async () => {
    expect(findSession(await warnedMember(), 6 * MINUTE)).toBe(false);
    expect(findSession(await warnedMember(), 5 * MINUTE)).toBe(true);
  });

  test('is not raised by the update itself', () => {
    const run = testMachine.start(signedInTab(SESSION));
    expect(findSession(run, 4 * MINUTE)).toBe(false);
  });
});

test('a recovery code is sent as the provider writes it, and the first page says that it is used [R10.3]', async () => {
  const secondFactor = secondFactorFor('totp');
  const run = testMachine.start({
    ...NEW_TAB,
    hasIntermediateCookie: true,
    storedSignIn: {
      ...NO_STORED_SIGN_IN,
      secondFactor,
      hasIntermediateSession: true,
      intermediateDigest: STORED_INTERMEDIATE,
    },
  });
  run.send({ type: 'factor.useRecoveryCode' });
  run.send({ type: 'factor.recover', recoveryCode: ' CKSS - 2skx-ebow' });
  expect(pendingCall(run).input).toEqual({
    secondFactor,
    intermediateDigest: STORED_INTERMEDIATE,
    recoveryCode: 'ckss-2skx-ebow',
  });
  await settleCall(pendingCall(run), {
    output: { kind: 'authenticated', session: SESSION, at: run.now(), recoveryCodesLeft: 9 },
  });
  expect(authView(run.actor.getSnapshot())).toMatchObject({
    screen: 'app',
    notice: {
      tone: 'success',
      text: 'You used a recovery code. It works only once. Codes left: 9.',
    },
  });
});

test.each([
  ['member', null],
  ['invited', 'You joined \u2068Acme\u2069.'],
  ['joinable', 'You joined \u2068Acme\u2069.'],
] as const)(
  'the first page after choosing an organization as %s says %s [R6.22]',
  async (membership, text) => {
    const storedSignIn = {
      ...NO_STORED_SIGN_IN,
      organizations: [
        { ...ACME, membership },
        { ...BIRCH, membership: 'invited' as const },
      ],
      hasIntermediateSession: true,
      intermediateDigest: STORED_INTERMEDIATE,
    };
    const run = testMachine.start({ ...NEW_TAB, storedSignIn, hasIntermediateCookie: true });
    run.send({ type: 'organization.choose', organization: ACME });
    await settleCall(pendingCall(run), {
      output: { kind: 'authenticated', session: SESSION, at: run.now() },
    });
    expect(run.actor.getSnapshot().context.notice?.text ?? null).toBe(text);
  },
);

test('the first page of a new organization says that it was created [R7.2]', async () => {
  const run = testMachine.start({
    ...NEW_TAB,
    hasIntermediateCookie: true,
    storedSignIn: {
      ...NO_STORED_SIGN_IN,
      ...DISCOVERY,
      hasIntermediateSession: true,
      intermediateDigest: STORED_INTERMEDIATE,
    },
  });
  run.send({ type: 'organization.type' });
  run.send({ type: 'organization.submit', name: 'New Team' });
  await settleCall(pendingCall(run), {
    output: { kind: 'authenticated', session: SESSION, at: run.now() },
  });
  expect(authView(run.actor.getSnapshot())).toMatchObject({
    screen: 'app',
    notice: { tone: 'success', text: '\u2068Acme\u2069 (\u2068@acme\u2069) was created.' },
  });
});

describe('creating an organization from the organization menu', () => {
  async function signedOutToCreate(): Promise<TestRun> {
    const run = testMachine.start(signedInTab(SESSION));
    run.send({ type: 'organization.create', name: 'New Team' });
    expect(pendingCall(run).input).toEqual({ reason: 'creation' });
    await settleCall(pendingCall(run), { output: undefined });
    return run;
  }

  test('signs out, and starts Google for discovery without another click [R6.19]', async () => {
    const run = await signedOutToCreate();
    expect(pathOf(run)).toBe('signedOut.default.starting');
    expect(pendingCall(run).input).toEqual({
      organization: TYPED_ORGANIZATION,
      choosesAccount: false,
    });
    const { session, notice, signOutReason } = run.actor.getSnapshot().context;
    expect({ session, notice, signOutReason }).toEqual({
      session: null,
      notice: null,
      signOutReason: 'requested',
    });
  });

  test('explains at the login screen that Google cannot be started [R6.19]', async () => {
    const run = await signedOutToCreate();
    await settleCall(pendingCall(run), { output: failureOf('bootstrap') });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    expect(authView(run.actor.getSnapshot())).toMatchObject({
      starting: false,
      // The next person would create it.
      organization: null,
      notice: { tone: 'error', remedy: 'reload' },
    });
  });

  test('forgets the name when the person comes back to the login screen', async () => {
    const run = await signedOutToCreate();
    run.sendExternal({ type: 'page.restored', hasSession: false });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    expect(run.actor.getSnapshot().context.selectedOrganization).toBeNull();
  });

  test('explains a name that cannot be used, and keeps the session [R6.19, R7.9]', () => {
    const run = testMachine.start(signedInTab(SESSION));
    const path = pathOf(run);
    run.send({ type: 'organization.create', name: 'x'.repeat(129) });
    expect(pathOf(run)).toBe(path);
    expect(authView(run.actor.getSnapshot())).toMatchObject({
      screen: 'app',
      notice: { text: messages.organizationNameTooLong, isAboutInput: true },
    });
  });

  test('is refused in an impersonated session [R12.5]', () => {
    const run = testMachine.start(signedInTab({ ...SESSION, impersonated: true }));
    expect(authView(run.actor.getSnapshot())).toMatchObject({ screen: 'app', canCreate: false });
    const path = pathOf(run);
    run.send({ type: 'organization.create', name: 'New Team' });
    expect(pathOf(run)).toBe(path);
  });
});

describe('a switch to an organization that requires a verification', () => {
  async function leftForFactor(): Promise<TestRun> {
    const run = testMachine.start(signedInTab(SESSION));
    await settleCall(pendingCall(run), {
      output: { kind: 'refreshed', session: SESSION, isConfirmed: true, at: run.now() },
    });
    run.send({ type: 'organization.list' });
    await settleCall(pendingCall(run), {
      output: {
        kind: 'discovered',
        discovery: { ...DISCOVERY, organizations: [ACME, BIRCH] },
        intermediateDigest: null,
        at: run.now(),
      },
    });
    return run;
  }

  async function verifying(): Promise<TestRun> {
    const run = await leftForFactor();
    run.send({ type: 'organization.switch', id: BIRCH.id });
    await settleCall(pendingCall(run), {
      output: {
        kind: 'mfa_required',
        secondFactor: { ...secondFactorFor('totp'), organization: BIRCH },
        intermediateDigest: NEW_INTERMEDIATE,
        at: run.now(),
      },
    });
    return run;
  }

  test('offers the way back, which exchanges the intermediate session [R11.25]', async () => {
    const run = await verifying();
    expect(authView(run.actor.getSnapshot())).toMatchObject({
      screen: 'secondFactor',
      returnTo: SESSION.organization,
    });
    run.send({ type: 'organization.return' });
    expect(pathOf(run)).toBe('signedOut.exchanging');
    expect(pendingCall(run).input).toEqual({
      organizationId: ACME.id,
      intermediateDigest: NEW_INTERMEDIATE,
    });
    await settleCall(pendingCall(run), { output: failureOf('unreachable') });
    expect(authView(run.actor.getSnapshot())).toMatchObject({
      screen: 'selection',
      organizations: [ACME, BIRCH],
      failedOrganizationId: ACME.id,
    });
  });

  test('reads the whole list for another choice, and offers no way back any more [R8.8, R11.25]', async () => {
    const run = await verifying();
    run.send({ type: 'organization.chooseDifferent' });
    expect(pathOf(run)).toBe('signedOut.discovering');
    const { returnTo, memberships } = run.actor.getSnapshot().context;
    expect({ returnTo, memberships }).toEqual({ returnTo: null, memberships: null });
  });

  test('goes back through Google when the intermediate session has ended in step-up [R8.17, R11.25]', async () => {
    const run = await leftForFactor();
    run.send({ type: 'organization.switch', id: BIRCH.id });
    await settleCall(pendingCall(run), {
      output: {
        kind: 'primary_required',
        stepUp: stepUpFor(BIRCH, 'email_otp'),
        intermediateDigest: NEW_INTERMEDIATE,
        at: run.now(),
      },
    });
    run.clock.advance(10 * MINUTE);
    run.send({ type: 'organization.return' });
    expect(pathOf(run)).toBe('signedOut.selecting.starting');
    expect(pendingCall(run).input).toEqual({ organization: SESSION.organization });
  });
});

describe('stopping an impersonation', () => {
  test('clears the browser from the login screen, where there is no session [R12.6]', () => {
    const run = testMachine.start(NEW_TAB);
    run.send({ type: 'impersonation.stop' });
    expect(pathOf(run)).toBe('signingOut');
    expect(pendingCall(run).input).toEqual({ reason: 'impersonation_stopped' });
  });

  test('replaces a sign-out that is in progress [R12.6]', () => {
    const run = testMachine.start({ ...NEW_TAB, session: SESSION });
    run.send({ type: 'signOut' });
    run.send({ type: 'impersonation.stop' });
    expect([...run.pending].map(({ input }) => input)).toEqual([
      { reason: 'impersonation_stopped' },
    ]);
  });
});

describe('the organization of the last session', () => {
  const last = { id: ACME.id, slug: ACME.slug, name: ACME.name };
  const rememberedBy = (run: TestRun) => run.actor.getSnapshot().context.lastOrganization;

  test('is remembered after a sign-out, and Google starts for it with one event [R4.7]', async () => {
    const run = testMachine.start(signedInTab(SESSION));
    run.actor.send({ type: 'session.found', session: { ...SESSION, organization: last } });
    run.actor.send({ type: 'session.gone', reason: 'expired' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
    expect(authView(run.actor.getSnapshot())).toMatchObject({ lastOrganization: last });
    run.actor.send({ type: 'organization.continue' });
    expect(pathOf(run)).toBe('signedOut.default.continuing');
    expect(pendingCall(run).input).toEqual({ organization: last });
    await settleCall(pendingCall(run), { output: failureOf('other') });
    // Nothing was selected: the ordinary button still lists all organizations.
    run.actor.send({ type: 'google.start' });
    expect(pendingCall(run).input).toEqual({ organization: null, choosesAccount: false });
  });

  test('is left by choosing another account at Google [R4.7]', () => {
    const run = testMachine.start({ ...NEW_TAB, lastOrganization: last });
    run.actor.send({ type: 'google.chooseAccount' });
    expect(pendingCall(run).input).toEqual({ organization: null, choosesAccount: true });
  });

  test('is forgotten with one event, which is said [R4.8]', () => {
    const run = testMachine.start({ ...NEW_TAB, lastOrganization: last });
    run.actor.send({ type: 'organization.forgetLast' });
    expect(rememberedBy(run)).toBeNull();
    expect(run.actor.getSnapshot().context.notice?.text).toBe(messages.organizationForgotten);
    run.actor.send({ type: 'organization.continue' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
  });

  test('is not one that a support person entered as a member [R4.7]', async () => {
    const run = testMachine.start({
      ...NEW_TAB,
      callback: 'impersonation',
      lastOrganization: last,
    });
    await settleCall(pendingCall(run), {
      output: {
        kind: 'authenticated',
        session: { ...SESSION, organization: BIRCH, impersonated: true },
        at: run.now(),
      },
    });
    expect(pathOf(run)).toBe('signedIn.authenticated');
    expect(rememberedBy(run)).toEqual(last);
  });

  test('is not offered while Google starts for a selected organization [R4.4, R4.7]', () => {
    const storedSignIn = { ...NO_STORED_SIGN_IN, selectedOrganization: BIRCH };
    const run = testMachine.start({ ...NEW_TAB, storedSignIn, lastOrganization: last });
    expect(authView(run.actor.getSnapshot())).toMatchObject({ lastOrganization: null });
    run.actor.send({ type: 'organization.continue' });
    expect(pathOf(run)).toBe('signedOut.default.idle');
  });
});

describe('a link whose tab was closed', () => {
  const redeemLink = async (requestedFor: string) => {
    const run = testMachine.start({ ...NEW_TAB, callback: 'magic_link' });
    await settleCall(pendingCall(run), {
      output: {
        kind: 'discovered',
        discovery: DISCOVERY,
        requestedHere: true,
        requestedFor,
        intermediateDigest: NEW_INTERMEDIATE,
        at: run.now(),
      },
    });
    return run;
  };

  test('goes on with the organization that the tab had chosen, and says that it is verified [R9.6, R8.12]', async () => {
    const run = await redeemLink(BIRCH.id);
    expect(pathOf(run)).toBe('signedOut.exchanging');
    expect(pendingCall(run).input).toMatchObject({ organizationId: BIRCH.id });
    expect(authView(run.actor.getSnapshot()).screen).toBe('selection');
    expect(run.actor.getSnapshot().context.notice?.text).toBe(messages.emailVerified);
  });

  test('shows the list when that organization is not in it, and says that it is verified [R9.6, R9.7]', async () => {
    const run = await redeemLink('organization-gone');
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
    expect(run.actor.getSnapshot().context.notice?.text).toBe(messages.emailIsVerified);
  });
});

describe('a project that forbids to create organizations', () => {
  const closed = {
    type: 'project.known',
    project: { slugPattern: null, createOrganizationEnabled: false },
  } as const;
  const listed = {
    ...NEW_TAB,
    storedSignIn: {
      ...NO_STORED_SIGN_IN,
      ...DISCOVERY,
      hasIntermediateSession: true,
      intermediateDigest: STORED_INTERMEDIATE,
    },
    hasIntermediateCookie: true,
  };
  const viewOf = (run: TestRun) => authView(run.actor.getSnapshot());

  test('opens no field for a name as soon as its settings are known [R6.20]', () => {
    const run = testMachine.start(listed);
    expect(viewOf(run)).toMatchObject({ canCreate: true });
    run.sendExternal(closed);
    expect(viewOf(run)).toMatchObject({ canCreate: false });
    run.send({ type: 'organization.type' });
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
  });

  test('keeps a field that is open, and explains without a call [R6.20, R7.9]', () => {
    const run = testMachine.start(listed);
    run.send({ type: 'organization.type' });
    run.sendExternal(closed);
    run.send({ type: 'organization.submit', name: 'New Team' });
    expect(run.pending.size).toBe(0);
    expect(viewOf(run)).toMatchObject({
      mode: 'typing',
      canCreate: false,
      notice: { text: messages.organizationCreationDisabled, isAboutInput: true },
    });
  });

  test('closes a field that is open where no organization is listed [R6.20]', () => {
    const run = testMachine.start({
      ...listed,
      storedSignIn: { ...listed.storedSignIn, organizations: [] },
    });
    run.send({ type: 'organization.type' });
    expect(pathOf(run)).toBe('signedOut.selecting.typing');
    run.sendExternal(closed);
    expect(pathOf(run)).toBe('signedOut.selecting.browsing');
  });

  test('tells the member pages, too [R6.20]', () => {
    const run = testMachine.start(signedInTab(SESSION));
    expect(viewOf(run)).toMatchObject({ screen: 'app', canCreate: true });
    run.sendExternal(closed);
    expect(viewOf(run)).toMatchObject({ screen: 'app', canCreate: false });
    const path = pathOf(run);
    run.send({ type: 'organization.create', name: 'New Team' });
    expect(pathOf(run)).toBe(path);
  });
});
