// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { hasSessionCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import {
  clearCookies,
  fromOtherTab,
  Harness,
  listenToExternalEvents,
  run,
  STATE_KEY,
  start,
} from '../support/harness.ts';

let harness: Harness;
let outside: ReturnType<typeof listenToExternalEvents> | undefined;
beforeEach(() => {
  harness = Harness.open();
});
afterEach(() => {
  outside?.stop();
  vi.useRealTimers();
  harness.close();
});

function listen(stytchAuth: StytchAuth) {
  outside = listenToExternalEvents(stytchAuth);
  return {
    all: outside.events,
    about: (prefix: string) => outside?.events.filter(({ type }) => type.startsWith(prefix)) ?? [],
  };
}

/** Signed in elsewhere in this browser; this tab knows nothing of it yet. */
async function signedInElsewhere() {
  await harness.signIn('ada@acme.example', 'acme');
  const state = localStorage.getItem(STATE_KEY) ?? '';
  const cookies = document.cookie;
  localStorage.clear();
  clearCookies();
  const stytchAuth = await harness.load();
  const arrive = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the other tab's SDK left them
    for (const cookie of cookies.split('; ')) document.cookie = `${cookie}; path=/`;
    fromOtherTab(STATE_KEY, state);
  };
  return { stytchAuth, state, arrive };
}

async function signedIn() {
  await harness.signIn('ada@acme.example', 'acme');
  return harness.load();
}

describe('the session', () => {
  it('is found when another tab signs in, at once and once [R11.7]', async () => {
    const { stytchAuth, arrive } = await signedInElsewhere();
    const { about } = listen(stytchAuth);
    arrive();
    expect(about('session')).toMatchObject([
      { type: 'session.found', session: { emailAddress: 'ada@acme.example' } },
    ]);
    arrive();
    expect(about('session')).toHaveLength(1);
  });

  it('is found in the middle of a call of this tab', async () => {
    const { stytchAuth, arrive } = await signedInElsewhere();
    const { about } = listen(stytchAuth);
    await harness.fault('/b2b/otps/email/discovery/send', { kind: 'hang' });
    const sending = start(stytchAuth.actors.sendCode, { emailAddress: 'ada@acme.example' });
    await flushMicrotasks();
    arrive();
    expect(about('session')).toHaveLength(1);
    sending.stop();
  });

  it('is no news when this tab signed in itself', async () => {
    const stytchAuth = await harness.discover('ada@acme.example');
    const { about } = listen(stytchAuth);
    const organizationId = harness.organizationId('acme');
    await run(stytchAuth.actors.exchange, { organizationId });
    await flushMicrotasks();
    expect(about('session')).toEqual([]);
  });

  it('is gone elsewhere when another tab signed out', async () => {
    const stytchAuth = await signedIn();
    const { about } = listen(stytchAuth);
    fromOtherTab('auth_signed_out_at', String(Date.now()));
    fromOtherTab(STATE_KEY, 'null');
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'elsewhere' }]);
  });

  it('is gone elsewhere also when local storage was cleared right after', async () => {
    const stytchAuth = await signedIn();
    const { about } = listen(stytchAuth);
    fromOtherTab('auth_signed_out_at', String(Date.now()));
    localStorage.clear();
    fromOtherTab(STATE_KEY, null);
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'elsewhere' }]);
  });

  it('has ended when another tab lost it, as a switch that asks for more does', async () => {
    const stytchAuth = await signedIn();
    const { about } = listen(stytchAuth);
    fromOtherTab(STATE_KEY, 'null');
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'expired' }]);
  });

  it('has ended, whatever was signed out before it began', async () => {
    localStorage.setItem('auth_signed_out_at', String(Date.now() - 60_000));
    const stytchAuth = await signedIn();
    const { about } = listen(stytchAuth);
    fromOtherTab(STATE_KEY, 'null');
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'expired' }]);
  });

  it('moves with another tab to another organization', async () => {
    const stytchAuth = await signedIn();
    const { about } = listen(stytchAuth);
    const state = JSON.parse(localStorage.getItem(STATE_KEY) ?? '');
    const moved = { ...state, organization: { ...state.organization, organization_id: 'other' } };
    fromOtherTab(STATE_KEY, JSON.stringify(moved));
    expect(about('session')).toMatchObject([
      { type: 'session.found', session: { organization: { id: 'other' } } },
    ]);
  });

  it('survives rubbish that another tab writes', async () => {
    const stytchAuth = await signedIn();
    const { about } = listen(stytchAuth);
    const failures: unknown[] = [];
    window.addEventListener('error', (event) => failures.push(event));
    for (const rubbish of ['{', '5', '{"session":{}}', '[]']) fromOtherTab(STATE_KEY, rubbish);
    expect(failures).toEqual([]);
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'expired' }]);
    expect(localStorage.getItem(STATE_KEY)).toBe('null');
  });

  it('that a refused refresh of another tab ended is over here as well', async () => {
    const stytchAuth = await signedIn();
    const { about } = listen(stytchAuth);
    vi.useFakeTimers();
    await harness.fault('/b2b/sessions/authenticate', { kind: 'hang' });
    vi.setSystemTime(Date.now() + REFRESH_INTERVAL);
    const refreshing = start(stytchAuth.actors.refresh, { attempt: 1, mode: 'scheduled' });
    await flushMicrotasks();
    fromOtherTab(STATE_KEY, 'null');
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'expired' }]);
    refreshing.stop();
  });
});

