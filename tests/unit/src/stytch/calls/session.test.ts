// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { chooseFirstPaint } from '#src/document/first-paint.ts';
import { cookieNames, readCookie, writeCookie } from '#src/stytch/session/cookies.ts';
import { createPermissions } from '#src/stytch/session/permissions.ts';
import { hasSessionCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { deferred } from '#tests/unit/support/deferred.ts';
import { fillStorage } from '../support/browser.ts';
import { COOKIES, PUBLIC_TOKEN, SDK_STATE_KEY, setUpHarness } from '../support/harness.ts';

const ADA = 'ada@acme.example';
const REFRESH = '/b2b/sessions/authenticate';
const scheduled = { mode: 'scheduled' } as const;
const requested = { reason: 'requested' } as const;

// Before the SDK is imported, which keeps the storage that it finds.
let isFull = false;
fillStorage(() => isFull);
beforeEach(() => {
  isFull = false;
});

const harness = setUpHarness();

const exchange = (stytchAuth: StytchAuth) => harness.exchange(stytchAuth, 'acme');

const switchOrganization = ({ actors }: StytchAuth) =>
  harness.run(actors.switchOrganization, { organizationId: harness.organizationId('harbor') });

const silence = () => void vi.spyOn(console, 'error').mockImplementation(() => undefined);

/** Ends every session at the provider. */
async function endSessions(): Promise<void> {
  for (const { id } of await harness.control('GET', '/sessions')) {
    await harness.control('DELETE', `/sessions/${id}`);
  }
}

/** Signs Ada in to Acme, and loads the page again with fake timers. */
async function loadSignedIn(): Promise<StytchAuth> {
  await harness.signIn(ADA, 'acme');
  vi.useFakeTimers();
  const stytchAuth = await harness.load();
  harness.handler.store.state.requests.length = 0;
  return stytchAuth;
}

it('a session cookie alone stays when the provider cannot say whose it is, leads to its session, and goes when it has ended [R11.14, R15.1, R15.3]', async () => {
  await harness.signIn(ADA, 'acme');
  localStorage.removeItem(SDK_STATE_KEY);
  const { actors } = await harness.load();
  harness.handler.store.state.requests.length = 0;
  const resume = () => harness.run(actors.resume, undefined);
  await harness.fault(REFRESH, { kind: 'error', status: 500, message: 'Something broke.' }, 1);
  expect(await resume()).toMatchObject({
    reason: 'other',
    values: { message: 'Something broke.' },
    requestId: expect.stringMatching(/^request-id-/),
  });
  expect(hasSessionCookie(PUBLIC_TOKEN)).toBe(true);
  expect(await resume()).toMatchObject({ kind: 'authenticated', session: { emailAddress: ADA } });
  expect(harness.requestsTo(REFRESH)).toBe(2);
  await endSessions();
  expect(await resume()).toMatchObject({ reason: 'session' });
  expect(hasSessionCookie(PUBLIC_TOKEN)).toBe(false);
});

describe('a new session that the browser does not keep', () => {
  it.each([
    ['an exchange', () => harness.discover(ADA), exchange, 'other'],
    ['a switch', () => harness.signIn(ADA, 'acme'), switchOrganization, 'session'],
  ])('for lack of space is ended, with the reason: %s [R13.10]', async (_, load, call, reason) => {
    const stytchAuth = await load();
    isFull = true;
    const result = await call(stytchAuth);
    expect(result).toMatchObject({ reason, code: 'storageFull' });
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
    expect([document.cookie, localStorage.getItem(SDK_STATE_KEY) ?? 'null']).toEqual(['', 'null']);
  });

  it('names the cookies, or the clock where that is a day ahead [R13.11]', async () => {
    const withoutCookies = async <Result>(call: () => Promise<Result>) => {
      const write = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
      return call().finally(() => write.mockRestore());
    };
    const callbackParams = await harness.throughGoogle(await harness.load(), ADA);
    const { actors } = await harness.load({ callbackParams, path: '/discovery' });
    const redeem = () => harness.run(actors.redeem, { callback: callbackParams.callback });
    const notKept = { reason: 'other', code: 'cookieNotKept' };
    expect(await withoutCookies(redeem)).toMatchObject(notKept);
    const inBrowser = await harness.discover(ADA);
    expect(await withoutCookies(() => exchange(inBrowser))).toMatchObject(notKept);
    const stytchAuth = await harness.discover(ADA);
    harness.changeAnswer('/intermediate_sessions/exchange', (data) => ({
      ...data,
      member_session: {
        ...Object(data.member_session),
        expires_at: new Date(Date.now() - 60_000).toISOString(),
      },
    }));
    const late = await exchange(stytchAuth);
    expect(late).toMatchObject({ reason: 'other', code: 'clockAhead' });
  });
});

describe('a refresh', () => {
  it('is sent once per interval, and never by the SDK’s worker [R11.3, R11.16]', async () => {
    const { actors } = await loadSignedIn();
    expect(await harness.run(actors.refresh, scheduled)).toMatchObject({ kind: 'refreshed' });
    expect(harness.requestsTo(REFRESH)).toBe(0);
    const { answered, release } = harness.holdAnswer(REFRESH);
    const extending = harness.run(actors.refresh, { mode: 'extend' });
    await answered;
    await vi.advanceTimersByTimeAsync(10_000);
    release();
    expect(await extending).toMatchObject({ kind: 'refreshed' });
    expect(harness.requestsTo(REFRESH)).toBe(1);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    expect(await harness.run(actors.refresh, scheduled)).toMatchObject({ at: Date.now() });
    expect(harness.lastBody()).not.toHaveProperty('session_duration_minutes');
    await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL);
    expect(harness.requestsTo(REFRESH)).toBe(2);
  });

  it('backs off in an outage, once for all tabs [R11.4, R11.8]', async () => {
    const { actors } = await loadSignedIn();
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    harness.offline = true;
    const retryInMs = 4_000;
    expect(await harness.run(actors.refresh, scheduled)).toEqual({
      kind: 'unavailable',
      retryInMs,
    });
    expect(await harness.run(actors.refresh, scheduled)).toEqual({ kind: 'deferred', retryInMs });
  });

  it('finds out that the session has ended, and is the only one to say so [R11.5]', async () => {
    const stytchAuth = await loadSignedIn();
    await endSessions();
    const { events, stop } = harness.listen(stytchAuth);
    const result = await harness.run(stytchAuth.actors.refresh, { mode: 'check' });
    expect(result).toMatchObject({ reason: 'session', code: 'sessionEnded' });
    expect(hasSessionCookie(PUBLIC_TOKEN)).toBe(false);
    expect(events.map(({ type }) => type)).not.toContain('session.gone');
    stop();
  });
});

