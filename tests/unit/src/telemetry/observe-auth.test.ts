import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { AuthInput, SignedInSession } from '#machines/auth/auth.types.ts';
import { NEW_TAB, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { watchSteps } from '#src/app/actor-steps.ts';
import { observeAuth } from '#src/telemetry/observe-auth.ts';
import type { ObservedTransition, TelemetryMember } from '#src/telemetry/telemetry.types.ts';

const CANARY = 'canary-0123456789';
const START = 1_000_000;

const session: SignedInSession = {
  sessionId: `session-${CANARY}`,
  memberId: 'member-1',
  memberName: { firstName: 'Ada', lastName: 'Ash' },
  emailAddress: 'ada@acme.example',
  organization: { id: 'organization-1', slug: 'acme', name: 'Acme' },
  roles: [`role-${CANARY}`],
  expiresAt: START + 86_400_000,
  impersonated: false,
};

const input: AuthInput = {
  ...NEW_TAB,
  storedSignIn: {
    ...NO_STORED_SIGN_IN,
    organizations: [],
    intermediateDigest: 'digest',
  },
  hasIntermediateCookie: true,
  now: () => START,
};

function observe(start: Partial<AuthInput> = {}) {
  let at = START;
  const calls: (ObservedTransition | TelemetryMember | 'signed out')[] = [];
  const machine = unprovidedAuthMachine.provide({
    actors: {
      exchange: fromPromise<
        AuthActorContracts['exchange']['output'],
        AuthActorContracts['exchange']['input']
      >(async () => ({
        kind: 'authenticated',
        session,
        at: START,
      })),
      revoke: fromPromise(async () => undefined),
    },
  });
  const actor = createActor(machine, { input: { ...input, ...start } });
  const onStep = observeAuth({
    onTransition: (transition) => calls.push(transition),
    onMember: (member) => calls.push(member),
    onSignedOut: () => calls.push('signed out'),
  });
  watchSteps(actor, [], () => at, onStep);
  actor.start();
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    actor,
    calls,
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

describe('observeAuth', () => {
  it('reports each transition with the time spent, and its member [R18.3]', async () => {
    const { actor, calls, tick, pass } = observe();
    pass(30);
    // It changes the context and no state, so that the time goes on.
    actor.send({
      type: 'project.known',
      project: { slugPattern: null, createOrganizationEnabled: false },
    });
    pass(10);
    actor.send({ type: 'organization.choose', organization });
    pass(7);
    await tick();
    pass(100);
    actor.send({ type: 'signOut' });
    pass(3);
    await tick();

    expect(calls).toEqual([
      transition('restoring', 'xstate.init', 'signedOut.selecting.browsing', 0, START),
      transition(
        'signedOut.selecting.browsing',
        'project.known',
        'signedOut.selecting.browsing',
        30,
        START + 30,
      ),
      transition(
        'signedOut.selecting.browsing',
        'organization.choose',
        'signedOut.exchanging',
        40,
        START + 40,
      ),
      {
        memberId: 'member-1',
        emailAddress: 'ada@acme.example',
        name: 'Ada Ash',
        organization: session.organization,
        impersonated: false,
      },
      transition(
        'signedOut.exchanging',
        'xstate.done.actor.exchange',
        'signedIn.authenticated',
        7,
        START + 47,
      ),
      transition('signedIn.authenticated', 'signOut', 'signingOut', 100, START + 147),
      transition('signingOut', 'xstate.done.actor.revoke', 'signedOut.default', 3, START + 150),
      'signed out',
    ]);
  });

  it('reads only the type of an event and the session of the context', async () => {
    const { actor, calls, tick } = observe();
    actor.send({ type: 'organization.choose', organization });
    await tick();
    actor.send({ type: 'organization.switch', id: CANARY });
    expect(calls.length).toBeGreaterThan(4);
    expect(JSON.stringify(calls)).not.toContain(CANARY);
  });

  it('reports nothing for an event that changed nothing', () => {
    const { actor, calls } = observe();
    const before = calls.length;
    actor.send({ type: 'code.verify', code: '424242' });
    actor.send({ type: 'back' });
    expect(calls.length).toBe(before + 1);
  });

  it('reports a sign-out before another member', () => {
    const { actor, calls } = observe({ ...signedInTab(session), hasSessionCookie: true });
    const other = { ...session, memberId: 'member-2', sessionId: 'other' };
    actor.send({ type: 'session.found', session: other });
    const members = calls.filter((call) => call === 'signed out' || 'memberId' in call);
    expect(members).toEqual([
      expect.objectContaining({ memberId: 'member-1' }),
      'signed out',
      expect.objectContaining({ memberId: 'member-2' }),
    ]);
  });

  it('reports an impersonated member as such', () => {
    const { calls } = observe(signedInTab({ ...session, impersonated: true }));
    expect(calls).toContainEqual(expect.objectContaining({ impersonated: true }));
  });
});

function transition(
  from: string,
  event: string,
  to: string,
  milliseconds: number,
  at: number,
): ObservedTransition {
  return { from, event, to, milliseconds, at };
}
