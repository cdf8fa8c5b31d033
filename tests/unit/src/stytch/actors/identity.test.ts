// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { endpoints } from '#src/stytch/responses/endpoints.ts';
import {
  INTERMEDIATE_COOKIE,
  readCookie,
  SESSION_COOKIE,
  writeCookie,
} from '#src/stytch/session/cookies.ts';
import { digestOf } from '#src/stytch/session/digest.ts';
import { blockCookie, clearCookies, fillStorage, onCookieWritten } from '../support/browser.ts';
import {
  listenToExternalEvents,
  runActor,
  SDK_STATE_KEY,
  setUpHarness,
  startActor,
} from '../support/harness.ts';

const harness = setUpHarness();

const inAnHour = () => Date.now() + 3_600_000;

/** Writes a cookie as another tab or another host of the same site does. */
const plant = (name: string, value: string) => writeCookie(name, value, inAnHour());

/** The session token of a person who signed in in another browser. */
async function sessionTokenOf(email: string, slug: string): Promise<string> {
  await harness.signIn(email, slug);
  const token = readCookie(SESSION_COOKIE) ?? '';
  harness.clearBrowser();
  return token;
}

describe('exchange and creation', () => {
  it('sends nothing with another person’s intermediate session, and lists theirs [R22.2]', async () => {
    await harness.discover('dora@acme.example');
    const dorasToken = readCookie(INTERMEDIATE_COOKIE) ?? '';
    harness.clearBrowser();
    const { actors } = await harness.discover('ada@acme.example');
    const own = await harness.ownIntermediate();
    plant(INTERMEDIATE_COOKIE, dorasToken);
    const inputs = { organizationId: harness.organizationId('acme'), ...own };
    expect(await runActor(actors.exchange, inputs)).toMatchObject({
      kind: 'discovered',
      discovery: { emailAddress: 'dora@acme.example' },
    });
    const organization = { id: 'org-a-b', name: 'A B', slug: 'a-b' };
    expect(await runActor(actors.create, { organization, ...own })).toMatchObject({
      kind: 'discovered',
      discovery: { emailAddress: 'dora@acme.example' },
    });
    expect(harness.requestsTo(endpoints.exchange.path)).toBe(0);
    expect(harness.requestsTo(endpoints.create.path)).toBe(0);
  });

  it('tells whether a person of this browser started the other intermediate session [R22.2]', async () => {
    await harness.discover('ada@acme.example');
    const plantedToken = readCookie(INTERMEDIATE_COOKIE) ?? '';
    harness.clearBrowser();
    const { actors, confirmIntermediate } = await harness.discover('ada@acme.example');
    const own = await harness.ownIntermediate();
    plant(INTERMEDIATE_COOKIE, plantedToken);
    const input = { organizationId: harness.organizationId('acme'), ...own };
    expect(await runActor(actors.exchange, input)).toMatchObject({ isConfirmed: false });
    plant(SESSION_COOKIE, 'no-session');
    expect(await runActor(actors.exchange, input)).toMatchObject({ isConfirmed: false });
    confirmIntermediate(await digestOf(plantedToken));
    expect(await runActor(actors.exchange, input)).toMatchObject({ isConfirmed: true });
  });

  it('waits for a cookie that another tab has just written [R9.1, R22.2]', async () => {
    const { actors } = await harness.discover('ada@acme.example');
    const token = readCookie(INTERMEDIATE_COOKIE) ?? '';
    plant(INTERMEDIATE_COOKIE, 'the-one-before');
    const exchanging = startActor(actors.exchange, {
      organizationId: harness.organizationId('acme'),
      intermediateDigest: await digestOf(token),
    });
    setTimeout(() => plant(INTERMEDIATE_COOKIE, token), 40);
    await expect
      .poll(() => exchanging.getSnapshot().output)
      .toMatchObject({ kind: 'authenticated' });
    expect(harness.requestsTo(endpoints.readOrganizations.path)).toBe(0);
  });
});

describe('a link that this browser requested', () => {
  it.each([
    ['ben@birch.example', true],
    ['ada@acme.example', false],
  ])('counts after Google has answered for %s: %s [R22.3]', async (email, isExpected) => {
    const { actors } = await harness.discover('ben@birch.example');
    await runActor(actors.sendLink, {
      emailAddress: 'ben@birch.example',
      organizationId: 'o',
      ...(await harness.ownIntermediate()),
    });
    const { startInput } = await harness.discover(email);
    expect(startInput().linkWasRequestedHere).toBe(isExpected);
  });
});