describe('a navigation', () => {
  it('finds the session where it was', async () => {
    const stytchAuth = await signedIn();
    const { about } = listen(stytchAuth);
    stytchAuth.routeChanged();
    expect(about('route')).toEqual([{ type: 'route.changed', hasSession: true }]);
    expect(hasSessionCookie()).toBe(true);
  });

  it.each([
    ['the cookies', clearCookies],
    ['local storage', () => localStorage.clear()],
  ])(
    'notices that %s were cleared by hand, and nothing brings the session back',
    async (_, clear) => {
      const stytchAuth = await signedIn();
      const { about } = listen(stytchAuth);
      clear();
      stytchAuth.routeChanged();
      expect(about('route')).toEqual([{ type: 'route.changed', hasSession: false }]);
      expect(hasSessionCookie()).toBe(false);
      await flushMicrotasks();
      expect(about('session')).toEqual([]);
      const reloaded = await harness.load();
      expect(reloaded.startInput()).toMatchObject({ session: null, hasSessionCookie: false });
    },
  );

  it('says nothing to a machine that has ended', async () => {
    const stytchAuth = await signedIn();
    const { all } = listen(stytchAuth);
    outside?.stop();
    const before = all.length;
    stytchAuth.routeChanged();
    fromOtherTab(STATE_KEY, 'null');
    expect(all).toHaveLength(before);
  });
});

describe('the page', () => {
  function persistedPageShow(): Event {
    const event = new Event('pageshow');
    Object.defineProperty(event, 'persisted', { value: true });
    return event;
  }

  it('comes back from the back/forward cache with a session', async () => {
    const stytchAuth = await signedIn();
    const { all } = listen(stytchAuth);
    all.length = 0;
    window.dispatchEvent(persistedPageShow());
    expect(all).toEqual([{ type: 'page.restored', hasSession: true }]);
  });

  it('comes back after the session has ended meanwhile', async () => {
    const stytchAuth = await signedIn();
    const { all } = listen(stytchAuth);
    all.length = 0;
    clearCookies();
    localStorage.setItem(STATE_KEY, 'null');
    window.dispatchEvent(persistedPageShow());
    expect(all).toEqual([
      { type: 'session.gone', reason: 'expired' },
      { type: 'page.restored', hasSession: false },
    ]);
  });

  it('is loaded, which is no coming back', async () => {
    const { all } = listen(await signedIn());
    all.length = 0;
    window.dispatchEvent(new Event('pageshow'));
    expect(all).toEqual([]);
  });

  it('comes to the front, and the network comes back [R11.9]', async () => {
    const { all } = listen(await signedIn());
    await flushMicrotasks();
    all.length = 0;
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(all).toEqual([{ type: 'network.online' }, { type: 'page.visible' }]);
  });

  it('notices that the computer slept', async () => {
    vi.useFakeTimers();
    const { about } = listen(await signedIn());
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(about('page')).toEqual([]);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(about('page')).toEqual([{ type: 'page.visible' }]);
  });
});

