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
  return { loadedIn, actor };
}

it('loads what is behind the login once, at the start with a stored session [R1.3]', async () => {
  await harness.signIn('ada@acme.example', 'acme');
  const { loadedIn, actor } = await open('/policies');
  await vi.waitFor(() =>
    expect(actor.getSnapshot().matches({ signedIn: 'authenticated' })).toBe(true),
  );
  expect(loadedIn).toHaveLength(1);
});

it('loads it while the callback of a sign-in is redeemed [R1.3]', async () => {
  const callback = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
  const { loadedIn } = await open('/discovery', callback);
  await vi.waitFor(() => expect(loadedIn).toEqual(['signedOut.redeeming']));
});

it('loads it once on the way to Google, and nothing before [R1.3]', async () => {
  const { loadedIn, actor } = await open('/policies');
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ signedOut: 'default' })).toBe(true));
  actor.send({ type: 'page.visible' });
  await Promise.resolve();
  expect(loadedIn).toEqual([]);
  actor.send({ type: 'google.start' });
  await vi.waitFor(() => expect(loadedIn).toEqual(['signedOut.starting']));
  actor.send({ type: 'session.found', session: DORAS_SESSION });
  await Promise.resolve();
  expect(loadedIn).toHaveLength(1);
});