describe('the record of what a person confirmed', () => {
  it('is forgotten when the browser starts without the session [R22.4]', async () => {
    await harness.signIn('dora@acme.example', 'acme');
    const token = readCookie(SESSION_COOKIE) ?? '';
    clearCookies();
    await harness.load();
    plant(SESSION_COOKIE, token);
    const { startInput } = await harness.load();
    expect(startInput()).toMatchObject({ confirmedSessionId: null, hasSessionCookie: true });
  });

  it('is kept by the page while local storage is full [R22.4]', async () => {
    const { startInput, confirmSession } = await harness.load();
    const restore = fillStorage();
    confirmSession('session-1');
    expect(startInput().confirmedSessionId).toBe('session-1');
    restore();
    confirmSession('session-2');
    expect(localStorage.getItem('auth_confirmed_session')).toBe('session-2');
  });
});

describe('a planted intermediate session', () => {
  it('is not known after the browser has started without it [R22.4]', async () => {
    const { confirmIntermediate } = await harness.discover('dora@acme.example');
    confirmIntermediate('the-digest');
    clearCookies();
    await harness.load();
    expect(localStorage.getItem('auth_confirmed_intermediate')).toBeNull();
  });

  it('is not known after its person has gone back to the login screen [R22.4]', async () => {
    const { actors, expireIntermediateSession } = await harness.discover('dora@acme.example');
    const token = readCookie(INTERMEDIATE_COOKIE) ?? '';
    expireIntermediateSession();
    plant(INTERMEDIATE_COOKIE, token);
    const list = await runActor(actors.readOrganizations, undefined);
    expect(list).toMatchObject({ kind: 'discovered', isConfirmed: false });
  });

  it.each(['garbage', 'dora'])('of %s does not disturb a member [R11.13]', async (kind) => {
    await harness.discover('dora@acme.example');
    const dorasToken = readCookie(INTERMEDIATE_COOKIE) ?? '';
    harness.clearBrowser();
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    plant(INTERMEDIATE_COOKIE, kind === 'dora' ? dorasToken : kind);
    expect(await runActor(actors.readOrganizations, undefined)).toMatchObject({
      kind: 'discovered',
      discovery: { emailAddress: 'ada@acme.example' },
    });
    expect(readCookie(INTERMEDIATE_COOKIE)).toBeNull();
  });

  it('that the provider does not know is removed [R13.8]', async () => {
    plant(INTERMEDIATE_COOKIE, 'garbage');
    const { actors } = await harness.load();
    const result = await runActor(actors.readOrganizations, undefined);
    expect(result).toMatchObject({ kind: 'failed', reason: 'intermediate' });
    expect(readCookie(INTERMEDIATE_COOKIE)).toBeNull();
  });
});

describe('a cookie that the browser does not take [R13.11]', () => {
  const NOT_KEPT = {
    kind: 'failed',
    reason: 'other',
    message: messagesAfterGoogle.cookieNotKept,
  };

  it('ends a granted session, and says what to do', async () => {
    const { actors } = await harness.discover('ada@acme.example');
    const own = await harness.ownIntermediate();
    const restore = blockCookie(SESSION_COOKIE);
    const organizationId = harness.organizationId('acme');
    const result = await runActor(actors.exchange, { organizationId, ...own });
    restore();
    expect(result).toMatchObject(NOT_KEPT);
    expect(localStorage.getItem(SDK_STATE_KEY) ?? 'null').toBe('null');
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
  });

  it.each([
    [
      'the cookie of another host',
      { before: () => plant(SESSION_COOKIE, 'of-another-host'), whenStored: () => undefined },
    ],
    [
      'a session that another tab has stored without a cookie',
      { before: () => undefined, whenStored: storeAsOtherTab },
    ],
  ])('ends a granted session beside %s', async (_, { before, whenStored }) => {
    const { actors } = await harness.discover('ada@acme.example');
    const own = await harness.ownIntermediate();
    before();
    const restore = blockCookie(SESSION_COOKIE);
    const organizationId = harness.organizationId('acme');
    const exchanging = startActor(actors.exchange, { organizationId, ...own });
    await vi.waitFor(() => expect(storedSession()).not.toBeUndefined(), { timeout: 10_000 });
    whenStored();
    await expect
      .poll(() => exchanging.getSnapshot().output, { timeout: 10_000 })
      .toMatchObject(NOT_KEPT);
    restore();
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
  });

  it('ends an answer of Google', async () => {
    const callbackParams = await harness.throughGoogle(await harness.load(), 'ada@acme.example');
    const { actors } = await harness.load({ callbackParams, path: '/discovery' });
    const restore = blockCookie(INTERMEDIATE_COOKIE);
    const result = await runActor(actors.redeem, { callback: 'discovery_oauth' });
    restore();
    expect(result).toMatchObject(NOT_KEPT);
  });
});

