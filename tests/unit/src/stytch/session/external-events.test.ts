// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { readCookie, SESSION_COOKIE, writeCookie } from '#src/stytch/session/cookies.ts';
import { hasSessionCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { clearCookies, persistedPageShow, writeAsOtherTab } from '../support/browser.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import {
  listenToExternalEvents,
  runActor,
  SDK_STATE_KEY,
  setUpHarness,
  startActor,
} from '../support/harness.ts';

const harness = setUpHarness();
let externalEvents: ReturnType<typeof listenToExternalEvents> | undefined;
afterEach(() => {
  externalEvents?.stop();
});

function listen(stytchAuth: StytchAuth) {
  externalEvents = listenToExternalEvents(stytchAuth);
  return {
    all: externalEvents.events,
    about: (prefix: string) =>
      externalEvents?.events.filter(({ type }) => type.startsWith(prefix)) ?? [],
  };
}

function writeCookies(cookies: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the other tab's SDK left them
  for (const cookie of cookies.split('; ')) document.cookie = `${cookie}; path=/`;
}

/** Loads a signed-out tab. `arrive` brings the session that another tab has started. */
async function signedInElsewhere() {
  await harness.signIn('ada@acme.example', 'acme');
  const state = localStorage.getItem(SDK_STATE_KEY) ?? '';
  const sessionId = localStorage.getItem('auth_confirmed_session') ?? '';
  const cookies = document.cookie;
  localStorage.clear();
  clearCookies();
  const stytchAuth = await harness.load();
  /** Brings the session back by hand, which causes no event. */
  const restore = () => {
    writeCookies(cookies);
    localStorage.setItem(SDK_STATE_KEY, state);
    localStorage.setItem('auth_confirmed_session', sessionId);
  };
  const arrive = () => {
    restore();
    localStorage.removeItem('auth_confirmed_session');
    writeAsOtherTab(SDK_STATE_KEY, state);
  };
  const confirm = () => writeAsOtherTab('auth_confirmed_session', sessionId);
  return { stytchAuth, state, arrive, restore, confirm };
}

/** Loads a signed-in tab, and collects its external events. */
async function listenSignedIn() {
  await harness.signIn('ada@acme.example', 'acme');
  const stytchAuth = await harness.load();
  return { stytchAuth, ...listen(stytchAuth) };
}

/** Loads a tab, and waits for the digest of the session token that it is loaded with. */
async function loadWithDigest() {
  const digest = vi.spyOn(crypto.subtle, 'digest');
  const stytchAuth = await harness.load();
  await Promise.all(digest.mock.results.map(({ value }) => value));
  await flushMicrotasks();
  return stytchAuth;
}

/** Grants a sign-in to another tab than this one. */
const GRANTED = { type: 'email.granted', tab: 'another', intermediateDigest: 'digest' } as const;

