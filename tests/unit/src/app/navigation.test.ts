// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { createPageAddress, leavePage, navigateOnEmitted } from '#src/app/routing/navigation.ts';
import { saveRequestedPage } from '#src/app/routing/save-requested-page.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { saveRedirect } from '#src/storage/redirect.ts';
import { goTo } from '../stytch/support/browser.ts';
import { SDK_STATE_KEY, setUpHarness } from '../stytch/support/harness.ts';

const harness = setUpHarness();
let actor: AuthActor | undefined;
afterEach(() => {
  actor?.stop();
});

function shownAddress(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/** Where a page opened at `path` by a member who is signed in ends up. */
async function openSignedIn(path: string): Promise<string> {
  await harness.signIn('ada@acme.example', 'acme');
  const stytchAuth = await harness.load({ path });
  goTo(path);
  actor = startAuthActor(stytchAuth, readStoredSignIn(), null, (auth) =>
    navigateOnEmitted(auth, createPageAddress()),
  );
  await vi.waitFor(() => expect(actor?.getSnapshot().matches('signedIn')).toBe(true));
  return window.location.pathname;
}

it.each(['/discovery', '/discovery/', '/DISCOVERY', '/%64iscovery', '/Authenticate'])(
  'leads a signed-in member from %s to the default page',
  async (path) => {
    expect(await openSignedIn(path)).toBe(FIRST_PAGE);
  },
);

it('leaves the stored redirect to the tab that completes a sign-in [R3.6]', async () => {
  saveRedirect('/policies?doc=requested-elsewhere');
  expect(await openSignedIn('/discovery')).toBe(FIRST_PAGE);
  expect(window.location.search).toBe('');
  expect(localStorage.getItem('post_login_redirect')).toBe('/policies?doc=requested-elsewhere');
});

it('leaves a signed-in member on any other address', async () => {
  expect(await openSignedIn('/discovery/more')).toBe('/discovery/more');
});

it.each([
  ['the stored redirect, and uses it up [R3.1]', '/policies?doc=wanted#part'],
  ['the first page without one [R3.2]', null],
])('leads the tab that completes a sign-in to %s', async (_, redirect) => {
  await harness.discover('ada@acme.example');
  const auth = startAuthActor(
    await harness.load({ path: '/discovery' }),
    readStoredSignIn(),
    null,
    (created) => navigateOnEmitted(created, createPageAddress()),
  );
  actor = auth;
  await vi.waitFor(() => expect(auth.getSnapshot().matches({ signedOut: 'selecting' })).toBe(true));
  if (redirect !== null) saveRedirect(redirect);
  const organization = { id: harness.organizationId('acme'), slug: 'acme', name: 'Acme' };
  auth.send({ type: 'organization.choose', organization });
  await vi.waitFor(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true));
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe(redirect ?? FIRST_PAGE);
  expect(localStorage.getItem('post_login_redirect')).toBeNull();
});

describe('the address of a page', () => {
  it('is replaced without an entry of the history, and through the router once there is one', () => {
    const replaced = vi.spyOn(window.history, 'replaceState');
    const address = createPageAddress();
    address.replace('/policies');
    expect(replaced.mock.calls).toEqual([[null, '', '/policies']]);
    const replace = vi.fn();
    address.connect({ history: Object.assign(createMemoryHistory(), { replace }) });
    address.replace('/health');
    expect(replace.mock.calls).toEqual([['/health']]);
    expect(replaced).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['/policies?doc=of-ada', '/'],
    ['/no/such/page', '/'],
    ['/health', null],
    ['/discovery', null],
  ])('%s is left for %s, and the stored redirect with it [R3.7]', (path, left) => {
    goTo(path);
    saveRedirect('/policies?doc=from-before');
    const replace = vi.fn();
    leavePage({ replace, connect: vi.fn() });
    expect(replace.mock.calls).toEqual(left === null ? [] : [[left]]);
    expect(localStorage.getItem('post_login_redirect')).toBeNull();
  });
});

