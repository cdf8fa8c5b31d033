// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { createPageAddress, navigateOnEmitted } from '#src/app/routing/navigation.ts';
import { addStepEntry } from '#src/app/routing/step-entry.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { setUpHarness } from '../stytch/support/harness.ts';

const harness = setUpHarness();
const address = { replace: vi.fn(), connect: vi.fn() };
let actor: AuthActor | undefined;
let listen: MockInstance<typeof window.addEventListener>;
let push: MockInstance<typeof window.history.pushState>;
let goBack: MockInstance<typeof window.history.back>;

beforeEach(() => {
  listen = vi.spyOn(window, 'addEventListener');
  push = vi.spyOn(window.history, 'pushState');
  goBack = vi.spyOn(window.history, 'back').mockReturnValue();
  address.replace.mockClear();
});
afterEach(() => {
  actor?.stop();
  for (const [type, listener] of listen.mock.calls) window.removeEventListener(type, listener);
});

/** Loads the page in its present history entry, and follows the verification. */
async function open(path: string, openedOnStep = false): Promise<AuthActor> {
  const stytchAuth = await harness.load({ path });
  actor?.stop();
  actor = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
  addStepEntry(actor, address, openedOnStep);
  return actor;
}

/** Opens the list of a person, and chooses an organization, which asks for a verification. */
async function openVerification(email: string, slug: string, state: 'stepUp' | 'secondFactor') {
  await harness.discover(email);
  window.history.replaceState({ key: 'of-the-list' }, '');
  const auth = await open('/discovery');
  await inState(auth, 'selecting');
  const organization = { id: harness.organizationId(slug), slug, name: slug };
  auth.send({ type: 'organization.choose', organization });
  await inState(auth, state);
  return auth;
}

async function inState(auth: AuthActor, state: 'stepUp' | 'secondFactor' | 'selecting') {
  await vi.waitFor(() => expect(auth.getSnapshot().matches({ signedOut: state })).toBe(true));
  // The entry follows in a microtask.
  await Promise.resolve();
}

const entry = () => window.history.state;

/** The browser goes to another entry. */
function arriveAt(state: object | null): void {
  window.history.replaceState(state, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
}

it.each([
  ['ben@birch.example', 'birch', 'stepUp'],
  ['ada@acme.example', 'fjord', 'secondFactor'],
] as const)('Back leads %s of %s from %s to the list [R2.13]', async (email, slug, state) => {
  const auth = await openVerification(email, slug, state);
  expect(entry()).toEqual({ key: 'of-the-list', isStep: true });
  expect(window.location.pathname).toBe('/discovery');
  expect(push).toHaveBeenCalledTimes(1);
  arriveAt({ key: 'of-the-list' });
  await inState(auth, 'selecting');
  expect(goBack).not.toHaveBeenCalled();
  expect(push).toHaveBeenCalledTimes(1);
});

it('Forward to the entry of a step that was left returns to the list [R2.13]', async () => {
  const auth = await openVerification('ben@birch.example', 'birch', 'stepUp');
  arriveAt({ key: 'of-the-list' });
  await inState(auth, 'selecting');
  const received = vi.spyOn(auth, 'send');
  arriveAt({ key: 'of-the-list', isStep: true });
  expect(received).not.toHaveBeenCalled();
  expect(goBack).toHaveBeenCalledTimes(1);
});

it('Back closes the field for a name, and "Cancel" leaves no entry behind [R2.13]', async () => {
  await harness.discover('ada@acme.example');
  window.history.replaceState({ key: 'of-the-list' }, '');
  const auth = await open('/discovery');
  await inState(auth, 'selecting');
  const isOpen = () => auth.getSnapshot().matches({ signedOut: { selecting: 'typing' } });
  auth.send({ type: 'organization.type' });
  await Promise.resolve();
  expect(entry()).toEqual({ key: 'of-the-list', isStep: true });
  arriveAt({ key: 'of-the-list' });
  expect(isOpen()).toBe(false);
  auth.send({ type: 'organization.type' });
  await Promise.resolve();
  expect([isOpen(), push.mock.calls.length, goBack.mock.calls.length]).toEqual([true, 2, 0]);
  auth.send({ type: 'organization.cancel' });
  await Promise.resolve();
  expect(goBack).toHaveBeenCalledTimes(1);
});

it('keeps the entry of the field while its name is used, and through a verification [R2.13]', async () => {
  await harness.discover('ben@birch.example');
  window.history.replaceState({ key: 'of-the-list' }, '');
  const auth = await open('/discovery');
  await inState(auth, 'selecting');
  auth.send({ type: 'organization.type' });
  await Promise.resolve();
  auth.send({ type: 'organization.submit', name: 'birch' });
  await inState(auth, 'stepUp');
  expect([push.mock.calls.length, goBack.mock.calls.length]).toEqual([1, 0]);
  arriveAt({ key: 'of-the-list' });
  await inState(auth, 'selecting');
  expect(goBack).not.toHaveBeenCalled();
});

it('a name in the field that signs in adds no entry to the member pages [R2.13]', async () => {
  await harness.discover('ada@acme.example');
  window.history.replaceState({ key: 'of-the-list' }, '');
  const auth = await open('/discovery');
  navigateOnEmitted(auth, createPageAddress());
  await inState(auth, 'selecting');
  auth.send({ type: 'organization.type' });
  await Promise.resolve();
  auth.send({ type: 'organization.submit', name: 'acme' });
  await vi.waitFor(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true));
  await Promise.resolve();
  expect([window.location.pathname, entry()]).toEqual(['/policies', null]);
  expect([push.mock.calls.length, goBack.mock.calls.length]).toEqual([1, 0]);
});