describe('sign-out', () => {
  it('ends the session that the page was loaded with, though another host has replaced its cookie [R11.21]', async () => {
    const dorasToken = await sessionTokenOf('dora@acme.example', 'grove');
    await harness.signIn('ada@acme.example', 'acme');
    const { actors } = await harness.load();
    plant(SESSION_COOKIE, dorasToken);
    await runActor(actors.revoke, { reason: 'requested' });
    const { sessions, members } = harness.handler.store.state;
    const active = () => sessions.filter(({ revokedAt }) => revokedAt === null);
    await vi.waitFor(() => expect(active()).toHaveLength(1));
    const left = members.find(({ id }) => id === active()[0]?.memberId);
    expect(left?.email).toBe('dora@acme.example');
  });
});

describe('a session that the SDK stores just before the machine leaves the call', () => {
  /** Stops the exchange when the SDK stores its response. */
  async function exchangeAndLeave(whenStored?: () => void) {
    const { actors } = await harness.discover('ada@acme.example');
    const own = await harness.ownIntermediate();
    const organizationId = harness.organizationId('acme');
    await leaveWhenStored(
      () => startActor(actors.exchange, { organizationId, ...own }),
      whenStored,
    );
  }

  async function leaveWhenStored(
    start: () => ReturnType<typeof startActor>,
    whenStored: () => void = () => undefined,
  ) {
    const restore = onCookieWritten(SESSION_COOKIE, (value) => {
      if (value === '' || actor.getSnapshot().status !== 'active') return;
      whenStored();
      actor.stop();
    });
    const actor = start();
    await vi.waitFor(() => expect(actor.getSnapshot().status).toBe('stopped'));
    restore();
  }

  /** Another tab confirms the newest session. */
  function confirm() {
    const { sessions } = harness.handler.store.state;
    localStorage.setItem('auth_confirmed_session', sessions.at(-1)?.id ?? '');
  }

  it('ends, and leaves no cookie: a sign-out in another tab is not undone [R11.12]', async () => {
    await exchangeAndLeave();
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
    expect(readCookie(SESSION_COOKIE)).toBeNull();
  });

  it('ends, and a link that this browser requested still counts', async () => {
    const { actors, startInput } = await harness.discover('ada@acme.example');
    const own = await harness.ownIntermediate();
    await runActor(actors.sendLink, {
      emailAddress: 'ada@acme.example',
      organizationId: 'o',
      ...own,
    });
    const organizationId = harness.organizationId('acme');
    await leaveWhenStored(() => startActor(actors.exchange, { organizationId, ...own }));
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
    expect(startInput().linkWasRequestedHere).toBe(true);
  });

  it('stays when it is the member’s own, though another host replaces its cookie then', async () => {
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    await leaveWhenStored(() => startActor(actors.refresh, { attempt: 1, mode: 'extend' }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    plant(SESSION_COOKIE, 'of-another-host');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await harness.activeSessions()).toBe(1);
  });

  it('ends, and leaves no impersonation cookie [R12.3]', async () => {
    const callbackParams = await harness.impersonate();
    const { actors } = await harness.load({ callbackParams, path: '/authenticate' });
    await leaveWhenStored(() => startActor(actors.redeem, { callback: 'impersonation' }));
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
    expect(readCookie(IMPERSONATION_COOKIE)).toBeNull();
  });

  it('stays impersonated when another tab has confirmed it [R12.2]', async () => {
    const callbackParams = await harness.impersonate();
    const { actors } = await harness.load({ callbackParams, path: '/authenticate' });
    await leaveWhenStored(() => startActor(actors.redeem, { callback: 'impersonation' }), confirm);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await harness.activeSessions()).toBe(1);
    expect(readCookie(IMPERSONATION_COOKIE)).not.toBeNull();
  });

  it('stays when it has replaced the session of a member who switches [R11.13]', async () => {
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    const organizationId = harness.organizationId('harbor');
    await leaveWhenStored(() => startActor(actors.switchOrganization, { organizationId }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await harness.activeSessions()).toBe(1);
    expect(readCookie(SESSION_COOKIE)).not.toBeNull();
  });

  it('stays when another tab has confirmed it [R11.23]', async () => {
    await exchangeAndLeave(confirm);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await harness.activeSessions()).toBe(1);
    expect(readCookie(SESSION_COOKIE)).not.toBeNull();
  });
});