describe('a page that the sign-in replaces [R2.11]', () => {
  const saved = () => localStorage.getItem('post_login_redirect');

  it('is stored at once and with every new address, but no callback and no public page', async () => {
    const auth = startAuthActor(
      await harness.load({ path: '/policies?doc=1#part' }),
      NO_STORED_SIGN_IN,
      null,
      () => undefined,
    );
    actor = auth;
    await vi.waitFor(() => expect(auth.getSnapshot().matches({ signedOut: 'default' })).toBe(true));
    const save = saveRequestedPage(auth);
    expect(saved()).toBe('/policies?doc=1#part');
    for (const path of ['/health', '/discovery']) {
      goTo(path);
      save();
      expect(saved()).toBe('/policies?doc=1#part');
    }
    goTo('/policies?doc=2');
    save();
    expect(saved()).toBe('/policies?doc=2');
    goTo('/policies?doc=3');
    auth.send({ type: 'page.visible' });
    auth.send({ type: 'organization.type' });
    await vi.waitFor(() => expect(saved()).toBe('/policies?doc=3'));
  });

  it('is not stored while its member is signed in, or the session is being restored', async () => {
    await openSignedIn('/policies?doc=of-ada');
    if (actor === undefined) throw new Error('No actor was started.');
    saveRequestedPage(actor)();
    expect(saved()).toBeNull();
  });

  it('is not stored while the provider confirms a session that only its cookie tells of', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(SDK_STATE_KEY);
    const stytchAuth = await harness.load({ path: '/policies?doc=of-ada' });
    const auth = startAuthActor(stytchAuth, readStoredSignIn(), null, () => undefined);
    actor = auth;
    expect(statePath(auth.getSnapshot().value)).toBe('resuming');
    saveRequestedPage(auth);
    expect(saved()).toBeNull();
    await vi.waitFor(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true));
    expect(saved()).toBeNull();
  });
});

describe('after the end of a session', () => {
  /** Ends Ada's session at an address of hers, and returns the address and the redirect that are left. */
  async function leftAfter(end: (auth: AuthActor) => void) {
    await openSignedIn('/policies?doc=of-ada#part');
    if (actor === undefined) throw new Error('No actor was started.');
    saveRequestedPage(actor);
    saveRedirect('/policies?doc=from-before');
    end(actor);
    await vi.waitFor(() => expect(actor?.getSnapshot().matches('signedOut')).toBe(true));
    return [shownAddress(), localStorage.getItem('post_login_redirect')];
  }

  it.each([
    ['signing out', (auth: AuthActor) => auth.send({ type: 'signOut' })],
    [
      'a sign-out in another tab',
      (auth: AuthActor) => auth.send({ type: 'session.gone', reason: 'elsewhere' }),
    ],
    [
      'stopping an impersonation',
      (auth: AuthActor) => {
        vi.spyOn(window.location, 'assign').mockReturnValue();
        auth.send({ type: 'impersonation.stop' });
      },
    ],
  ])('%s leaves neither the address nor a redirect to the next person [R3.7]', async (_, end) => {
    expect(await leftAfter(end)).toEqual(['/', '/']);
  });

  it('only stopping an impersonation loads the page again [R12.4]', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    await leftAfter((auth) => auth.send({ type: 'session.gone', reason: 'elsewhere' }));
    expect(assign).not.toHaveBeenCalled();
    actor?.stop();
    await leftAfter((auth) => auth.send({ type: 'impersonation.stop' }));
    expect(assign.mock.calls).toEqual([['/']]);
  });

  it('stopping an impersonation records the sign-out for tabs that sleep [R12.4, R22.4]', async () => {
    vi.spyOn(window.location, 'assign').mockReturnValue();
    await leftAfter((auth) => auth.send({ type: 'impersonation.stop' }));
    expect(localStorage.getItem('auth_signed_out_at')).not.toBeNull();
  });

  it.each<[string, AuthEvent]>([
    ['has expired', { type: 'session.gone', reason: 'expired' }],
    ['was cleared by hand', { type: 'route.changed', hasSession: false }],
  ])('a session that %s keeps both: the same person returns [R3.7, R11.5]', async (_, event) => {
    const page = '/policies?doc=of-ada#part';
    expect(await leftAfter((auth) => auth.send(event))).toEqual([page, page]);
  });
});
