// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { hasSessionCookie } from '#src/stytch/session/session.ts';
import { turn } from './support/flush-microtasks.ts';
import { Bench, listenOutside, run, STATE_KEY, start } from './support/harness.ts';
import { signedIn } from './support/signed-in.ts';

const REFRESH = '/b2b/sessions/authenticate';
const scheduled = { attempt: 1, mode: 'scheduled' } as const;

let bench: Bench;
beforeEach(() => {
  bench = Bench.open();
});
afterEach(() => {
  vi.useRealTimers();
  bench.close();
});

describe('at boot', () => {
  it('finds the session the browser holds, without a call', async () => {
    const provider = await signedIn(bench);
    expect(provider.boot()).toMatchObject({
      session: { emailAddress: 'ada@acme.example', organization: { slug: 'acme' } },
      hasSessionCookie: true,
      hasIntermediateCookie: false,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(bench.requestsTo(REFRESH)).toBe(0);
  });

  it('finds none without a cookie', async () => {
    await bench.signIn('ada@acme.example', 'acme');
    const stored = localStorage.getItem(STATE_KEY) ?? '';
    const { clearCookies } = await import('./support/harness.ts');
    clearCookies();
    localStorage.setItem(STATE_KEY, stored);
    const provider = await bench.load();
    expect(provider.boot()).toMatchObject({ session: null, hasSessionCookie: false });
  });

  it.each(['{', '[]', '5', '"x"', '{"session":5}', '{"session":{"member_session_id":""}}'])(
    'drops %s where the SDK keeps its state',
    async (rubbish) => {
      await bench.signIn('ada@acme.example', 'acme');
      localStorage.setItem(STATE_KEY, rubbish);
      const provider = await bench.load();
      expect(provider.boot()).toMatchObject({ session: null, hasSessionCookie: true });
    },
  );

  it.each(['null', '5', '[]', '{"rbacPolicy":{"roles":5}}'])(
    'drops %s where the SDK keeps the project’s settings',
    async (rubbish) => {
      localStorage.setItem(`${STATE_KEY}::bootstrap`, rubbish);
      await expect(bench.load()).resolves.toBeDefined();
    },
  );

  it('asks whose a session cookie is [R11.14]', async () => {
    await bench.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(STATE_KEY);
    const provider = await bench.load();
    bench.handler.store.state.requests.length = 0;
    expect(await run(provider.actors.resume, undefined)).toMatchObject({
      kind: 'authenticated',
      session: { emailAddress: 'ada@acme.example' },
    });
    expect(bench.requestsTo(REFRESH)).toBe(1);
  });

  it('learns that a session cookie is worth nothing', async () => {
    await bench.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(STATE_KEY);
    for (const { id } of await bench.control('GET', '/sessions')) {
      await bench.control('DELETE', `/sessions/${id}`);
    }
    const provider = await bench.load();
    expect(await run(provider.actors.resume, undefined)).toMatchObject({
      kind: 'failed',
      reason: 'session',
    });
    expect(hasSessionCookie()).toBe(false);
  });

  it('adopts what another tab has found out meanwhile', async () => {
    await bench.signIn('ada@acme.example', 'acme');
    const stored = localStorage.getItem(STATE_KEY) ?? '';
    localStorage.removeItem(STATE_KEY);
    const provider = await bench.load();
    bench.handler.store.state.requests.length = 0;
    localStorage.setItem(STATE_KEY, stored);
    expect(await run(provider.actors.resume, undefined)).toMatchObject({ kind: 'authenticated' });
    expect(bench.requestsTo(REFRESH)).toBe(0);
  });
});

describe('signing out', () => {
  const requested = { reason: 'requested' } as const;

  it('revokes, and clears what the SDK stored', async () => {
    const provider = await signedIn(bench);
    await run(provider.actors.revoke, requested);
    expect(hasSessionCookie()).toBe(false);
    expect(Object.keys(localStorage).filter((key) => key.startsWith(STATE_KEY))).toEqual([]);
    await turn();
    expect(bench.requestsTo('/b2b/sessions/revoke')).toBe(1);
    const sessions: { active: boolean }[] = await bench.control('GET', '/sessions');
    expect(sessions.filter(({ active }) => active)).toEqual([]);
  });

  it.each(['hang', 'drop', 'error', 'html'])(
    'ends at once when the provider answers with %s',
    async (kind) => {
      const provider = await signedIn(bench);
      await bench.fault('/b2b/sessions/revoke', { kind });
      await run(provider.actors.revoke, requested);
      expect(hasSessionCookie()).toBe(false);
      expect(localStorage.getItem(STATE_KEY)).toBeNull();
    },
  );

  it('is not undone by a refresh that was on its way, nor by the SDK’s retries [R11.12]', async () => {
    const provider = await signedIn(bench);
    const outside = listenOutside(provider);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    await bench.fault(REFRESH, { kind: 'slow', latencyMs: 5_000 }, 1);
    const refreshing = start(provider.actors.refresh, scheduled);
    await turn();
    refreshing.stop();
    bench.offline = true;
    await run(provider.actors.revoke, requested);
    bench.offline = false;
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect(hasSessionCookie()).toBe(false);
    expect(localStorage.getItem(STATE_KEY)).toBeNull();
    expect(outside.events.map(({ type }) => type)).not.toContain('session.found');
    expect(bench.requestsTo(REFRESH)).toBe(1);
    outside.stop();
  });
});

describe('permissions', () => {
  it('are what the roles permit [R16.1]', async () => {
    const { permissions } = await bench.signIn('ada@acme.example', 'acme');
    expect(await permissions.check('policy', 'delete')).toBe('allowed');
    expect(permissions.checkSync('policy', 'delete')).toBe('allowed');
    expect(permissions.checkSync('policy', 'launch')).toBe('denied');
    const dora = await bench.signIn('dora@acme.example', 'acme');
    expect(await dora.permissions.check('policy', 'delete')).toBe('denied');
  });

  it('are unknown when no policy was fetched [R16.2]', async () => {
    await bench.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(`${STATE_KEY}::bootstrap`);
    await bench.fault('/projects/bootstrap/*', { kind: 'drop' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { permissions } = await bench.load();
    expect(permissions.checkSync('policy', 'delete')).toBe('unknown');
    expect(await permissions.check('policy', 'delete')).toBe('unknown');
    logged.mockRestore();
  });
});
