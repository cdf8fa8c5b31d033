// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BUSY_TIMEOUT,
  DEFERRED_REFRESH_DELAY,
  IMPERSONATION_COOKIE,
  REFRESH_INTERVAL,
} from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { readReturned } from '#src/provider/callback.ts';
import { readCookie, SESSION_COOKIE } from '#src/provider/cookies.ts';
import type { Provider } from '#src/provider/provider.ts';
import { hasIntermediateCookie, hasSessionCookie } from '#src/provider/session.ts';
import { Bench, listenOutside, run, STATE_KEY, start } from './support/bench.ts';
import { turn } from './support/turn.ts';

const REFRESH = '/b2b/sessions/authenticate';
const scheduled = { attempt: 1, mode: 'scheduled' } as const;
const urgent = { attempt: 1, mode: 'urgent' } as const;
const extend = { attempt: 1, mode: 'extend' } as const;

let bench: Bench;
beforeEach(() => {
  bench = Bench.open();
});
afterEach(() => {
  vi.useRealTimers();
  bench.close();
});

/** Signed in, the page loaded again, and the clock in the test's hands. */
async function signedIn(email = 'ada@acme.example', slug = 'acme'): Promise<Provider> {
  await bench.signIn(email, slug);
  vi.useFakeTimers();
  const provider = await bench.load();
  bench.handler.store.state.requests.length = 0;
  return provider;
}