describe('the project', () => {
  it('is known when its settings came', async () => {
    await harness.control('PATCH', '/project', { create_organization_enabled: false });
    const { about } = listen(await harness.load());
    await vi.waitFor(() => expect(about('project')).toHaveLength(1));
    expect(about('project')).toMatchObject([
      { type: 'project.known', project: { createOrganizationEnabled: false } },
    ]);
  });

  it('stays unknown when they did not', async () => {
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stytchAuth = await harness.load();
    const { about } = listen(stytchAuth);
    await stytchAuth.permissions.check('policy', 'read');
    expect(about('project')).toEqual([]);
    logged.mockRestore();
  });
});

describe('a link verified in another tab', () => {
  const channel = () => new BroadcastChannel('auth');
  const emailAddress = 'ben@birch.example';

  /** A tab that had a link mailed, and waits. */
  async function waiting() {
    const stytchAuth = await harness.load({ isWaiting: () => true });
    await run(stytchAuth.actors.sendLink, { emailAddress });
    return listen(stytchAuth);
  }

  /** What another tab hears, until it was `count` messages. */
  function hear(line: BroadcastChannel, count: number): Promise<{ type: string; id: string }[]> {
    return new Promise((resolve) => {
      const heard: { type: string; id: string }[] = [];
      line.addEventListener('message', ({ data }) => {
        heard.push(data);
        if (heard.length === count) resolve(heard);
      });
    });
  }

  it('is claimed by a tab that waits for it, which goes on when it is granted [R9.1]', async () => {
    const { about } = await waiting();
    const line = channel();
    const claimed = hear(line, 1);
    line.postMessage({ type: 'email.verified', id: 'one', emailAddress });
    const [claim] = await claimed;
    expect(claim).toMatchObject({ type: 'email.claimed', id: 'one' });
    expect(about('email')).toEqual([]);
    line.postMessage({ ...claim, type: 'email.granted' });
    await vi.waitFor(() => expect(about('email')).toEqual([{ type: 'email.verified' }]));
    line.close();
  });

  it('is left alone by a tab that waits for nothing, and by one that another was preferred to', async () => {
    const { about } = await waiting();
    const line = channel();
    const claimed = hear(line, 1);
    line.postMessage({ type: 'email.granted', id: 'one', tab: 'another' });
    line.postMessage('rubbish');
    line.postMessage({ type: 'email.verified', id: 'two', emailAddress });
    await claimed;
    expect(about('email')).toEqual([]);
    line.close();
  });
});

describe('the impersonation cookie', () => {
  it('goes with the session [R12.5]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    const { url } = await harness.control('POST', '/impersonate', {
      email: 'dora@acme.example',
      organizationSlug: 'acme',
    });
    const { readCallbackParams } = await import('#src/stytch/callback.ts');
    const callbackParams = readCallbackParams(new URL(url));
    clearCookies();
    localStorage.clear();
    const stytchAuth = await harness.load({ callbackParams, path: '/authenticate' });
    await run(stytchAuth.actors.redeem, { callback: 'impersonation' });
    expect(document.cookie).toContain(IMPERSONATION_COOKIE);
    await run(stytchAuth.actors.revoke, { reason: 'requested' });
    expect(document.cookie).not.toContain(IMPERSONATION_COOKIE);
  });
});
