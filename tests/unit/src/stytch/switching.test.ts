// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { readReturned } from '#src/stytch/callback.ts';
import { readCookie, SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import { hasIntermediateCookie, hasSessionCookie } from '#src/stytch/session/session.ts';
import type { Provider } from '#src/stytch/stytch-auth.ts';
import { turn } from './support/flush-microtasks.ts';
import { Bench, listenOutside, run } from './support/harness.ts';
import { signedIn } from './support/signed-in.ts';

const extend = { attempt: 1, mode: 'extend' } as const;

let bench: Bench;
beforeEach(() => {
  bench = Bench.open();
});
afterEach(() => {
  vi.useRealTimers();
  bench.close();
});

describe('switching', () => {
  it('moves the session to another organization [R11.13]', async () => {
    const provider = await signedIn(bench);
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
    const provider = await signedIn(bench);
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
    const provider = await signedIn(bench);
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

  it('signs support in as the member, with a cookie that holds the member’s id [R12.1, R12.3]', async () => {
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

  it('cannot be lengthened [R12.5]', async () => {
    const { provider } = await impersonate();
    const answer = await run(provider.actors.refresh, extend);
    expect(answer).toMatchObject({ kind: 'refreshed', session: { impersonated: true } });
    expect(bench.lastBody()).not.toHaveProperty('session_duration_minutes');
  });

  it('leaves nothing behind when it is stopped [R12.4]', async () => {
    const { provider } = await impersonate();
    localStorage.setItem('anything', 'else');
    await run(provider.actors.revoke, { reason: 'impersonation_stopped' });
    expect(localStorage.length).toBe(0);
    expect(document.cookie).toBe('');
    expect(readCookie(SESSION_COOKIE)).toBeNull();
  });

  it('works once [R12.1]', async () => {
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
