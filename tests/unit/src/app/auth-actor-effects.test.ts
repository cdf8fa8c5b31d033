// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import { BIRCH, stepUpFor } from '#machines/auth-cases/fixtures.ts';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { setUpHarness } from '../stytch/support/harness.ts';

const harness = setUpHarness();
let actor: AuthActor | undefined;
let listen: MockInstance<typeof window.addEventListener>;

beforeEach(() => {
  listen = vi.spyOn(window, 'addEventListener');
});
afterEach(() => {
  actor?.stop();
  for (const [type, listener] of listen.mock.calls) window.removeEventListener(type, listener);
});

/** Starts the actor of a page whose browser holds Ada's session, and waits until she is signed in. */
async function startSignedIn(onCreate: Parameters<typeof startAuthActor>[3] = () => undefined) {
  await harness.signIn('ada@acme.example', 'acme');
  const started = startAuthActor(await harness.load(), readStoredSignIn(), null, onCreate);
  actor = started;
  await vi.waitFor(() => expect(started.getSnapshot().matches('signedIn')).toBe(true));
  return started;
}

it('confirms a new session once, and again after its end [R22.4]', async () => {
  const auth = await startSignedIn();
  const { session } = auth.getSnapshot().context;
  expect(localStorage.getItem('auth_confirmed_session')).toBe(session?.sessionId);
  localStorage.setItem('auth_confirmed_session', 'of-another-tab');
  auth.send({ type: 'page.visible' });
  expect(localStorage.getItem('auth_confirmed_session')).toBe('of-another-tab');
  if (session === null) throw new Error('Nobody is signed in.');
  auth.send({ type: 'session.gone', reason: 'expired' });
  auth.send({ type: 'session.found', session });
  expect(localStorage.getItem('auth_confirmed_session')).toBe(session.sessionId);
});

it('stores whose session the tab shows, and forgets it with the session [R22.15]', async () => {
  const auth = await startSignedIn();
  expect(sessionStorage.getItem('tab_member')).not.toBeNull();
  auth.send({ type: 'session.gone', reason: 'elsewhere' });
  expect(sessionStorage.getItem('tab_member')).toBeNull();
});

it('remembers the organization of a session once, until a tab forgets it [R4.7, R13.6]', async () => {
  const auth = await startSignedIn();
  const id = harness.organizationId('acme');
  expect(localStorage.getItem('last_organization')).toMatch(new RegExp(`^${id} acme `));
  // Nothing but a change brings back what another tab has removed.
  localStorage.removeItem('last_organization');
  auth.send({ type: 'page.visible' });
  expect(localStorage.getItem('last_organization')).toBeNull();
  expect(auth.getSnapshot().context.lastOrganization).toMatchObject({ id });
  auth.send({ type: 'session.gone', reason: 'expired' });
  window.dispatchEvent(new StorageEvent('storage', { key: 'last_organization', newValue: null }));
  expect(auth.getSnapshot().context.lastOrganization).toBeNull();
});

it('shows the state in the document, and stores that it asks about a person [R22.11]', async () => {
  await harness.signIn('dora@acme.example', 'acme');
  const storedSignIn = { ...NO_STORED_SIGN_IN, emailAddress: 'ada@acme.example' };
  actor = startAuthActor(await harness.load(), storedSignIn, null, () => undefined);
  expect(document.documentElement.dataset.authState).toBe('signedOut.confirmingIdentity');
  expect(sessionStorage.getItem('identity_question')).toBe('open');
  expect(sessionStorage.getItem('discovery_email_address')).toBe('ada@acme.example');
});

it('hands over the transitions of its creation, and no later ones', async () => {
  const handed: number[] = [];
  let transitions: readonly unknown[] = [];
  await startSignedIn((auth, initialTransitions) => {
    transitions = initialTransitions;
    handed.push(initialTransitions.length);
    expect(initialTransitions.every(({ source }) => source.machine === auth.logic)).toBe(true);
    expect(auth.getSnapshot().status).toBe('active');
  });
  expect(handed).toHaveLength(1);
  expect(handed[0]).toBeGreaterThan(0);
  expect(transitions).toHaveLength(handed[0] ?? 0);
});

it('removes an intermediate session and its link requests for the machine [R8.8, R22.3]', async () => {
  await harness.discover('ben@birch.example');
  const stytchAuth = await harness.load({ path: '/discovery' });
  const auth = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
  actor = auth;
  await vi.waitFor(() => expect(auth.getSnapshot().matches({ signedOut: 'selecting' })).toBe(true));
  expect(document.cookie).toContain('stytch_intermediate_session_token');
  expect(localStorage.getItem('auth_confirmed_intermediate')).toMatch(/^[\da-f]{64}$/);
  localStorage.setItem('auth_link_requests', '[]');
  auth.send({ type: 'back' });
  await vi.waitFor(() => expect(auth.getSnapshot().matches({ signedOut: 'default' })).toBe(true));
  expect(document.cookie).toBe('');
  expect(localStorage.getItem('auth_link_requests')).toBeNull();
  expect(localStorage.getItem('auth_confirmed_intermediate')).toBeNull();
});

it('claims a verified link for the machine, which verifies its address [R9.1]', async () => {
  const claimHandoff = vi.fn();
  await harness.discover('ben@birch.example');
  const stytchAuth = { ...(await harness.load()), claimHandoff };
  const storedSignIn = {
    ...readStoredSignIn(),
    emailAddress: 'ben@birch.example',
    organizations: [],
    hasIntermediateSession: true,
    selectedOrganization: BIRCH,
    stepUp: { ...stepUpFor(BIRCH, 'magic_link'), emailAddress: 'ben@birch.example' },
  };
  const auth = startAuthActor(stytchAuth, storedSignIn, null, () => undefined);
  actor = auth;
  expect(document.documentElement.dataset.authState).toMatch('signedOut.stepUp');
  auth.send({ type: 'handoff.offered', id: 'doras', emailAddress: 'dora@acme.example' });
  expect(claimHandoff).not.toHaveBeenCalled();
  auth.send({ type: 'handoff.offered', id: 'bens', emailAddress: 'ben@birch.example' });
  expect(claimHandoff).toHaveBeenCalledExactlyOnceWith('bens');
});
