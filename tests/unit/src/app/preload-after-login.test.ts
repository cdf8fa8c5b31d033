// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { DORAS_SESSION } from '#machines/auth-cases/fixtures.ts';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { preloadAfterLogin } from '#src/app/preload-after-login.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import type { CallbackParams } from '#src/stytch/callback.ts';
import { setUpHarness } from '../stytch/support/harness.ts';

const harness = setUpHarness();
let actor: AuthActor | undefined;
afterEach(() => {
  actor?.stop();
});

/** Opens a page, and returns the states in which it has loaded the screens behind the login. */
async function open(path: string, callbackParams: CallbackParams | null = null) {
  const loadedIn: (string | undefined)[] = [];
  const preload = async () => {
    loadedIn.push(document.documentElement.dataset.authState);
  };
  const stytchAuth = await harness.load({ path, callbackParams });
  actor = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
  preloadAfterLogin(actor, preload);
  return { loadedIn, loadedAtOnce: loadedIn.length, actor };
}

it('loads the screens behind the login once, at the start with a stored session [R1.3]', async () => {
  await harness.signIn('ada@acme.example', 'acme');
  const opened = await open('/policies');
  expect(opened.loadedAtOnce).toBe(1);
  await vi.waitFor(() =>
    expect(opened.actor.getSnapshot().matches({ signedIn: 'authenticated' })).toBe(true),
  );
  expect(opened.loadedIn).toHaveLength(1);
});

it('loads them while the callback of a sign-in is redeemed [R1.3]', async () => {
  const callback = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
  const opened = await open('/discovery', callback);
  expect(opened.loadedAtOnce).toBe(1);
  expect(opened.loadedIn).toEqual(['signedOut.redeeming']);
});

it('loads them once when the tab leaves the login, and none before [R1.3]', async () => {
  const opened = await open('/policies');
  await vi.waitFor(() =>
    expect(opened.actor.getSnapshot().matches({ signedOut: 'default' })).toBe(true),
  );
  opened.actor.send({ type: 'page.visible' });
  expect(opened.loadedIn).toEqual([]);
  opened.actor.send({ type: 'session.found', session: DORAS_SESSION });
  expect(opened.loadedIn).toEqual(['signedIn.authenticated']);
  opened.actor.send({ type: 'page.visible' });
  expect(opened.loadedIn).toHaveLength(1);
});
