// @vitest-environment happy-dom
import { createBrowserHistory } from '@tanstack/react-router';
import { beforeEach, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import {
  ACME,
  BIRCH,
  failureOf,
  INTERMEDIATE_DIGEST,
  SESSION,
  stepUpFor,
} from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { navigateOnEmitted } from '#src/app/routing/navigation.ts';
import { addStepEntry, keepHistoryState } from '#src/app/routing/step-entry.ts';
import { saveRedirect } from '#src/storage/redirect.ts';
import { createTestMachine, settleCall } from '#tests/model/support/test-machine.ts';
import { watchListeners } from '#tests/unit/support/watch-listeners.ts';
import { goTo } from '../stytch/support/browser.ts';

const LIST = { key: 'of-the-list' };
const STEP = { ...LIST, isStep: true };
const STEP_UP = {
  kind: 'primary_required',
  stepUp: stepUpFor(BIRCH, 'email_otp'),
  intermediateDigest: INTERMEDIATE_DIGEST,
  at: 0,
};

let push: MockInstance<typeof window.history.pushState>;
let goBack: MockInstance<typeof window.history.back>;

beforeEach(() => {
  goTo('/discovery');
  window.history.replaceState(LIST, '');
  push = vi.spyOn(window.history, 'pushState');
  goBack = vi.spyOn(window.history, 'back').mockReturnValue();
});
beforeEach(watchListeners);

const IN_LIST: StartInputData = {
  ...NEW_TAB,
  hasIntermediateCookie: true,
  storedSignIn: {
    ...NO_STORED_SIGN_IN,
    organizations: [ACME, BIRCH],
    intermediate: { digest: INTERMEDIATE_DIGEST, expiresAt: 600_000, isWarned: false },
  },
};

/** Opens a page in its history entry. */
function open(input = IN_LIST) {
  const run = createTestMachine().start(input);
  navigateOnEmitted(run.actor);
  addStepEntry(run.actor);
  const isIn = (state: 'selecting' | 'stepUp') =>
    run.actor.getSnapshot().matches({ signedOut: state });
  const isTyping = () => run.actor.getSnapshot().matches({ signedOut: { selecting: 'typing' } });
  /** Sends an event, and settles its call. The entry follows in a microtask. */
  const perform = async (event: AuthEvent, output?: object) => {
    run.send(event);
    await Promise.resolve();
    for (const call of output ? run.pending : []) await settleCall(call, { output });
  };
  return { ...run, isIn, isTyping, perform };
}

const CHOOSE: AuthEvent = { type: 'organization.choose', organization: BIRCH };
const entry = () => window.history.state;
/** How many entries were added, and how often the browser was sent back. */
const moves = () => [push.mock.calls.length, goBack.mock.calls.length];

/** The browser goes to another entry. */
function arriveAt(state: object | null): void {
  window.history.replaceState(state, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
}

it('Back leads from a verification to the list, and Forward does nothing [R2.13]', async () => {
  const { actor, isIn, perform } = open();
  await perform(CHOOSE, STEP_UP);
  expect([isIn('stepUp'), entry(), ...moves()]).toEqual([true, STEP, 1, 0]);
  arriveAt(LIST);
  expect(isIn('selecting')).toBe(true);
  await Promise.resolve();
  const received = vi.spyOn(actor, 'send');
  arriveAt(STEP);
  expect(received).not.toHaveBeenCalled();
  expect(moves()).toEqual([1, 1]);
});

it('a router that is created within a verification leaves it its entry [R2.13]', async () => {
  const { isIn, perform } = open();
  window.history.replaceState(null, '');
  await perform(CHOOSE, STEP_UP);
  const { location, destroy } = keepHistoryState(createBrowserHistory);
  onTestFinished(destroy);
  expect(entry()).toMatchObject({ isStep: true, key: location.state.__TSR_key });
  await perform({ type: 'code.send' });
  arriveAt(null);
  expect(isIn('selecting')).toBe(true);
  expect(moves()).toEqual([1, 0]);
});

it('the way back on the page leaves no entry behind, and chooses nothing again [R2.13]', async () => {
  const { actor, perform } = open();
  await perform(CHOOSE, STEP_UP);
  await perform({ type: 'organization.chooseDifferent' });
  const received = vi.spyOn(actor, 'send');
  arriveAt(LIST);
  expect(received).not.toHaveBeenCalled();
  expect(moves()).toEqual([1, 1]);
  // The next verification has an entry again.
  await perform(CHOOSE, STEP_UP);
  expect(push).toHaveBeenCalledTimes(2);
});

it('a reloaded verification whose session is over leaves no entry behind [R2.13]', async () => {
  window.history.replaceState(STEP, '');
  const { pending, isIn } = open({ ...IN_LIST, hasSessionCookie: true });
  for (const call of pending) await settleCall(call, { output: failureOf('session') });
  expect(isIn('selecting')).toBe(true);
  expect(moves()).toEqual([0, 1]);
});

it('Back closes the field for a name, and "Cancel" leaves no entry behind [R2.13]', async () => {
  const { isTyping, perform } = open();
  await perform({ type: 'organization.type' });
  expect(entry()).toEqual(STEP);
  arriveAt(LIST);
  expect(isTyping()).toBe(false);
  await perform({ type: 'organization.type' });
  await perform({ type: 'organization.cancel' });
  expect(moves()).toEqual([2, 1]);
});

it('a name in the field that signs in adds no entry to the requested page [R2.13, R3.1]', async () => {
  const { perform } = open();
  saveRedirect('/policies?requested');
  await perform({ type: 'organization.type' });
  const signedIn = { kind: 'authenticated', session: SESSION, at: 0 };
  await perform({ type: 'organization.submit', name: 'acme' }, signedIn);
  expect([window.location.search, entry(), ...moves()]).toEqual(['?requested', null, 1, 0]);
});

it.each<AuthEvent>([{ type: 'impersonation.stop' }, { type: 'session.gone', reason: 'elsewhere' }])(
  'an event within the verification adds no entry, and %o goes nowhere [R2.13]',
  async (end) => {
    const { perform } = open();
    await perform(CHOOSE, STEP_UP);
    window.history.replaceState(LIST, '');
    await perform({ type: 'code.send' });
    // The login page is loaded, which going back would prevent.
    window.history.replaceState(STEP, '');
    await perform(end);
    expect(moves()).toEqual([1, 0]);
  },
);