it('confirms nothing in a page that a newer one of its tab replaces [R22.4, R22.16]', async () => {
  let isLeaving = false;
  vi.stubGlobal('documentStart', { isLeaving: () => isLeaving });
  const { confirmSession, confirmIntermediate } = await harness.load();
  const record = () =>
    ['session', 'intermediate'].map((part) => localStorage.getItem(`auth_confirmed_${part}`));
  isLeaving = true;
  confirmSession('session-late');
  confirmIntermediate('digest-late');
  expect(record()).toEqual([null, null]);
  isLeaving = false;
  confirmSession('session-own');
  confirmIntermediate('digest-own');
  expect(record()).toEqual(['session-own', 'digest-own']);
});

it('takes no session for impersonated because of a cookie that another host can write [R12.5]', async () => {
  await harness.signIn('ada@acme.example', 'acme');
  plant(IMPERSONATION_COOKIE, harness.memberId('acme', 'ada@acme.example'));
  const { startInput } = await harness.load();
  expect(startInput().session).toMatchObject({ impersonated: false });
});

describe('two tabs that sign in at the same moment', () => {
  it('end only the session whose place the other one has taken [R11.23]', async () => {
    const token = await sessionTokenOf('ada@acme.example', 'acme');
    const { actors } = await harness.discover('ada@acme.example');
    const own = await harness.ownIntermediate();
    plant(SESSION_COOKIE, token);
    const restore = blockCookie(SESSION_COOKIE);
    const organizationId = harness.organizationId('acme');
    const exchanging = startActor(actors.exchange, { organizationId, ...own });
    await vi.waitFor(() => expect(storedSession()).not.toBeUndefined());
    storeAsOtherTab();
    await expect.poll(() => exchanging.getSnapshot().output).toMatchObject({ kind: 'failed' });
    restore();
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(1));
    expect(readCookie(SESSION_COOKIE)).toBe(token);
    expect(storedSession()).toBe('of-the-other-tab');
  });

  it('keep the one of the cookie when the other one is stored [R11.23]', async () => {
    const token = await sessionTokenOf('ada@acme.example', 'acme');
    const { actors } = await harness.discover('ada@acme.example');
    const own = await harness.ownIntermediate();
    plant(SESSION_COOKIE, token);
    localStorage.setItem('auth_confirmed_token', await digestOf(token));
    const restore = blockCookie(SESSION_COOKIE);
    const organizationId = harness.organizationId('acme');
    const result = await runActor(actors.exchange, { organizationId, ...own });
    restore();
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'other',
      message: messages.somethingWentWrong,
    });
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(1));
    const { sessions } = harness.handler.store.state;
    expect(storedSession()).toBe(sessions.find((session) => session.token === token)?.id);
    expect(readCookie(SESSION_COOKIE)).toBe(token);
  });

  it('keep the own one of the cookie when the other tab has stored its own [R11.23]', async () => {
    const { actors } = await harness.discover('ada@acme.example');
    const organizationId = harness.organizationId('acme');
    const own = await harness.ownIntermediate();
    let isStoredByOther = false;
    const restore = onCookieWritten(SESSION_COOKIE, (value) => {
      if (value === '' || isStoredByOther) return;
      isStoredByOther = true;
      // After the SDK has stored the session, and before the call has ended.
      queueMicrotask(storeAsOtherTab);
    });
    const result = await runActor(actors.exchange, { organizationId, ...own });
    restore();
    expect(isStoredByOther).toBe(true);
    expect(result).toMatchObject({ kind: 'authenticated' });
    expect('session' in result && result.session.sessionId).toBe(storedSession());
    expect(await harness.activeSessions()).toBe(1);
  });
});