describe('at boot', () => {
  it('finds the session the browser holds, without a call', async () => {
    const provider = await signedIn();
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
    const { clearCookies } = await import('./support/bench.ts');
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

  it('asks whose a session cookie is', async () => {
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
      kind: 'refused',
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

describe('the refresh', () => {
  it('is one request at 3 minutes, and none of the SDK’s worker', async () => {
    const provider = await signedIn();
    const first = await run(provider.actors.refresh, scheduled);
    expect(first).toMatchObject({ kind: 'refreshed' });
    expect(bench.requestsTo(REFRESH)).toBe(0);

    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    expect(bench.requestsTo(REFRESH)).toBe(0);
    expect(await run(provider.actors.refresh, scheduled)).toMatchObject({
      kind: 'refreshed',
      at: Date.now(),
    });
    expect(bench.requestsTo(REFRESH)).toBe(1);
    expect(bench.lastBody()).not.toHaveProperty('session_duration_minutes');

    // The worker of the SDK wakes as often as it likes.
    await vi.advanceTimersByTimeAsync(10 * REFRESH_INTERVAL);
    expect(bench.requestsTo(REFRESH)).toBe(1);
  });

  it('waits out an outage with the spec’s backoff, for all tabs', async () => {
    const provider = await signedIn();
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    bench.offline = true;
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      const answer = await run(provider.actors.refresh, { attempt, mode: 'scheduled' });
      if (answer.kind !== 'unavailable') throw new Error(`It was ${answer.kind}`);
      delays.push(answer.retryInMs);
      // Another tab, which has not failed yet, waits for the same moment.
      expect(await run(provider.actors.refresh, scheduled)).toEqual({
        kind: 'deferred',
        retryInMs: answer.retryInMs,
      });
      await vi.advanceTimersByTimeAsync(answer.retryInMs);
    }
    expect(delays).toEqual(
      [4, 8, 16, 32, 64, 128, 256, 256, 256].map((seconds) => seconds * 1_000),
    );
    bench.offline = false;
    expect(await run(provider.actors.refresh, scheduled)).toMatchObject({ kind: 'refreshed' });
    expect(hasSessionCookie()).toBe(true);
  });

  it('goes on at once when there is a reason, yet not twice for one', async () => {
    const provider = await signedIn();
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    bench.offline = true;
    await run(provider.actors.refresh, scheduled);
    await vi.advanceTimersByTimeAsync(500);
    expect(await run(provider.actors.refresh, urgent)).toMatchObject({ kind: 'deferred' });
    await vi.advanceTimersByTimeAsync(2_000);
    bench.offline = false;
    expect(await run(provider.actors.refresh, urgent)).toMatchObject({ kind: 'refreshed' });
  });

  it('is put off while another tab is at it', async () => {
    const provider = await signedIn();
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    await bench.fault(REFRESH, { kind: 'hang' }, 1);
    const one = start(provider.actors.refresh, scheduled);
    await turn();
    expect(await run(provider.actors.refresh, scheduled)).toEqual({
      kind: 'deferred',
      retryInMs: DEFERRED_REFRESH_DELAY,
    });
    one.stop();
    await turn();
    expect(bench.requestsTo(REFRESH)).toBe(1);
  });

  it('ends the session when the provider does not know it', async () => {
    const provider = await signedIn();
    for (const { id } of await bench.control('GET', '/sessions')) {
      await bench.control('DELETE', `/sessions/${id}`);
    }
    const outside = listenOutside(provider);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    expect(await run(provider.actors.refresh, scheduled)).toMatchObject({
      kind: 'refused',
      reason: 'session',
      message: messages.sessionEnded,
    });
    expect(hasSessionCookie()).toBe(false);
    expect(outside.events.map(({ type }) => type)).not.toContain('session.gone');
    outside.stop();
  });

  it('lengthens the session only when it is asked to', async () => {
    const provider = await signedIn();
    const before = provider.boot().session?.expiresAt ?? 0;
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    const plain = await run(provider.actors.refresh, scheduled);
    expect(plain).toMatchObject({ session: { expiresAt: before } });
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    const longer = await run(provider.actors.refresh, extend);
    expect(bench.lastBody()).toMatchObject({ session_duration_minutes: 1440 });
    const expiresAt = 'session' in longer ? longer.session.expiresAt : 0;
    expect(expiresAt).toBeGreaterThanOrEqual(before + 2 * REFRESH_INTERVAL);
  });

  it('is given up with the state that asked for it, and its late answer is nobody’s', async () => {
    const provider = await signedIn();
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    await bench.fault(REFRESH, { kind: 'hang' }, 1);
    const stored = localStorage.getItem(STATE_KEY);
    const abandoned = start(provider.actors.refresh, scheduled);
    await turn();
    abandoned.stop();
    await turn();
    expect(localStorage.getItem(STATE_KEY)).toBe(stored);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await run(provider.actors.refresh, scheduled)).toMatchObject({ kind: 'refreshed' });
  });

  it('counts a time-out as a failure that all tabs wait out', async () => {
    const provider = await signedIn();
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    await bench.fault(REFRESH, { kind: 'hang' }, 1);
    const hanging = start(provider.actors.refresh, scheduled);
    await vi.advanceTimersByTimeAsync(BUSY_TIMEOUT);
    hanging.stop();
    await turn();
    expect(await run(provider.actors.refresh, scheduled)).toEqual({
      kind: 'deferred',
      retryInMs: 4_000,
    });
  });
});

describe('signing out', () => {
  const requested = { reason: 'requested' } as const;

  it('revokes, and clears what the SDK stored', async () => {
    const provider = await signedIn();
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
      const provider = await signedIn();
      await bench.fault('/b2b/sessions/revoke', { kind });
      await run(provider.actors.revoke, requested);
      expect(hasSessionCookie()).toBe(false);
      expect(localStorage.getItem(STATE_KEY)).toBeNull();
    },
  );

  it('is not undone by a refresh that was on its way, nor by the SDK’s retries', async () => {
    const provider = await signedIn();
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

describe('switching', () => {
  it('moves the session to another organization', async () => {
    const provider = await signedIn();
    const list = await run(provider.actors.readOrganizations, undefined);
    expect(list).toMatchObject({ kind: 'discovered' });
    const outcome = await run(provider.actors.switchOrganization, {
      organizationId: bench.organizationId('harbor'),
    });
    expect(outcome).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'harbor' } },
    });
    expect(bench.lastBody()).toMatchObject({ session_duration_minutes: 1440 });
  });

  it('asks for a second factor, without a word of being signed out', async () => {
    const provider = await signedIn();
    const outside = listenOutside(provider);
    const outcome = await run(provider.actors.switchOrganization, {
      organizationId: bench.organizationId('fjord'),
    });
    expect(outcome).toMatchObject({ kind: 'mfa_required', secondFactor: { factor: 'totp' } });
    expect(hasIntermediateCookie()).toBe(true);
    expect(hasSessionCookie()).toBe(false);
    await turn();
    expect(outside.events.filter(({ type }) => type.startsWith('session'))).toEqual([]);
    outside.stop();
  });

  it('ends when the session has', async () => {
    const provider = await signedIn();
    for (const { id } of await bench.control('GET', '/sessions')) {
      await bench.control('DELETE', `/sessions/${id}`);
    }
    const outcome = await run(provider.actors.switchOrganization, {
      organizationId: bench.organizationId('harbor'),
    });
    expect(outcome).toMatchObject({ reason: 'session' });
    expect(hasSessionCookie()).toBe(false);
  });
});

describe('impersonation', () => {
  async function impersonate(): Promise<{ provider: Provider; answer: unknown }> {
    const { url } = await bench.control('POST', '/impersonate', {
      email: 'dora@acme.example',
      organizationSlug: 'acme',
    });
    const returned = readReturned(new URL(url));
    const provider = await bench.load({ returned, path: '/authenticate' });
    return { provider, answer: await run(provider.actors.redeem, { callback: 'impersonation' }) };
  }

  it('signs support in as the member, with a cookie that holds the member’s id', async () => {
    const { answer } = await impersonate();
    const memberId = bench.memberId('acme', 'dora@acme.example');
    expect(answer).toMatchObject({
      kind: 'authenticated',
      session: { memberId, impersonated: true },
    });
    expect(readCookie(IMPERSONATION_COOKIE)).toBe(memberId);
    const reloaded = await bench.load();
    expect(reloaded.boot().session).toMatchObject({ memberId, impersonated: true });
  });

  it('cannot be lengthened', async () => {
    const { provider } = await impersonate();
    const answer = await run(provider.actors.refresh, extend);
    expect(answer).toMatchObject({ kind: 'refreshed', session: { impersonated: true } });
    expect(bench.lastBody()).not.toHaveProperty('session_duration_minutes');
  });

  it('leaves nothing behind when it is stopped', async () => {
    const { provider } = await impersonate();
    localStorage.setItem('anything', 'else');
    await run(provider.actors.revoke, { reason: 'impersonation_stopped' });
    expect(localStorage.length).toBe(0);
    expect(document.cookie).toBe('');
    expect(readCookie(SESSION_COOKIE)).toBeNull();
  });

  it('works once', async () => {
    const { url } = await bench.control('POST', '/impersonate', {
      email: 'dora@acme.example',
      organizationSlug: 'acme',
    });
    const returned = readReturned(new URL(url));
    const answers = [];
    for (const _ of ['first', 'second']) {
      const provider = await bench.load({ returned, path: '/authenticate' });
      answers.push(await run(provider.actors.redeem, { callback: 'impersonation' }));
    }
    expect(answers[1]).toMatchObject({ message: messages.impersonationLinkUsed });
  });
});

describe('permissions', () => {
  it('are what the roles permit', async () => {
    const { permissions } = await bench.signIn('ada@acme.example', 'acme');
    expect(await permissions.ask('policy', 'delete')).toBe('allowed');
    expect(permissions.check('policy', 'delete')).toBe('allowed');
    expect(permissions.check('policy', 'launch')).toBe('denied');
    const dora = await bench.signIn('dora@acme.example', 'acme');
    expect(await dora.permissions.ask('policy', 'delete')).toBe('denied');
  });

  it('are unknown when no policy was fetched', async () => {
    await bench.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(`${STATE_KEY}::bootstrap`);
    await bench.fault('/projects/bootstrap/*', { kind: 'drop' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { permissions } = await bench.load();
    expect(permissions.check('policy', 'delete')).toBe('unknown');
    expect(await permissions.ask('policy', 'delete')).toBe('unknown');
    logged.mockRestore();
  });
});
