import { describe, expect, test } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import { statePath } from '#machines/auth/auth.view.ts';
import {
  ACME,
  BIRCH,
  DISCOVERY,
  failureOf,
  SESSION,
  stepUpFor,
} from '#machines/explore/fixtures.ts';
import { NEW_TAB } from '#machines/explore/start-inputs.ts';
import { createTestMachine, settleCall, type TestRun } from '#tests/model/support/test-machine.ts';

const MINUTE = 60_000;

const testMachine = createTestMachine();

function at(run: TestRun): string {
  return statePath(run.actor.getSnapshot().value);
}

function waitedFor(run: TestRun) {
  const [call] = run.pending;
  if (call === undefined) throw new Error('Nothing is waited for.');
  return call;
}

describe('a name typed before Google was asked', () => {
  test('stands for the listed organization with that slug, once the list is known [R6.9]', async () => {
    const typed = { id: 'org-acme', slug: 'acme', name: 'Acme' };
    const storedSignIn = { ...NO_STORED_SIGN_IN, selectedOrganization: typed };
    const run = testMachine.start({ ...NEW_TAB, callback: 'discovery_oauth', storedSignIn });
    await settleCall(waitedFor(run), {
      output: { kind: 'discovered', discovery: DISCOVERY, at: run.now() },
    });
    expect(at(run)).toBe('signedOut.exchanging');
    expect(run.actor.getSnapshot().context.selectedOrganization).toEqual(ACME);
    expect(waitedFor(run).input).toEqual({ organizationId: ACME.id });
  });
});

describe('a step-up that lost what was chosen', () => {
  test('goes on with the organization it is for', () => {
    const storedSignIn = {
      ...NO_STORED_SIGN_IN,
      ...DISCOVERY,
      hasIntermediateSession: true,
      stepUp: stepUpFor(BIRCH, 'magic_link'),
    };
    const run = testMachine.start({ ...NEW_TAB, storedSignIn, hasIntermediateCookie: true });
    run.sendExternal({ type: 'email.verified' });
    expect(at(run)).toBe('signedOut.exchanging');
    expect(waitedFor(run).input).toEqual({ organizationId: BIRCH.id });
  });
});

describe('a name that was refused', () => {
  const storedSignIn = { ...NO_STORED_SIGN_IN, ...DISCOVERY, hasIntermediateSession: true };

  test('is handed back, and gone with its sentence when typing is given up', async () => {
    const run = testMachine.start({ ...NEW_TAB, storedSignIn, hasIntermediateCookie: true });
    run.send({ type: 'organization.type' });
    run.send({ type: 'organization.submit', name: 'New Team' });
    await settleCall(waitedFor(run), { output: failureOf('other') });
    expect(run.actor.getSnapshot().context).toMatchObject({
      typedName: 'New Team',
      notice: { tone: 'error' },
    });
    run.send({ type: 'organization.cancel' });
    expect(run.actor.getSnapshot().context).toMatchObject({ typedName: '', notice: null });
  });
});

describe('a session that another tab made longer, or not', () => {
  /** A member who was warned, five minutes before the end. */
  async function warned(): Promise<TestRun> {
    const run = testMachine.start({ ...NEW_TAB, session: SESSION });
    const session = { ...SESSION, expiresAt: run.now() + 6 * MINUTE };
    await settleCall(waitedFor(run), { output: { kind: 'refreshed', session, at: run.now() } });
    run.clock.advance(MINUTE);
    return run;
  }

  function find(run: TestRun, left: number): boolean {
    const session = { ...SESSION, expiresAt: run.now() + left };
    run.sendExternal({ type: 'session.found', session });
    return run.actor.getSnapshot().context.expiryWarned;
  }

  test('takes the warning back when there is time again, and only then', async () => {
    expect(find(await warned(), 6 * MINUTE)).toBe(false);
    expect(find(await warned(), 5 * MINUTE)).toBe(true);
  });

  test('is not a warning by itself', () => {
    const run = testMachine.start({ ...NEW_TAB, session: SESSION });
    expect(find(run, 4 * MINUTE)).toBe(false);
  });
});