describe('a sign-out', () => {
  it('ends the session at the provider, and removes what the browser stored [R11.12, R13.8]', async () => {
    const { actors } = await harness.signIn(ADA, 'acme');
    for (const name of [COOKIES.intermediate, IMPERSONATION_COOKIE]) {
      writeCookie(name, 'planted', Date.now() + 60_000);
    }
    sessionStorage.setItem('sign_in', JSON.stringify({ pkce: {} }));
    const send = window.fetch;
    const order: (string | null)[] = [];
    window.fetch = (...call) => {
      order.push(localStorage.getItem('auth_signed_out_at'));
      return send(...call);
    };
    await harness.run(actors.revoke, requested);
    // Other tabs see the sign-out before the end of the session.
    expect(order).not.toContain(null);
    expect(document.cookie).toBe('');
    expect(Object.keys(localStorage)).toEqual(['auth_signed_out_at']);
    expect(sessionStorage.length).toBe(0);
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
    expect(harness.requestsTo('/b2b/sessions/revoke')).toBe(1);
  });

  it('is not undone by a pending refresh, nor by the SDK’s retries [R11.12]', async () => {
    const stytchAuth = await loadSignedIn();
    const { events, stop } = harness.listen(stytchAuth);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    const { answered, release } = harness.holdAnswer(REFRESH);
    const refreshing = harness.start(stytchAuth.actors.refresh, scheduled);
    await answered;
    refreshing.stop();
    harness.offline = true;
    await harness.run(stytchAuth.actors.revoke, requested);
    harness.offline = false;
    release();
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect([hasSessionCookie(PUBLIC_TOKEN), localStorage.getItem(SDK_STATE_KEY)]).toEqual([
      false,
      null,
    ]);
    expect(events.map(({ type }) => type)).not.toContain('session.found');
    expect(harness.requestsTo(REFRESH)).toBe(1);
    stop();
  });
});

