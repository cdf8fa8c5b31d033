import { describe, expect, test } from 'vitest';
import { EMPTY_MEMORY } from '#machines/auth/auth.context.ts';
import { statePath } from '#machines/auth/auth.view.ts';
import { ACME, BIRCH, LISTED, refusal, SESSION, stepUpAt } from '#machines/explore/fixtures.ts';
import type { StartInputData } from '#machines/explore/start-inputs.ts';
import { answer, createWorld, type Run } from '#tests/model/support/world.ts';

const MINUTE = 60_000;

const NEW_TAB: StartInputData = {
  memory: EMPTY_MEMORY,
  callback: null,
  linkWasRequestedHere: false,
  session: null,
  hasSessionCookie: false,
  hasIntermediateCookie: false,
};

const world = createWorld();

function at(run: Run): string {
  return statePath(run.actor.getSnapshot().value);
}

function waitedFor(run: Run) {
  const [call] = run.pending;
  if (call === undefined) throw new Error('Nothing is waited for.');
  return call;
}

describe('a name typed before Google was asked', () => {
  test('stands for the listed organization with that slug, once the list is known [R6.9]', async () => {
    const typed = { id: 'org-acme', slug: 'acme', name: 'Acme' };
    const memory = { ...EMPTY_MEMORY, selectedOrganization: typed };
    const run = world.start({ ...NEW_TAB, callback: 'discovery_oauth', memory });
    await answer(waitedFor(run), {
      output: { kind: 'discovered', discovery: LISTED, at: run.now() },
    });
    expect(at(run)).toBe('signedOut.exchanging');
    expect(run.actor.getSnapshot().context.selectedOrganization).toEqual(ACME);
    expect(waitedFor(run).input).toEqual({ organizationId: ACME.id });
  });
});

describe('a step-up that lost what was chosen', () => {
  test('goes on with the organization it is for', () => {
    const memory = {
      ...EMPTY_MEMORY,
      ...LISTED,
      hasIntermediateSession: true,
      stepUp: stepUpAt(BIRCH, 'magic_link'),
    };
    const run = world.start({ ...NEW_TAB, memory, hasIntermediateCookie: true });
    run.tell({ type: 'email.verified' });
    expect(at(run)).toBe('signedOut.exchanging');
    expect(waitedFor(run).input).toEqual({ organizationId: BIRCH.id });
  });
});

describe('a name that was refused', () => {
  const memory = { ...EMPTY_MEMORY, ...LISTED, hasIntermediateSession: true };

  test('is handed back, and gone with its sentence when typing is given up', async () => {
    const run = world.start({ ...NEW_TAB, memory, hasIntermediateCookie: true });
    run.send({ type: 'organization.type' });
    run.send({ type: 'organization.submit', name: 'New Team' });
    await answer(waitedFor(run), { output: refusal('other') });
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
  async function warned(): Promise<Run> {
    const run = world.start({ ...NEW_TAB, session: SESSION });
    const session = { ...SESSION, expiresAt: run.now() + 6 * MINUTE };
    await answer(waitedFor(run), { output: { kind: 'refreshed', session, at: run.now() } });
    run.clock.pass(MINUTE);
    return run;
  }

  function find(run: Run, left: number): boolean {
    const session = { ...SESSION, expiresAt: run.now() + left };
    run.tell({ type: 'session.found', session });
    return run.actor.getSnapshot().context.expiryWarned;
  }

  test('takes the warning back when there is time again, and only then', async () => {
    expect(find(await warned(), 6 * MINUTE)).toBe(false);
    expect(find(await warned(), 5 * MINUTE)).toBe(true);
  });

  test('is not a warning by itself', () => {
    const run = world.start({ ...NEW_TAB, session: SESSION });
    expect(find(run, 4 * MINUTE)).toBe(false);
  });
});
