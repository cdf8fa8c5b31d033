// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { statePath } from '#machines/auth/state-path.ts';
import { DORAS_SESSION } from '#machines/auth-cases/fixtures.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { writeAsOtherTab } from '../stytch/support/browser.ts';
import { type FaultSpec, SDK_STATE_KEY, setUpHarness } from '../stytch/support/harness.ts';

const harness = setUpHarness();
let actor: AuthActor | undefined;
afterEach(() => {
  actor?.stop();
});

it('confirms the intermediate session of a new list, and not again for each event [R22.4]', async () => {
  const callbackParams = await harness.throughGoogle(await harness.load(), 'dora@acme.example');
  const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
  actor = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
  await vi.waitFor(() =>
    expect(localStorage.getItem('auth_confirmed_intermediate')).toMatch(/^[\da-f]{64}$/),
  );
  // Another tab shows a newer list.
  localStorage.setItem('auth_confirmed_intermediate', 'of-another-tab');
  actor.send({ type: 'organization.type' });
  expect(localStorage.getItem('auth_confirmed_intermediate')).toBe('of-another-tab');
  actor.stop();
  actor = startAuthActor(await harness.load(), readStoredSignIn(), null, () => undefined);
  expect(actor.getSnapshot().matches({ signedOut: 'selecting' })).toBe(true);
  expect(localStorage.getItem('auth_confirmed_intermediate')).toBe('of-another-tab');
  // The list of this tab ends, and the other tab's stays.
  actor.send({ type: 'session.found', session: DORAS_SESSION });
  expect(actor.getSnapshot().context.intermediateDigest).toBeNull();
  expect(localStorage.getItem('auth_confirmed_intermediate')).toBe('of-another-tab');
});

describe('the answer of Google in a tab [R22.11]', () => {
  const REDEEM = '/b2b/oauth/discovery/authenticate';
  const isMarked = () => sessionStorage.getItem('identity_question') !== null;
  const isAt = (state: string) =>
    expect(actor && statePath(actor.getSnapshot().value)).toMatch(`signedOut.${state}`);

  /** Opens the page of an answer, as its document does, and redeems it under a fault. */
  async function answer(fault: FaultSpec | null): Promise<AuthActor> {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'dora@acme.example');
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    sessionStorage.setItem('identity_question', 'answer');
    if (fault !== null) await harness.fault(REDEEM, fault);
    actor = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
    expect(isMarked()).toBe(true);
    return actor;
  }

  it.each([
    ['known after a list', null, 'selecting', false],
    [
      'unknown after a refusal',
      { kind: 'error', status: 400, errorType: 'invalid_token' },
      'default',
      true,
    ],
  ])('is %s of the provider', async (_, fault, state, isUnknown) => {
    await answer(fault);
    await vi.waitFor(() => isAt(state));
    expect(isMarked()).toBe(isUnknown);
  });

  it('stays unknown when no response arrives, and the next page asks', async () => {
    await answer({ kind: 'drop' });
    await vi.waitFor(() => isAt('default'));
    expect(isMarked()).toBe(true);
  });

  it('stays unknown after a time-out, and the next page asks', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    await answer({ kind: 'hang' });
    await vi.advanceTimersByTimeAsync(BUSY_TIMEOUT);
    isAt('default');
    expect(isMarked()).toBe(true);
  });

  it('stays unknown on the login screen, which asks about a session', async () => {
    const auth = await answer({ kind: 'drop' });
    await vi.waitFor(() => isAt('default'));
    auth.send({ type: 'session.found', session: DORAS_SESSION });
    isAt('confirmingIdentity');
    expect(isMarked()).toBe(true);
    auth.send({ type: 'identity.confirm' });
    expect(isMarked()).toBe(false);
  });

  it('is not asked about again after the question about the session of another tab', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    const session = [SDK_STATE_KEY, 'auth_confirmed_session'].map(
      (key) => [key, localStorage.getItem(key)] as const,
    );
    const cookies = document.cookie.split('; ');
    harness.clearBrowser();
    const auth = await answer({ kind: 'hang' });
    // biome-ignore lint/suspicious/noDocumentCookie: as the other tab's SDK has written them
    for (const cookie of cookies) document.cookie = `${cookie}; path=/`;
    for (const [key, value] of session) writeAsOtherTab(key, value);
    isAt('confirmingIdentity');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isMarked()).toBe(true);
    auth.send({ type: 'identity.confirm' });
    expect(auth.getSnapshot().matches('signedIn')).toBe(true);
    expect(isMarked()).toBe(false);
  });
});
