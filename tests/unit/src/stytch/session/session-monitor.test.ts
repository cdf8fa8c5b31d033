// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { writeCookie } from '#src/stytch/session/cookies.ts';
import { hasSessionCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import {
  clearBrowser,
  clearCookies,
  persistedPageShow,
  writeAsOtherTab,
} from '../support/browser.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { COOKIES, PUBLIC_TOKEN, SDK_STATE_KEY, setUpHarness } from '../support/harness.ts';

const LINK_REQUESTS = 'auth_link_requests';
const SIGNED_OUT_AT = 'auth_signed_out_at';
const elsewhere = [{ type: 'session.gone', reason: 'elsewhere' }];
const expired = [{ type: 'session.gone', reason: 'expired' }];

const harness = setUpHarness();
let stop: () => void = () => undefined;
afterEach(() => stop());

function listen(stytchAuth: StytchAuth) {
  const external = harness.listen(stytchAuth);
  stop = external.stop;
  const all = external.events;
  const about = (prefix: string) => all.filter(({ type }) => type.startsWith(prefix));
  return { stytchAuth, all, about };
}

/** Loads a signed-in tab, and collects its external events. */
async function listenSignedIn() {
  await harness.signIn('ada@acme.example', 'acme');
  const tab = listen(await harness.load());
  await vi.waitFor(() => expect(tab.about('project')).toHaveLength(1));
  tab.all.length = 0;
  return tab;
}

/** Loads a signed-out tab. `restore` brings back the session of another tab without an event. */
async function listenSignedOut() {
  await harness.signIn('ada@acme.example', 'acme');
  const state = localStorage.getItem(SDK_STATE_KEY) ?? '';
  const cookies = document.cookie.split('; ');
  clearBrowser();
  const tab = listen(await harness.load());
  const restore = ({ withCookies = true } = {}) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the other tab's SDK has written them
    if (withCookies) for (const cookie of cookies) document.cookie = `${cookie}; path=/`;
    localStorage.setItem(SDK_STATE_KEY, state);
  };
  return { ...tab, restore, arrive: () => writeAsOtherTab(SDK_STATE_KEY, state) };
}

/** The SDK's state with another session of the same member. */
function stateOf(sessionId: string): string {
  const state = JSON.parse(localStorage.getItem(SDK_STATE_KEY) ?? '');
  return JSON.stringify({ ...state, session: { ...state.session, member_session_id: sessionId } });
}

describe('another tab', () => {
  it('signs in, then switches, which is reported once, when the cookie can be read [R11.7]', async () => {
    const { stytchAuth, about, restore, arrive } = await listenSignedOut();
    vi.useFakeTimers();
    arrive();
    arrive();
    stytchAuth.routeChanged();
    restore();
    vi.advanceTimersByTime(1_000);
    stytchAuth.routeChanged();
    expect(about('route')).toMatchObject([{ hasSession: false }, { hasSession: true }]);
    writeAsOtherTab(SDK_STATE_KEY, stateOf('other'));
    expect(about('session')).toMatchObject([
      { type: 'session.found', session: { emailAddress: 'ada@acme.example' } },
    ]);
    writeCookie(COOKIES.session, 'other', Date.now() + 60_000);
    vi.advanceTimersByTime(1_000);
    expect(about('session')).toMatchObject([{}, { session: { sessionId: 'other' } }]);
  });

  it.each([
    ['signs out', [String(Date.now())], elsewhere],
    ['signs out, by a clock that was set back', ['1'], elsewhere],
    ['signs out and clears local storage', [String(Date.now()), null], elsewhere],
    ['has lost the session', [], expired],
  ])('%s [R11.7]', async (_, marks, events) => {
    localStorage.setItem(SIGNED_OUT_AT, String(Date.now() + 3_600_000));
    const { about } = await listenSignedIn();
    writeCookie(IMPERSONATION_COOKIE, 'member-1', Date.now() + 60_000);
    localStorage.setItem(LINK_REQUESTS, '{}');
    for (const mark of marks) writeAsOtherTab(SIGNED_OUT_AT, mark);
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    expect(about('session')).toEqual(events);
    expect(document.cookie).not.toContain(IMPERSONATION_COOKIE);
    expect(localStorage.getItem(LINK_REQUESTS)).toBeNull();
  });

  it('signs out during a call of this tab, which is reported at once', async () => {
    const { stytchAuth, about } = await listenSignedIn();
    const { answered } = harness.holdAnswer('/b2b/discovery/organizations');
    const listing = harness.start(stytchAuth.actors.readOrganizations, undefined);
    await answered;
    writeAsOtherTab(SIGNED_OUT_AT, '1');
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    expect(about('session')).toEqual(elsewhere);
    listing.stop();
  });

  it('switches during a call of this tab, which is reported when the call has settled [R11.13]', async () => {
    const { stytchAuth, about } = await listenSignedIn();
    const { answered, release } = harness.holdAnswer('/b2b/discovery/organizations');
    const listing = harness.run(stytchAuth.actors.readOrganizations, undefined);
    await answered;
    writeCookie(COOKIES.session, 'other', Date.now() + 60_000);
    writeAsOtherTab(SDK_STATE_KEY, stateOf('other'));
    expect(about('session')).toEqual([]);
    release();
    await listing;
    expect(about('session')).toMatchObject([{ session: { sessionId: 'other' } }]);
  });

  it('signs out, which ends an unfinished sign-in, too [R22.4]', async () => {
    const { about } = listen(await harness.discover('ada@acme.example'));
    writeAsOtherTab(SIGNED_OUT_AT, '1');
    expect(about('session')).toEqual(elsewhere);
  });
});

