// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { createPageAddress, navigateOnEmitted } from '#src/app/routing/navigation.ts';
import { goTo } from '../stytch/support/browser.ts';
import { setUpHarness } from '../stytch/support/harness.ts';

const harness = setUpHarness();
let actor: AuthActor | undefined;
afterEach(() => {
  actor?.stop();
});

/** Where a page opened at `path` by a member who is signed in ends up. */
async function openSignedIn(path: string): Promise<string> {
  await harness.signIn('ada@acme.example', 'acme');
  const stytchAuth = await harness.load({ path });
  goTo(path);
  actor = startAuthActor(stytchAuth, (auth) => navigateOnEmitted(auth, createPageAddress()));
  await vi.waitFor(() => expect(actor?.getSnapshot().matches('signedIn')).toBe(true));
  return window.location.pathname;
}

it.each(['/discovery', '/discovery/', '/DISCOVERY', '/%64iscovery', '/Authenticate'])(
  'leads a signed-in member from %s to the default page',
  async (path) => {
    expect(await openSignedIn(path)).toBe('/policies');
  },
);

it('leaves a signed-in member on any other address', async () => {
  expect(await openSignedIn('/discovery/more')).toBe('/discovery/more');
});
