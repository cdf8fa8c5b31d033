// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { readCallbackParams } from '#src/stytch/callback.ts';
import { readCookie, SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import { hasIntermediateCookie, hasSessionCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { Harness, listenToExternalEvents, run } from '../support/harness.ts';
import { signedIn } from '../support/signed-in.ts';

const extend = { attempt: 1, mode: 'extend' } as const;

let harness: Harness;
beforeEach(() => {
  harness = Harness.open();
});
afterEach(() => {
  vi.useRealTimers();
  harness.close();
});

describe('switching', () => {
  it('moves the session to another organization [R11.13]', async () => {
    const stytchAuth = await signedIn(harness);
    const list = await run(stytchAuth.actors.readOrganizations, undefined);
    expect(list).toMatchObject({ kind: 'discovered' });
    const outcome = await run(stytchAuth.actors.switchOrganization, {
      organizationId: harness.organizationId('harbor'),
    });
    expect(outcome).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'harbor' } },
    });
    expect(harness.lastBody()).toMatchObject({ session_duration_minutes: 1440 });
  });

  it('asks for a second factor, without a word of being signed out', async () => {
    const stytchAuth = await signedIn(harness);
    const outside = listenToExternalEvents(stytchAuth);
    const outcome = await run(stytchAuth.actors.switchOrganization, {
      organizationId: harness.organizationId('fjord'),
    });
    expect(outcome).toMatchObject({ kind: 'mfa_required', secondFactor: { factor: 'totp' } });
    expect(hasIntermediateCookie()).toBe(true);
    expect(hasSessionCookie()).toBe(false);
    await flushMicrotasks();
    expect(outside.events.filter(({ type }) => type.startsWith('session'))).toEqual([]);
    outside.stop();
  });

  it('ends when the session has', async () => {
    const stytchAuth = await signedIn(harness);
    for (const { id } of await harness.control('GET', '/sessions')) {
      await harness.control('DELETE', `/sessions/${id}`);
    }
    const outcome = await run(stytchAuth.actors.switchOrganization, {
      organizationId: harness.organizationId('harbor'),
    });
    expect(outcome).toMatchObject({ reason: 'session' });
    expect(hasSessionCookie()).toBe(false);
  });
});

describe('impersonation', () => {
  async function impersonate(): Promise<{ stytchAuth: StytchAuth; answer: unknown }> {
    const { url } = await harness.control('POST', '/impersonate', {
      email: 'dora@acme.example',
      organizationSlug: 'acme',
    });
    const callbackParams = readCallbackParams(new URL(url));
    const stytchAuth = await harness.load({ callbackParams, path: '/authenticate' });
    return {
      stytchAuth,
      answer: await run(stytchAuth.actors.redeem, { callback: 'impersonation' }),
    };
  }

  it('signs support in as the member, with a cookie that holds the member’s id [R12.1, R12.3]', async () => {
    const { answer } = await impersonate();
    const memberId = harness.memberId('acme', 'dora@acme.example');
    expect(answer).toMatchObject({
      kind: 'authenticated',
      session: { memberId, impersonated: true },
    });
    expect(readCookie(IMPERSONATION_COOKIE)).toBe(memberId);
    const reloaded = await harness.load();
    expect(reloaded.startInput().session).toMatchObject({ memberId, impersonated: true });
  });

  it('cannot be lengthened [R12.5]', async () => {
    const { stytchAuth } = await impersonate();
    const answer = await run(stytchAuth.actors.refresh, extend);
    expect(answer).toMatchObject({ kind: 'refreshed', session: { impersonated: true } });
    expect(harness.lastBody()).not.toHaveProperty('session_duration_minutes');
  });

  it('leaves nothing behind when it is stopped [R12.4]', async () => {
    const { stytchAuth } = await impersonate();
    localStorage.setItem('anything', 'else');
    await run(stytchAuth.actors.revoke, { reason: 'impersonation_stopped' });
    expect(localStorage.length).toBe(0);
    expect(document.cookie).toBe('');
    expect(readCookie(SESSION_COOKIE)).toBeNull();
  });

  it('works once [R12.1]', async () => {
    const { url } = await harness.control('POST', '/impersonate', {
      email: 'dora@acme.example',
      organizationSlug: 'acme',
    });
    const callbackParams = readCallbackParams(new URL(url));
    const answers = [];
    for (const _ of ['first', 'second']) {
      const stytchAuth = await harness.load({ callbackParams, path: '/authenticate' });
      answers.push(await run(stytchAuth.actors.redeem, { callback: 'impersonation' }));
    }
    expect(answers[1]).toMatchObject({ message: messages.impersonationLinkUsed });
  });
});