it('neither sends nor erases the cookies of another project on this host [R13.12]', async () => {
  const others = Object.values(cookieNames('public-token-test-another')).sort();
  for (const name of others) writeCookie(name, 'foreign', Date.now() + 60_000);
  expect(chooseFirstPaint('/', PUBLIC_TOKEN)).toBe('login');
  expect((await harness.load()).startInput()).toMatchObject({
    hasSessionCookie: false,
    hasIntermediateCookie: false,
  });
  const { actors } = await harness.signIn(ADA, 'acme');
  expect(hasSessionCookie(PUBLIC_TOKEN)).toBe(true);
  await harness.run(actors.revoke, requested);
  expect(document.cookie.split('; ').sort()).toEqual(others.map((name) => `${name}=foreign`));
});

describe('an impersonation', () => {
  async function impersonate() {
    const callbackParams = await harness.impersonate();
    const { actors } = await harness.load({ callbackParams, path: '/authenticate' });
    return { actors, result: await harness.run(actors.redeem, { callback: 'impersonation' }) };
  }

  it('signs in as the member, whose id its cookie holds [R12.1, R12.3]', async () => {
    const { result } = await impersonate();
    const memberId = harness.memberId('acme', 'dora@acme.example');
    const session = { memberId, impersonated: true };
    expect(result).toMatchObject({ kind: 'authenticated', session });
    expect(readCookie(IMPERSONATION_COOKIE)).toBe(memberId);
    expect((await harness.load()).startInput()).toMatchObject({ session });
  });

  it('that is stopped leaves nothing in the browser, also when only its cookies are left [R12.4, R12.6]', async () => {
    await impersonate();
    localStorage.clear();
    const { actors } = await harness.load({ path: '/health' });
    localStorage.setItem('anything', 'else');
    sessionStorage.setItem('anything', 'else');
    await harness.run(actors.revoke, { reason: 'impersonation_stopped' });
    expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, '']);
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
  });
});

describe('permissions', () => {
  const permissionsOf = ({ permissionSource }: StytchAuth) => createPermissions(permissionSource);

  it('evaluates permissions by the session’s roles [R16.1]', async () => {
    const permissions = permissionsOf(await harness.signIn('ada@acme.example', 'acme'));
    expect(await permissions.isKnown).toBe(true);
    expect(permissions.isPermitted('policy', 'delete')).toBe(true);
    expect(permissions.isPermitted('policy', 'launch')).toBe(false);
    expect(permissions.isPermitted('documents', 'read')).toBe(false);
    const dora = permissionsOf(await harness.signIn('dora@acme.example', 'acme'));
    expect(await dora.isKnown).toBe(true);
    expect(dora.isPermitted('policy', 'delete')).toBe(false);
  });

  it('are not known before the SDK has read the policy [R16.2]', async () => {
    const { permissionSource } = await harness.signIn(ADA, 'acme');
    const reading = deferred<Awaited<ReturnType<typeof permissionSource.rbac.allPermissions>>>();
    vi.spyOn(permissionSource.rbac, 'allPermissions').mockReturnValue(reading.promise);
    const known = vi.fn();
    void createPermissions(permissionSource).isKnown.then(known);
    await new Promise(setImmediate);
    expect(known).not.toHaveBeenCalled();
    reading.resolve({});
    await vi.waitFor(() => expect(known).toHaveBeenCalledExactlyOnceWith(true));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['cannot be fetched', () => harness.fault('/projects/bootstrap/*', { kind: 'drop' })],
    ['does not exist', () => harness.control('PATCH', '/project', { rbac_policy: null })],
  ])('says that the policy %s, also if one was cached [R15.8, R16.2]', async (_, prepare) => {
    await harness.signIn('ada@acme.example', 'acme');
    await prepare();
    silence();
    expect(await permissionsOf(await harness.load()).isKnown).toBe(false);
  });
});