describe('session events', () => {
  it('sends session.found during a call of this tab', async () => {
    const { stytchAuth, arrive, confirm } = await signedInElsewhere();
    const { about } = listen(stytchAuth);
    await harness.fault('/b2b/otps/email/discovery/send', { kind: 'hang' });
    const sending = startActor(stytchAuth.actors.sendCode, { emailAddress: 'ada@acme.example' });
    await flushMicrotasks();
    arrive();
    confirm();
    expect(about('session')).toHaveLength(1);
    sending.stop();
  });

  it('sends nothing when this tab signs in', async () => {
    const stytchAuth = await harness.discover('ada@acme.example');
    const { about } = listen(stytchAuth);
    const organizationId = harness.organizationId('acme');
    await runActor(stytchAuth.actors.exchange, {
      organizationId,
      ...(await harness.ownIntermediate()),
    });
    await flushMicrotasks();
    expect(about('session')).toEqual([]);
  });

  it.each([0, -60])(
    'sends session.gone with reason elsewhere when another tab signs out, by a clock of %i minutes',
    async (minutes) => {
      const { about } = await listenSignedIn();
      writeAsOtherTab('auth_signed_out_at', String(Date.now() + minutes * 60_000));
      writeAsOtherTab(SDK_STATE_KEY, 'null');
      expect(about('session')).toEqual([{ type: 'session.gone', reason: 'elsewhere' }]);
    },
  );

  it('sends reason elsewhere also when the clock was set back since the session started', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { about } = await listenSignedIn();
    vi.setSystemTime(Date.now() - 3_600_000);
    writeAsOtherTab('auth_signed_out_at', String(Date.now()));
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'elsewhere' }]);
  });

  it('sends reason elsewhere also when local storage is cleared right afterwards', async () => {
    const { about } = await listenSignedIn();
    writeAsOtherTab('auth_signed_out_at', String(Date.now()));
    localStorage.clear();
    writeAsOtherTab(SDK_STATE_KEY, null);
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'elsewhere' }]);
  });

  it('sends reason expired when another tab lost the session', async () => {
    const { about } = await listenSignedIn();
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'expired' }]);
  });

  it.each([-60_000, 3_600_000])(
    'ignores a sign-out from before the session, by a clock of %i milliseconds',
    async (ahead) => {
      localStorage.setItem('auth_signed_out_at', String(Date.now() + ahead));
      const { about } = await listenSignedIn();
      writeAsOtherTab(SDK_STATE_KEY, 'null');
      expect(about('session')).toEqual([{ type: 'session.gone', reason: 'expired' }]);
    },
  );

  it('sends session.found when another tab switches the organization', async () => {
    const { about } = await listenSignedIn();
    const state = JSON.parse(localStorage.getItem(SDK_STATE_KEY) ?? '');
    const moved = { ...state, organization: { ...state.organization, organization_id: 'other' } };
    writeAsOtherTab(SDK_STATE_KEY, JSON.stringify(moved));
    expect(about('session')).toMatchObject([
      { type: 'session.found', session: { organization: { id: 'other' } } },
    ]);
  });

  it('hides invalid values of another tab from the SDK', async () => {
    const { about } = await listenSignedIn();
    const failures: unknown[] = [];
    window.addEventListener('error', (event) => failures.push(event));
    for (const invalid of ['{', '5', '{"session":{}}', '[]'])
      writeAsOtherTab(SDK_STATE_KEY, invalid);
    expect(failures).toEqual([]);
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'expired' }]);
    expect(localStorage.getItem(SDK_STATE_KEY)).toBe('null');
  });

  it('hides a change that was replaced before this page received it [R22.1]', async () => {
    const { about } = await listenSignedIn();
    const event = { key: SDK_STATE_KEY, newValue: 'null', storageArea: localStorage };
    window.dispatchEvent(new StorageEvent('storage', event));
    expect(about('session')).toEqual([]);
  });

  it('sends session.gone during a refresh of this tab', async () => {
    const { stytchAuth, about } = await listenSignedIn();
    await harness.fault('/b2b/sessions/authenticate', { kind: 'hang' });
    const refreshing = startActor(stytchAuth.actors.refresh, { attempt: 1, mode: 'extend' });
    await flushMicrotasks();
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    expect(about('session')).toEqual([{ type: 'session.gone', reason: 'expired' }]);
    expect(refreshing.getSnapshot().status).toBe('active');
    refreshing.stop();
  });
});

describe('a session of another tab that takes the place of this one', () => {
  /** Loads a tab of Ada that has received the token of its session. `replace` brings another session of hers. */
  async function signedInTwice({ isReloaded = false } = {}) {
    const { arrive, confirm } = await signedInElsewhere();
    clearCookies();
    const signedIn = await harness.signIn('ada@acme.example', 'acme');
    listen(isReloaded ? await loadWithDigest() : signedIn);
    const ownId = localStorage.getItem('auth_confirmed_session') ?? '';
    const cookies = document.cookie;
    const replace = (beforeConfirmed = () => undefined) => {
      arrive();
      beforeConfirmed();
      confirm();
    };
    return { ownId, cookies, replace };
  }

  it.each([
    ['the cookie still holds it', false, (cookies: string) => writeCookies(cookies)],
    [
      'the cookie still holds it as when the page was loaded',
      true,
      (cookies: string) => writeCookies(cookies),
    ],
    [
      'a switch of organization has ended it',
      false,
      (_: string, ownId: string) => localStorage.setItem('auth_switched_session', ownId),
    ],
  ])('does not end it when %s [R11.23]', async (_, isReloaded, prepare) => {
    const { ownId, cookies, replace } = await signedInTwice({ isReloaded });
    vi.useFakeTimers();
    replace(() => void prepare(cookies, ownId));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(harness.requestsTo('/b2b/sessions/revoke')).toBe(0);
  });

  it.each([
    [
      'the other tab signs out, which ends it itself',
      () => {
        writeAsOtherTab('auth_signed_out_at', String(Date.now()));
        clearCookies();
        writeAsOtherTab(SDK_STATE_KEY, 'null');
      },
    ],
    [
      'the other tab has received a newer token of it',
      () => {
        writeCookie(SESSION_COOKIE, 'the-newer-token', Date.now() + 60_000);
        const state = JSON.parse(localStorage.getItem(SDK_STATE_KEY) ?? '');
        const member = { ...state.member, name: 'Ada Birch' };
        writeAsOtherTab(SDK_STATE_KEY, JSON.stringify({ ...state, member }));
      },
    ],
  ])('does not end it when %s [R11.23]', async (_, act) => {
    const { all } = listen(await harness.signIn('ada@acme.example', 'acme'));
    vi.useFakeTimers();
    act();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(all.some(({ type }) => type.startsWith('session.'))).toBe(true);
    expect(harness.requestsTo('/b2b/sessions/revoke')).toBe(0);
  });
});