/** The id of the session that this browser has stored. */
function storedSession(): unknown {
  const state = JSON.parse(localStorage.getItem(SDK_STATE_KEY) ?? 'null');
  return state?.session?.member_session_id;
}

/** Replaces the stored session by another one, as another tab does. */
function storeAsOtherTab(): void {
  const { session, ...state } = JSON.parse(localStorage.getItem(SDK_STATE_KEY) ?? '');
  const other = { ...state, session: { ...session, member_session_id: 'of-the-other-tab' } };
  localStorage.setItem(SDK_STATE_KEY, JSON.stringify(other));
}

describe('switch', () => {
  it('exchanges nothing with a planted session, and returns whose it is [R22.7]', async () => {
    const dorasToken = await sessionTokenOf('dora@acme.example', 'grove');
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    plant(SESSION_COOKIE, dorasToken);
    const result = await runActor(actors.switchOrganization, {
      organizationId: harness.organizationId('harbor'),
    });
    expect(result).toMatchObject({
      kind: 'refreshed',
      isConfirmed: false,
      session: { emailAddress: 'dora@acme.example', organization: { slug: 'grove' } },
    });
    expect(harness.requestsTo(endpoints.switchOrganization.path)).toBe(0);
  });

  it('exchanges nothing with a planted session when no token is recorded [R22.7]', async () => {
    const dorasToken = await sessionTokenOf('dora@acme.example', 'grove');
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem('auth_confirmed_token');
    plant(SESSION_COOKIE, dorasToken);
    const organizationId = harness.organizationId('harbor');
    const result = await runActor(actors.switchOrganization, { organizationId });
    expect(result).toMatchObject({ kind: 'refreshed', isConfirmed: false });
    expect(harness.requestsTo(endpoints.switchOrganization.path)).toBe(0);
  });

  it('ends no session that the switch itself has ended [R11.13, R11.23]', async () => {
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    const sessionId = localStorage.getItem('auth_confirmed_session');
    const organizationId = harness.organizationId('harbor');
    await runActor(actors.switchOrganization, { organizationId });
    expect(localStorage.getItem('auth_switched_session')).toBe(sessionId);
    expect(await harness.activeSessions()).toBe(1);
    expect(harness.requestsTo(endpoints.revoke.path)).toBe(0);
  });

  it('sends no event of the session that a refresh returns', async () => {
    const stytchAuth = await harness.signIn('ada@acme.example', 'acme');
    const { events, stop } = listenToExternalEvents(stytchAuth);
    const longer = await runActor(stytchAuth.actors.refresh, { attempt: 1, mode: 'extend' });
    expect(longer).toMatchObject({ kind: 'refreshed' });
    stop();
    expect(events.filter(({ type }) => type.startsWith('session.'))).toEqual([]);
  });

  it('ends the member’s session when a refresh finds another one in its place [R11.23]', async () => {
    const dorasToken = await sessionTokenOf('dora@acme.example', 'grove');
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    plant(SESSION_COOKIE, dorasToken);
    expect(await harness.activeSessions()).toBe(2);
    await runActor(actors.refresh, { attempt: 1, mode: 'extend' });
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(1));
    expect(readCookie(SESSION_COOKIE)).toBe(dorasToken);
  });

  it('exchanges nothing when the cookie is replaced after the session was identified [R22.7]', async () => {
    const dorasToken = await sessionTokenOf('dora@acme.example', 'grove');
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    localStorage.setItem('auth_confirmed_token', 'the-digest-before');
    const adasToken = readCookie(SESSION_COOKIE);
    const restore = onCookieWritten(SESSION_COOKIE, (value) => {
      if (value === adasToken) plant(SESSION_COOKIE, dorasToken);
    });
    const organizationId = harness.organizationId('harbor');
    const result = await runActor(actors.switchOrganization, { organizationId });
    restore();
    expect(result).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    expect(harness.requestsTo(endpoints.switchOrganization.path)).toBe(0);
  });

  it('exchanges the confirmed session when its token has changed [R11.13, R22.7]', async () => {
    const { actors } = await harness.signIn('ada@acme.example', 'acme');
    localStorage.setItem('auth_confirmed_token', 'the-digest-before');
    const result = await runActor(actors.switchOrganization, {
      organizationId: harness.organizationId('harbor'),
    });
    expect(result).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'harbor' } },
    });
  });
});
