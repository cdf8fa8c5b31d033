// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { hasSessionCookie } from '#src/stytch/session/session.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { Harness, listenToExternalEvents, run, STATE_KEY, start } from '../support/harness.ts';
import { signedIn } from '../support/signed-in.ts';

const REFRESH = '/b2b/sessions/authenticate';
const scheduled = { attempt: 1, mode: 'scheduled' } as const;

let harness: Harness;
beforeEach(() => {
  harness = Harness.open();
});
afterEach(() => {
  vi.useRealTimers();
  harness.close();
});

describe('at boot', () => {
  it('finds the session the browser holds, without a call', async () => {
    const stytchAuth = await signedIn(harness);
    expect(stytchAuth.startInput()).toMatchObject({
      session: { emailAddress: 'ada@acme.example', organization: { slug: 'acme' } },
      hasSessionCookie: true,
      hasIntermediateCookie: false,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(harness.requestsTo(REFRESH)).toBe(0);
  });

  it('finds none without a cookie', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    const stored = localStorage.getItem(STATE_KEY) ?? '';
    const { clearCookies } = await import('../support/harness.ts');
    clearCookies();
    localStorage.setItem(STATE_KEY, stored);
    const stytchAuth = await harness.load();
    expect(stytchAuth.startInput()).toMatchObject({ session: null, hasSessionCookie: false });
  });

  it.each(['{', '[]', '5', '"x"', '{"session":5}', '{"session":{"member_session_id":""}}'])(
    'drops %s where the SDK keeps its state',
    async (rubbish) => {
      await harness.signIn('ada@acme.example', 'acme');
      localStorage.setItem(STATE_KEY, rubbish);
      const stytchAuth = await harness.load();
      expect(stytchAuth.startInput()).toMatchObject({ session: null, hasSessionCookie: true });
    },
  );

  it.each(['null', '5', '[]', '{"rbacPolicy":{"roles":5}}'])(
    'drops %s where the SDK keeps the project’s settings',
    async (rubbish) => {
      localStorage.setItem(`${STATE_KEY}::bootstrap`, rubbish);
      await expect(harness.load()).resolves.toBeDefined();
    },
  );

  it('asks whose a session cookie is [R11.14]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(STATE_KEY);
    const stytchAuth = await harness.load();
    harness.handler.store.state.requests.length = 0;
    expect(await run(stytchAuth.actors.resume, undefined)).toMatchObject({
      kind: 'authenticated',
      session: { emailAddress: 'ada@acme.example' },
    });
    expect(harness.requestsTo(REFRESH)).toBe(1);
  });

  it('learns that a session cookie is worth nothing', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(STATE_KEY);
    for (const { id } of await harness.control('GET', '/sessions')) {
      await harness.control('DELETE', `/sessions/${id}`);
    }
    const stytchAuth = await harness.load();
    expect(await run(stytchAuth.actors.resume, undefined)).toMatchObject({
      kind: 'failed',
      reason: 'session',
    });
    expect(hasSessionCookie()).toBe(false);
  });

  it('adopts what another tab has found out meanwhile', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    const stored = localStorage.getItem(STATE_KEY) ?? '';
    localStorage.removeItem(STATE_KEY);
    const stytchAuth = await harness.load();
    harness.handler.store.state.requests.length = 0;
    localStorage.setItem(STATE_KEY, stored);
    expect(await run(stytchAuth.actors.resume, undefined)).toMatchObject({ kind: 'authenticated' });
    expect(harness.requestsTo(REFRESH)).toBe(0);
  });
});

describe('signing out', () => {
  const requested = { reason: 'requested' } as const;

  it('revokes, and clears what the SDK stored', async () => {
    const stytchAuth = await signedIn(harness);
    await run(stytchAuth.actors.revoke, requested);
    expect(hasSessionCookie()).toBe(false);
    expect(Object.keys(localStorage).filter((key) => key.startsWith(STATE_KEY))).toEqual([]);
    await flushMicrotasks();
    expect(harness.requestsTo('/b2b/sessions/revoke')).toBe(1);
    const sessions: { active: boolean }[] = await harness.control('GET', '/sessions');
    expect(sessions.filter(({ active }) => active)).toEqual([]);
  });

  it.each(['hang', 'drop', 'error', 'html'])(
    'ends at once when the provider answers with %s',
    async (kind) => {
      const stytchAuth = await signedIn(harness);
      await harness.fault('/b2b/sessions/revoke', { kind });
      await run(stytchAuth.actors.revoke, requested);
      expect(hasSessionCookie()).toBe(false);
      expect(localStorage.getItem(STATE_KEY)).toBeNull();
    },
  );

  it('is not undone by a refresh that was on its way, nor by the SDK’s retries [R11.12]', async () => {
    const stytchAuth = await signedIn(harness);
    const outside = listenToExternalEvents(stytchAuth);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    await harness.fault(REFRESH, { kind: 'slow', latencyMs: 5_000 }, 1);
    const refreshing = start(stytchAuth.actors.refresh, scheduled);
    await flushMicrotasks();
    refreshing.stop();
    harness.offline = true;
    await run(stytchAuth.actors.revoke, requested);
    harness.offline = false;
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect(hasSessionCookie()).toBe(false);
    expect(localStorage.getItem(STATE_KEY)).toBeNull();
    expect(outside.events.map(({ type }) => type)).not.toContain('session.found');
    expect(harness.requestsTo(REFRESH)).toBe(1);
    outside.stop();
  });
});

describe('permissions', () => {
  it('are what the roles permit [R16.1]', async () => {
    const { permissions } = await harness.signIn('ada@acme.example', 'acme');
    expect(await permissions.check('policy', 'delete')).toBe('allowed');
    expect(permissions.checkSync('policy', 'delete')).toBe('allowed');
    expect(permissions.checkSync('policy', 'launch')).toBe('denied');
    const dora = await harness.signIn('dora@acme.example', 'acme');
    expect(await dora.permissions.check('policy', 'delete')).toBe('denied');
  });

  it('are unknown when no policy was fetched [R16.2]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(`${STATE_KEY}::bootstrap`);
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { permissions } = await harness.load();
    expect(permissions.checkSync('policy', 'delete')).toBe('unknown');
    expect(await permissions.check('policy', 'delete')).toBe('unknown');
    logged.mockRestore();
  });
});