describe('routeChanged', () => {
  it('reports that the session is stored', async () => {
    const { stytchAuth, about } = await listenSignedIn();
    stytchAuth.routeChanged();
    expect(about('route')).toEqual([{ type: 'route.changed', hasSession: true }]);
    expect(hasSessionCookie()).toBe(true);
  });

  it.each([
    ['the cookies', clearCookies],
    ['local storage', () => localStorage.clear()],
  ])('reports that %s were cleared, and removes the rest of the session', async (_, clear) => {
    const { stytchAuth, about } = await listenSignedIn();
    clear();
    stytchAuth.routeChanged();
    expect(about('route')).toEqual([{ type: 'route.changed', hasSession: false }]);
    expect(hasSessionCookie()).toBe(false);
    await flushMicrotasks();
    expect(about('session')).toEqual([]);
    const reloaded = await harness.load();
    expect(reloaded.startInput()).toMatchObject({ session: null, hasSessionCookie: false });
  });

  it('ends no session of a cookie that another host had written before the page was loaded', async () => {
    await harness.signIn('dora@acme.example', 'acme');
    const dorasToken = readCookie(SESSION_COOKIE) ?? '';
    harness.clearBrowser();
    await harness.signIn('ada@acme.example', 'acme');
    writeCookie(SESSION_COOKIE, dorasToken, Date.now() + 60_000);
    const stytchAuth = await loadWithDigest();
    listen(stytchAuth);
    clearCookies();
    stytchAuth.routeChanged();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(harness.requestsTo('/b2b/sessions/revoke')).toBe(0);
  });

  it.each([true, false])(
    'does not make the SDK read storage again while nothing changes, signed in: %s',
    async (isSignedIn) => {
      if (isSignedIn) await harness.signIn('ada@acme.example', 'acme');
      const stytchAuth = await harness.load();
      listen(stytchAuth);
      const onStorage = vi.fn();
      window.addEventListener('storage', onStorage);
      stytchAuth.routeChanged();
      window.removeEventListener('storage', onStorage);
      expect(onStorage).not.toHaveBeenCalled();
    },
  );

  it('sends session.found once when the session came back without an event [R11.2]', async () => {
    const { stytchAuth, restore } = await signedInElsewhere();
    const { all, about } = listen(stytchAuth);
    restore();
    expect(about('session')).toEqual([]);
    stytchAuth.routeChanged();
    stytchAuth.routeChanged();
    expect(about('session')).toMatchObject([
      { type: 'session.found', session: { emailAddress: 'ada@acme.example' } },
    ]);
    expect(all.map(({ type }) => type)).toContain('route.changed');
  });

  it('sends no session when only a part of it came back [R11.2]', async () => {
    const { stytchAuth, state } = await signedInElsewhere();
    const { about } = listen(stytchAuth);
    localStorage.setItem(SDK_STATE_KEY, state);
    stytchAuth.routeChanged();
    expect(about('session')).toEqual([]);
  });

  it('sends nothing to a stopped machine, and follows no other tab for it', async () => {
    const { stytchAuth, all } = await listenSignedIn();
    sessionStorage.setItem('auth_link_sent_to', 'ben@birch.example');
    externalEvents?.stop();
    const before = all.length;
    stytchAuth.routeChanged();
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    expect(all).toHaveLength(before);
    expect(sessionStorage.getItem('auth_link_sent_to')).toBe('ben@birch.example');
  });
});

describe('page events', () => {
  it('sends page.restored with a session', async () => {
    const { all } = await listenSignedIn();
    all.length = 0;
    window.dispatchEvent(persistedPageShow());
    expect(all).toEqual([{ type: 'page.restored', hasSession: true }]);
  });

  it('sends session.gone before page.restored when the session has ended meanwhile', async () => {
    const { all } = await listenSignedIn();
    all.length = 0;
    clearCookies();
    localStorage.setItem(SDK_STATE_KEY, 'null');
    window.dispatchEvent(persistedPageShow());
    expect(all).toEqual([
      { type: 'session.gone', reason: 'expired' },
      { type: 'page.restored', hasSession: false },
    ]);
  });

  it('sends the newest session before signIn.outdated, so that another person asks [R22.1, R22.12]', async () => {
    const { stytchAuth, restore } = await signedInElsewhere();
    const { about } = listen(stytchAuth);
    restore();
    writeAsOtherTab('auth_signed_out_at', String(Date.now()));
    expect(about('s')[0]).toMatchObject({ type: 'session.found' });
  });

  it('forgets the address that this tab requested a link for when the session ends elsewhere [R22.3]', async () => {
    await listenSignedIn();
    sessionStorage.setItem('auth_link_sent_to', 'ben@birch.example');
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    expect(sessionStorage.getItem('auth_link_sent_to')).toBeNull();
  });

  it('sends nothing when the page is loaded', async () => {
    const { all } = await listenSignedIn();
    all.length = 0;
    window.dispatchEvent(new Event('pageshow'));
    expect(all).toEqual([]);
  });

  it('sends network.online and page.visible [R11.9]', async () => {
    const { all } = await listenSignedIn();
    await flushMicrotasks();
    all.length = 0;
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(all).toEqual([{ type: 'network.online' }, { type: 'page.visible' }]);
  });

  it('sends page.visible after the computer slept', async () => {
    vi.useFakeTimers();
    const { about } = await listenSignedIn();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(about('page')).toEqual([]);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(about('page')).toEqual([{ type: 'page.visible' }]);
  });
});

