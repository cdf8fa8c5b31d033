import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { EMPTY_MEMORY } from '#machines/auth/auth.context.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import type {
  AuthInput,
  Outcome,
  ProviderFailure,
  SignedInSession,
} from '#machines/auth/auth.types.ts';
import { observeAuth } from '#src/telemetry/observe-auth.ts';
import type { Member, Transition } from '#src/telemetry/telemetry.types.ts';

const CANARY = 'canary-0123456789';
const START = 1_000_000;

const session: SignedInSession = {
  sessionId: `session-${CANARY}`,
  memberId: 'member-1',
  memberName: 'Ada',
  emailAddress: 'ada@acme.example',
  organization: { id: 'organization-1', slug: 'acme', name: 'Acme' },
  roles: [`role-${CANARY}`],
  expiresAt: START + 86_400_000,
  impersonated: false,
};

const input: AuthInput = {
  memory: { ...EMPTY_MEMORY, hasIntermediateSession: true },
  callback: null,
  linkWasRequestedHere: false,
  session: null,
  hasSessionCookie: false,
  hasIntermediateCookie: true,
  now: () => START,
  random: () => 0.5,
};

function observed(start: Partial<AuthInput> = {}) {
  let at = START;
  const said: (Transition | Member | 'nobody')[] = [];
  const machine = authMachine.provide({
    actors: {
      exchange: fromPromise<Outcome | ProviderFailure, { organizationId: string }>(async () => ({
        kind: 'authenticated',
        session,
        at: START,
      })),
      revoke: fromPromise(async () => undefined),
    },
  });
  const actor = createActor(machine, { input: { ...input, ...start } });
  observeAuth(
    actor,
    {
      transition: (step) => said.push(step),
      member: (member) => said.push(member),
      nobody: () => said.push('nobody'),
    },
    () => at,
  );
  actor.start();
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    actor,
    said,
    tick,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
  };
}

const organization = {
  id: 'organization-1',
  slug: 'acme',
  name: CANARY,
};

describe('the one observer of the auth machine', () => {
  it('tells each step with the time spent, and who it belongs to [R18.3]', async () => {
    const { actor, said, tick, pass } = observed();
    pass(40);
    actor.send({ type: 'organization.choose', organization });
    pass(7);
    await tick();
    pass(100);
    actor.send({ type: 'signOut' });
    pass(3);
    await tick();

    expect(said).toEqual([
      step('restoring', 'xstate.init', 'signedOut.selecting.browsing', 0, START),
      step(
        'signedOut.selecting.browsing',
        'organization.choose',
        'signedOut.exchanging',
        40,
        START + 40,
      ),
      {
        memberId: 'member-1',
        emailAddress: 'ada@acme.example',
        name: 'Ada',
        organization: session.organization,
        impersonated: false,
      },
      step(
        'signedOut.exchanging',
        'xstate.done.actor.exchange',
        'signedIn.authenticated',
        7,
        START + 47,
      ),
      step('signedIn.authenticated', 'signOut', 'signingOut', 100, START + 147),
      step('signingOut', 'xstate.done.actor.revoke', 'signedOut.default.idle', 3, START + 150),
      'nobody',
    ]);
  });

  it('reads of an event its type, and of the context who is signed in', async () => {
    const { actor, said, tick } = observed();
    actor.send({ type: 'organization.choose', organization });
    await tick();
    actor.send({ type: 'organization.switch', id: CANARY });
    expect(said.length).toBeGreaterThan(4);
    expect(JSON.stringify(said)).not.toContain(CANARY);
  });

  it('tells nothing of an event that changed nothing', () => {
    const { actor, said } = observed();
    const before = said.length;
    actor.send({ type: 'code.verify', code: '424242' });
    actor.send({ type: 'back' });
    expect(said.length).toBe(before + 1);
  });

  it('tells a member who became another one as somebody else', () => {
    const { actor, said } = observed({ session, hasSessionCookie: true });
    const other = { ...session, memberId: 'member-2', sessionId: 'other' };
    actor.send({ type: 'session.found', session: other });
    const members = said.filter((one) => one === 'nobody' || 'memberId' in one);
    expect(members).toEqual([
      expect.objectContaining({ memberId: 'member-1' }),
      'nobody',
      expect.objectContaining({ memberId: 'member-2' }),
    ]);
  });

  it('marks a support person', () => {
    const { said } = observed({ session: { ...session, impersonated: true } });
    expect(said).toContainEqual(expect.objectContaining({ impersonated: true }));
  });
});

function step(
  from: string,
  event: string,
  to: string,
  milliseconds: number,
  at: number,
): Transition {
  return { from, event, to, milliseconds, at };
}
