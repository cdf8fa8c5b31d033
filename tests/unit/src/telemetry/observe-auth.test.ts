import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor } from 'xstate';
import type { AuthInput } from '#machines/auth/auth.types.ts';
import { DORAS_SESSION, SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { inspectSteps } from '#src/app/actor-steps.ts';
import { observeAuth } from '#src/telemetry/observe-auth.ts';

const CANARY = 'canary-0123456789';
const START = 1_000_000;
const ADA = { memberId: SESSION.memberId, impersonated: false };

const session = { ...SESSION, sessionId: `session-${CANARY}`, roles: [`role-${CANARY}`] };

function observe(start: Partial<AuthInput> = {}) {
  let at = START;
  const calls: unknown[] = [];
  const onStep = observeAuth({
    onTransition: ({ from, event, to, milliseconds, at: time }) =>
      calls.push([from, event, to, milliseconds, time - START]),
    onMember: ({ memberId, impersonated }) => calls.push({ memberId, impersonated }),
    onSignedOut: () => calls.push('signed out'),
  });
  const actor: ActorRefFrom<typeof stubbedAuthMachine> = createActor(stubbedAuthMachine, {
    input: { ...NEW_TAB, ...start, now: () => START },
    inspect: inspectSteps(
      () => actor,
      () => at,
      onStep,
    ),
  });
  actor.start();
  const pass = (milliseconds: number) => {
    at += milliseconds;
  };
  return { actor, calls, pass };
}

describe('observeAuth', () => {
  it('reports each transition with the time spent, and its member, by nothing but listed values [R18.3, R18.5]', () => {
    const { actor, calls, pass } = observe();
    pass(30);
    // It changes the context and no state, so that the time goes on.
    actor.send({
      type: 'project.known',
      project: { slugPattern: null, createOrganizationEnabled: false },
    });
    pass(10);
    actor.send({ type: 'session.found', session });
    // It changes nothing.
    actor.send({ type: 'code.verify', code: CANARY });
    pass(100);
    actor.send({ type: 'session.gone', reason: 'expired' });
    const [out, signedIn] = [
      'signedOut.default',
      'signedIn.session.authenticated signedIn.menu.resting signedIn.warning.quiet',
    ];
    expect(calls).toEqual([
      ['restoring', 'xstate.init', out, 0, 0],
      [out, 'project.known', out, 30, 30],
      ADA,
      [out, 'session.found', signedIn, 40, 40],
      [signedIn, 'session.gone', out, 100, 140],
      'signed out',
    ]);
    expect(JSON.stringify(calls)).not.toContain(CANARY);
  });

  it('reports a sign-out before another member', () => {
    const { actor, calls } = observe(signedInTab(session));
    actor.send({ type: 'session.found', session: DORAS_SESSION });
    expect(calls.filter((call) => !Array.isArray(call))).toEqual([
      ADA,
      'signed out',
      expect.objectContaining({ memberId: DORAS_SESSION.memberId }),
    ]);
  });

  it('reports an impersonated member as such, who stays one until the sign-out has ended', () => {
    const { actor, calls } = observe(signedInTab({ ...session, impersonated: true }));
    expect(calls).toContainEqual({ ...ADA, impersonated: true });
    actor.send({ type: 'impersonation.stop' });
    expect(calls.at(-1)).toEqual(expect.arrayContaining(['impersonation.stop', 'signingOut']));
  });
});