describe('project.known', () => {
  it('is sent when the settings were fetched', async () => {
    await harness.control('PATCH', '/project', { create_organization_enabled: false });
    const { about } = listen(await harness.load());
    await vi.waitFor(() => expect(about('project')).toHaveLength(1));
    expect(about('project')).toMatchObject([
      { type: 'project.known', project: { createOrganizationEnabled: false } },
    ]);
  });

  it('is not sent when the settings could not be fetched', async () => {
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stytchAuth = await harness.load();
    const { about } = listen(stytchAuth);
    await stytchAuth.permissionSource.bootstrap.settings;
    expect(about('project')).toEqual([]);
    logged.mockRestore();
  });
});

describe('a magic link verified in another tab', () => {
  const channel = () => new BroadcastChannel('auth');
  const emailAddress = 'ben@birch.example';

  /** Loads a tab that requested a magic link and waits for it. */
  async function waiting() {
    const stytchAuth = await harness.load();
    await runActor(stytchAuth.actors.sendLink, {
      emailAddress,
      organizationId: 'o',
      intermediateDigest: '',
    });
    return { ...listen(stytchAuth), claim: stytchAuth.claimHandoff };
  }

  /** Resolves to the first `count` messages that another tab receives. */
  function receive(line: BroadcastChannel, count: number): Promise<{ type: string; id: string }[]> {
    return new Promise((resolve) => {
      const received: { type: string; id: string }[] = [];
      line.addEventListener('message', ({ data }) => {
        received.push(data);
        if (received.length === count) resolve(received);
      });
    });
  }

  it('is offered to the tab that requested it, and continues there when granted [R9.1]', async () => {
    const { about, claim } = await waiting();
    const line = channel();
    line.postMessage({ type: 'email.verified', id: 'one', emailAddress });
    await vi.waitFor(() =>
      expect(about('handoff')).toEqual([{ type: 'handoff.offered', id: 'one', emailAddress }]),
    );
    const claimed = receive(line, 1);
    claim('one');
    const [message] = await claimed;
    expect(message).toMatchObject({ type: 'email.claimed', id: 'one' });
    expect(about('email')).toEqual([]);
    line.postMessage({ ...message, type: 'email.granted', intermediateDigest: 'digest' });
    await vi.waitFor(() =>
      expect(about('email')).toEqual([{ type: 'email.verified', intermediateDigest: 'digest' }]),
    );
    line.close();
  });

  it('changes nothing when it was granted to another tab, or is not a message', async () => {
    const { about, claim } = await waiting();
    const line = channel();
    line.postMessage({ ...GRANTED, id: 'one' });
    line.postMessage('invalid');
    line.postMessage({ type: 'email.verified', id: 'two', emailAddress });
    await vi.waitFor(() => expect(about('handoff')).toHaveLength(1));
    const claimed = receive(line, 1);
    claim('two');
    await claimed;
    line.postMessage({ ...GRANTED, id: 'two' });
    expect(about('email')).toEqual([]);
    line.close();
  });
});

describe('the impersonation cookie', () => {
  it('is removed with the session [R12.5]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    const callbackParams = await harness.impersonate();
    clearCookies();
    localStorage.clear();
    const stytchAuth = await harness.load({ callbackParams, path: '/authenticate' });
    await runActor(stytchAuth.actors.redeem, { callback: 'impersonation' });
    expect(document.cookie).toContain(IMPERSONATION_COOKIE);
    await runActor(stytchAuth.actors.revoke, { reason: 'requested' });
    expect(document.cookie).not.toContain(IMPERSONATION_COOKIE);
  });

  it('is removed when another tab has lost the session [R12.5]', async () => {
    await listenSignedIn();
    writeCookie(IMPERSONATION_COOKIE, 'member-1', Date.now() + 60_000);
    writeAsOtherTab(SDK_STATE_KEY, 'null');
    expect(document.cookie).not.toContain(IMPERSONATION_COOKIE);
  });
});
