// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { createPageAddress, navigateOnEmitted } from '#src/app/routing/navigation.ts';
import { addStepEntry } from '#src/app/routing/step-entry.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { setUpHarness } from '../stytch/support/harness.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const LIST = { key: 'of-the-list' };
const STEP = { ...LIST, isStep: true };

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

/** Loads the page in its present history entry, and follows the steps. */
async function open(path: string, openedOnStep = false): Promise<AuthActor> {
  const stytchAuth = await harness.load({ path });
  actor?.stop();
  actor = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
  addStepEntry(actor, address, openedOnStep);
  return actor;
}

async function openList(email: string): Promise<AuthActor> {
  await harness.discover(email);
  window.history.replaceState(LIST, '');
  const auth = await open('/discovery');
  await inState(auth, 'selecting');
  return auth;
}

function choose(auth: AuthActor, slug: string): void {
  const organization = { id: harness.organizationId(slug), slug, name: slug };
  auth.send({ type: 'organization.choose', organization });
}

/** Opens the list of a person, and chooses an organization, which asks for a verification. */
async function openVerification(email = BEN, slug = 'birch', state: Step = 'stepUp') {
  const auth = await openList(email);
  choose(auth, slug);
  await inState(auth, state);
  return auth;
}

type Step = 'stepUp' | 'secondFactor' | 'selecting';
async function inState(auth: AuthActor, state: Step) {
  await vi.waitFor(() => expect(auth.getSnapshot().matches({ signedOut: state })).toBe(true));
  await follow();
}

/** The entry follows in a microtask. */
const follow = () => Promise.resolve();
const entry = () => window.history.state;
/** How many entries were added, and how often the browser was sent back. */
const moves = () => [push.mock.calls.length, goBack.mock.calls.length];

/** The browser goes to another entry. */
function arriveAt(state: object | null): void {
  window.history.replaceState(state, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
}

it.each([
  [BEN, 'birch', 'stepUp'],
  [ADA, 'fjord', 'secondFactor'],
] as const)('Back leads %s of %s from %s to the list [R2.13]', async (email, slug, state) => {
  const auth = await openVerification(email, slug, state);
  expect(entry()).toEqual(STEP);
  expect(window.location.pathname).toBe('/discovery');
  arriveAt(LIST);
  await inState(auth, 'selecting');
  expect(moves()).toEqual([1, 0]);
  // Forward leads to the entry of the step that was left, and so back to the list.
  const received = vi.spyOn(auth, 'send');
  arriveAt(STEP);
  expect(received).not.toHaveBeenCalled();
  expect(moves()).toEqual([1, 1]);
});

it('Back closes the field for a name, and "Cancel" leaves no entry behind [R2.13]', async () => {
  const auth = await openList(ADA);
  const isOpen = () => auth.getSnapshot().matches({ signedOut: { selecting: 'typing' } });
  auth.send({ type: 'organization.type' });
  await follow();
  expect(entry()).toEqual(STEP);
  arriveAt(LIST);
  expect(isOpen()).toBe(false);
  auth.send({ type: 'organization.type' });
  await follow();
  expect([isOpen(), ...moves()]).toEqual([true, 2, 0]);
  auth.send({ type: 'organization.cancel' });
  await follow();
  expect(moves()).toEqual([2, 1]);
});

it('keeps the entry of the field while its name is used, and through a verification [R2.13]', async () => {
  const auth = await openList(BEN);
  auth.send({ type: 'organization.type' });
  await follow();
  auth.send({ type: 'organization.submit', name: 'birch' });
  await inState(auth, 'stepUp');
  arriveAt(LIST);
  await inState(auth, 'selecting');
  expect(moves()).toEqual([1, 0]);
});

it('a name in the field that signs in adds no entry to the member pages [R2.13]', async () => {
  const auth = await openList(ADA);
  navigateOnEmitted(auth, createPageAddress());
  auth.send({ type: 'organization.type' });
  await follow();
  auth.send({ type: 'organization.submit', name: 'acme' });
  await vi.waitFor(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true));
  await follow();
  expect([window.location.pathname, entry(), ...moves()]).toEqual([FIRST_PAGE, null, 1, 0]);
});

it('a choice on the list, before the browser has gone back to its entry, is kept [R2.13]', async () => {
  const auth = await openVerification();
  auth.send({ type: 'organization.chooseDifferent' });
  await inState(auth, 'selecting');
  choose(auth, 'birch');
  await inState(auth, 'stepUp');
  arriveAt(LIST);
  expect(auth.getSnapshot().matches({ signedOut: 'stepUp' })).toBe(true);
  expect([entry(), ...moves()]).toEqual([STEP, 2, 1]);
});

it('a choice on the list gets no entry when the pages are loaded meanwhile [R2.13]', async () => {
  await harness.discover(ADA);
  const stytchAuth = await harness.load({ path: '/discovery' });
  const auth = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
  actor = auth;
  await inState(auth, 'selecting');
  choose(auth, 'acme');
  addStepEntry(auth, address, false);
  expect(auth.getSnapshot().matches({ signedOut: 'exchanging' })).toBe(true);
  expect(push).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true));
});

it('the way back on the page leaves no entry behind, and chooses nothing again [R2.13]', async () => {
  const auth = await openVerification();
  auth.send({ type: 'organization.chooseDifferent' });
  await inState(auth, 'selecting');
  const received = vi.spyOn(auth, 'send');
  arriveAt(LIST);
  expect(received).not.toHaveBeenCalled();
  expect(moves()).toEqual([1, 1]);
  // The next verification has an entry again, and Back leads from it to the list.
  choose(auth, 'birch');
  await inState(auth, 'stepUp');
  expect(push).toHaveBeenCalledTimes(2);
  arriveAt(LIST);
  await inState(auth, 'selecting');
});

it('a reload of a verification keeps its entry, and a page without one gets it [R2.13]', async () => {
  await openVerification();
  await open('/discovery');
  expect(push).toHaveBeenCalledTimes(1);
  window.history.replaceState(null, '');
  await open('/discovery');
  expect(entry()).toEqual({ isStep: true });
  expect(push).toHaveBeenCalledTimes(2);
});

it('an event within the verification adds no entry, and a sign-out goes nowhere [R2.13]', async () => {
  const auth = await openVerification();
  window.history.replaceState({ key: 'of-another' }, '');
  auth.send({ type: 'code.send' });
  await follow();
  expect(push).toHaveBeenCalledTimes(1);
  // The login page is loaded, which going back would prevent.
  window.history.replaceState(STEP, '');
  auth.send({ type: 'impersonation.stop' });
  await follow();
  expect(auth.getSnapshot().matches('signingOut')).toBe(true);
  expect(goBack).not.toHaveBeenCalled();
});

it('Back while a reloaded verification still loads its pages leads to the list [R2.13]', async () => {
  await openVerification();
  window.history.replaceState(LIST, '');
  await inState(await open('/discovery', true), 'selecting');
  expect(push).toHaveBeenCalledTimes(1);
});

it('Back from a member page passes over the entry of the callback, which leads to the policies [R2.13]', async () => {
  await harness.signIn(ADA, 'acme');
  window.history.replaceState(null, '');
  const auth = await open('/policies');
  await vi.waitFor(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true));
  arriveAt(null);
  expect([address.replace.mock.calls.length, goBack.mock.calls.length]).toEqual([0, 0]);
  window.history.replaceState(null, '', '/discovery');
  arriveAt(null);
  expect(address.replace.mock.calls).toEqual([[FIRST_PAGE]]);
  expect(goBack).toHaveBeenCalledTimes(1);
});
