// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { setUpHarness } from '../stytch/support/harness.ts';

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
});