it('a choice on the list, before the browser has gone back to its entry, is kept [R2.13]', async () => {
  const auth = await openVerification('ben@birch.example', 'birch', 'stepUp');
  auth.send({ type: 'organization.chooseDifferent' });
  await inState(auth, 'selecting');
  const organization = { id: harness.organizationId('birch'), slug: 'birch', name: 'Birch' };
  auth.send({ type: 'organization.choose', organization });
  await inState(auth, 'stepUp');
  arriveAt({ key: 'of-the-list' });
  expect(auth.getSnapshot().matches({ signedOut: 'stepUp' })).toBe(true);
  expect(entry()).toEqual({ key: 'of-the-list', isStep: true });
  expect([push.mock.calls.length, goBack.mock.calls.length]).toEqual([2, 1]);
});

it('a choice on the list gets no entry when the pages are loaded meanwhile [R2.13]', async () => {
  await harness.discover('ada@acme.example');
  const auth = startAuthActor(
    await harness.load({ path: '/discovery' }),
    readStoredSignIn(),
    null,
    () => undefined,
  );
  actor = auth;
  await inState(auth, 'selecting');
  const organization = { id: harness.organizationId('acme'), slug: 'acme', name: 'Acme' };
  auth.send({ type: 'organization.choose', organization });
  addStepEntry(auth, address, false);
  expect(auth.getSnapshot().matches({ signedOut: 'exchanging' })).toBe(true);
  expect(push).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true));
});

it('the way back on the page leaves no entry behind, and chooses nothing again [R2.13]', async () => {
  const auth = await openVerification('ben@birch.example', 'birch', 'stepUp');
  auth.send({ type: 'organization.chooseDifferent' });
  await inState(auth, 'selecting');
  expect(goBack).toHaveBeenCalledTimes(1);
  const received = vi.spyOn(auth, 'send');
  arriveAt({ key: 'of-the-list' });
  expect(received).not.toHaveBeenCalled();
  expect([goBack.mock.calls.length, push.mock.calls.length]).toEqual([1, 1]);
  // The next verification has an entry again, and Back leads from it to the list.
  const organization = { id: harness.organizationId('birch'), slug: 'birch', name: 'Birch' };
  auth.send({ type: 'organization.choose', organization });
  await inState(auth, 'stepUp');
  expect(push).toHaveBeenCalledTimes(2);
  arriveAt({ key: 'of-the-list' });
  await inState(auth, 'selecting');
});

it('a reload of a verification keeps its entry, and a page without one gets it [R2.13]', async () => {
  await openVerification('ben@birch.example', 'birch', 'stepUp');
  await open('/discovery');
  expect(push).toHaveBeenCalledTimes(1);
  window.history.replaceState(null, '');
  await open('/discovery');
  expect(entry()).toEqual({ isStep: true });
  expect(push).toHaveBeenCalledTimes(2);
});

it('an event within the verification adds no second entry [R2.13]', async () => {
  const auth = await openVerification('ben@birch.example', 'birch', 'stepUp');
  window.history.replaceState({ key: 'of-another' }, '');
  auth.send({ type: 'code.send' });
  await Promise.resolve();
  expect(push).toHaveBeenCalledTimes(1);
});

it('Back while a reloaded verification still loads its pages leads to the list [R2.13]', async () => {
  await openVerification('ben@birch.example', 'birch', 'stepUp');
  window.history.replaceState({ key: 'of-the-list' }, '');
  await inState(await open('/discovery', true), 'selecting');
  expect(push).toHaveBeenCalledTimes(1);
});

it('a verification that ends with a sign-out goes nowhere: the login page is loaded [R2.13]', async () => {
  const auth = await openVerification('ben@birch.example', 'birch', 'stepUp');
  auth.send({ type: 'impersonation.stop' });
  await Promise.resolve();
  expect(auth.getSnapshot().matches('signingOut')).toBe(true);
  expect(goBack).not.toHaveBeenCalled();
});

it('Back from a member page passes over the entry of the callback, which leads to the policies [R2.13]', async () => {
  await harness.signIn('ada@acme.example', 'acme');
  window.history.replaceState(null, '');
  const auth = await open('/policies');
  await vi.waitFor(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true));
  arriveAt(null);
  expect([address.replace.mock.calls.length, goBack.mock.calls.length]).toEqual([0, 0]);
  window.history.replaceState(null, '', '/discovery');
  arriveAt(null);
  expect(address.replace.mock.calls).toEqual([['/policies']]);
  expect(goBack).toHaveBeenCalledTimes(1);
});