describe('this tab', () => {
  it('gets no event for what it does itself', async () => {
    const { stytchAuth, about } = listen(await harness.discover('ada@acme.example'));
    localStorage.setItem(LINK_REQUESTS, '{}');
    await harness.exchange(stytchAuth, 'acme');
    expect(localStorage.getItem(LINK_REQUESTS)).toBeNull();
    await harness.run(stytchAuth.actors.revoke, { reason: 'requested' });
    await flushMicrotasks();
    expect(about('session')).toEqual([]);
  });

  it('gets no event after its machine has stopped', async () => {
    const { stytchAuth, all } = await listenSignedIn();
    stop();
    stytchAuth.routeChanged();
    writeAsOtherTab(SIGNED_OUT_AT, '1');
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    window.dispatchEvent(new Event('online'));
    expect(all).toEqual([]);
    // Nor does the next one get its events twice.
    const next = listen(stytchAuth);
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect([next.about('network').length, next.about('page').length]).toEqual([1, 1]);
  });
});

describe('routeChanged [R11.2]', () => {
  it.each([
    ['nothing', () => undefined, true, 1],
    ['the cookies', clearCookies, false, 1],
    ['local storage', () => localStorage.clear(), false, 0],
  ])(
    'finds that %s was cleared, and removes the rest [R11.20]',
    async (_, clear, hasSession, left) => {
      const { stytchAuth, about } = await listenSignedIn();
      clear();
      stytchAuth.routeChanged();
      expect(about('route')).toEqual([{ type: 'route.changed', hasSession }]);
      expect(hasSessionCookie(PUBLIC_TOKEN)).toBe(hasSession);
      if (!hasSession) expect(document.cookie).toBe('');
      await flushMicrotasks();
      expect(about('session')).toEqual([]);
      await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(left));
    },
  );

  it('reports a session that was restored once, and none that was restored only in part', async () => {
    const { stytchAuth, about, restore } = await listenSignedOut();
    restore({ withCookies: false });
    stytchAuth.routeChanged();
    expect(about('session')).toEqual([]);
    restore();
    stytchAuth.routeChanged();
    stytchAuth.routeChanged();
    expect(about('session')).toMatchObject([{ type: 'session.found' }]);
  });
});

describe('the page', () => {
  it('comes back from the back/forward cache, with what has changed meanwhile', async () => {
    const { all } = await listenSignedIn();
    window.dispatchEvent(new Event('pageshow'));
    window.dispatchEvent(persistedPageShow());
    clearCookies();
    localStorage.setItem(SDK_STATE_KEY, 'null');
    window.dispatchEvent(persistedPageShow());
    expect(all).toEqual([
      { type: 'page.restored', hasSession: true },
      ...expired,
      { type: 'page.restored', hasSession: false },
    ]);
  });

  it('comes back from the back/forward cache after a sign-out elsewhere, without its unfinished sign-in [R22.4]', async () => {
    const { about } = listen(await harness.discover('ada@acme.example'));
    localStorage.setItem(SIGNED_OUT_AT, '1');
    window.dispatchEvent(persistedPageShow());
    window.dispatchEvent(persistedPageShow());
    expect(about('session')).toEqual(elsewhere);
  });

  it('comes back after a sign-out of its own, which it does not take for one of another tab', async () => {
    const { stytchAuth, about } = await listenSignedIn();
    await harness.run(stytchAuth.actors.revoke, { reason: 'requested' });
    window.dispatchEvent(persistedPageShow());
    expect(about('session')).toEqual([]);
  });

  it('becomes online, and visible [R11.9]', async () => {
    const { all } = await listenSignedIn();
    window.dispatchEvent(new Event('online'));
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    for (const state of ['hidden', 'visible'] as const) {
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    }
    expect(all).toEqual([{ type: 'network.online' }, { type: 'page.visible' }]);
  });
});

it('reports the project’s settings when they are known', async () => {
  await harness.control('PATCH', '/project', { create_organization_enabled: false });
  const { about } = listen(await harness.load());
  const project = { createOrganizationEnabled: false, slugPattern: null };
  await vi.waitFor(() => expect(about('project')).toEqual([{ type: 'project.known', project }]));
});
