// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import type { ActorStep } from '#src/app/actor-steps.ts';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { writeLastOrganization } from '#src/storage/last-organization.ts';
import { savedReads } from '#src/storage/member-record.ts';
import { watchListeners } from '#tests/unit/support/watch-listeners.ts';
import { setUpHarness } from '../stytch/support/harness.ts';

const harness = setUpHarness();
let actor: AuthActor | undefined;

beforeEach(watchListeners);
afterEach(() => actor?.stop());

/** Starts the actor of a page whose browser holds Ada's session, and waits until she is signed in. */
async function startSignedIn(onStep: (step: ActorStep<AuthSnapshot>) => void = () => undefined) {
  await harness.signIn('ada@acme.example', 'acme');
  const started = startAuthActor(
    await harness.load(),
    (auth) => expect(auth.getSnapshot().status).toBe('active'),
    (_, step) => onStep(step),
  );
  actor = started;
  await vi.waitFor(() => expect(started.getSnapshot().matches('signedIn')).toBe(true));
  return started;
}

it('remembers the organization of a session once, until it is forgotten [R4.7, R4.8, R13.6]', async () => {
  const auth = await startSignedIn();
  const id = harness.organizationId('acme');
  expect(localStorage.getItem('last_organization')).toMatch(new RegExp(`^${id} acme `));
  // Nothing but a change brings back what another tab has removed.
  localStorage.removeItem('last_organization');
  auth.send({ type: 'page.visible' });
  expect(localStorage.getItem('last_organization')).toBeNull();
  expect(auth.getSnapshot().context.lastOrganization).toMatchObject({ id });
  auth.send({ type: 'session.gone', reason: 'expired' });
  writeLastOrganization(auth.getSnapshot().context.lastOrganization);
  auth.send({ type: 'organization.forgetLast' });
  expect(localStorage.getItem('last_organization')).toBeNull();
});

it('removes what another member has left, at the start and when the member changes [R17.13]', async () => {
  savedReads.write('acme dora', {});
  const auth = await startSignedIn();
  expect(sessionStorage.getItem('member_pages')).toBeNull();
  savedReads.write(`acme ${auth.getSnapshot().context.session?.memberId}`, {});
  auth.send({ type: 'page.visible' });
  expect(sessionStorage.getItem('member_pages')).not.toBeNull();
  auth.send({ type: 'session.gone', reason: 'expired' });
  expect(sessionStorage.getItem('member_pages')).toBeNull();
});

it('reports each of its steps, the first with the transitions of its creation, and none of a child', async () => {
  const steps: [string, string, number][] = [];
  const auth = await startSignedIn(({ event, snapshot, taken, at }) => {
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    steps.push([event.type, statePath(snapshot.value), taken.length]);
  });
  steps.length = 1;
  auth.send({ type: 'session.gone', reason: 'expired' });
  auth.send({ type: 'code.send' });
  expect(steps).toEqual([
    ['xstate.init', expect.stringMatching(/^signedIn\.session\.refreshing/), expect.any(Number)],
    ['session.gone', 'signedOut.default', 1],
    ['code.send', 'signedOut.default', 0],
  ]);
  expect(steps[0]?.[2]).toBeGreaterThan(0);
});
