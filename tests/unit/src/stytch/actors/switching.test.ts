// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { readCookie, SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import { hasIntermediateCookie, hasSessionCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { listenToExternalEvents, runActor, setUpHarness } from '../support/harness.ts';
import { loadSignedIn } from '../support/load-signed-in.ts';

const extend = { attempt: 1, mode: 'extend' } as const;

const harness = setUpHarness();

describe('switchOrganization', () => {
  it('moves the session to another organization [R11.13]', async () => {
    const stytchAuth = await loadSignedIn(harness);
    const list = await runActor(stytchAuth.actors.readOrganizations, undefined);
    expect(list).toMatchObject({ kind: 'discovered' });
    const outcome = await runActor(stytchAuth.actors.switchOrganization, {
      organizationId: harness.organizationId('harbor'),
    });
    expect(outcome).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'harbor' } },
    });
    expect(harness.lastBody()).toMatchObject({ session_duration_minutes: 1440 });
  });

  it('lists only organizations that the session can be exchanged for [R11.13]', async () => {
    const { actors } = await loadSignedIn(harness);
    const list = await runActor(actors.readOrganizations, undefined);
    // Only an intermediate session is confirmed.
    expect(list).not.toHaveProperty('isConfirmed');
    const organizations = list.kind === 'discovered' ? list.discovery.organizations : [];
    expect(organizations.map(({ slug }) => slug)).toEqual([
      'acme',
      'fjord',
      'harbor',
      'iris',
      'juniper',
    ]);
  });

  it('requires a second factor, without a session.gone event', async () => {
    const stytchAuth = await loadSignedIn(harness);
    const externalEvents = listenToExternalEvents(stytchAuth);
    const outcome = await runActor(stytchAuth.actors.switchOrganization, {
      organizationId: harness.organizationId('fjord'),
    });
    expect(outcome).toMatchObject({ kind: 'mfa_required', secondFactor: { factor: 'totp' } });
    expect(hasIntermediateCookie()).toBe(true);
    expect(hasSessionCookie()).toBe(false);
    await flushMicrotasks();
    expect(externalEvents.events.filter(({ type }) => type.startsWith('session'))).toEqual([]);
    externalEvents.stop();
  });

  it('requires an e-mail verification, without a session.gone event', async () => {
    const stytchAuth = await loadSignedIn(harness);
    const harbor = harness.handler.store.state.organizations.find(({ slug }) => slug === 'harbor');
    Object.assign(harbor ?? {}, { authMethods: 'RESTRICTED', allowedAuthMethods: ['email_otp'] });
    const externalEvents = listenToExternalEvents(stytchAuth);
    const outcome = await runActor(stytchAuth.actors.switchOrganization, {
      organizationId: harness.organizationId('harbor'),
    });
    expect(outcome).toMatchObject({ kind: 'primary_required' });
    expect(hasSessionCookie()).toBe(false);
    await flushMicrotasks();
    expect(externalEvents.events.filter(({ type }) => type.startsWith('session'))).toEqual([]);
    externalEvents.stop();
  });

  it('fails when the session has ended', async () => {
    const stytchAuth = await loadSignedIn(harness);
    for (const { id } of await harness.control('GET', '/sessions')) {
      await harness.control('DELETE', `/sessions/${id}`);
    }
    const outcome = await runActor(stytchAuth.actors.switchOrganization, {
      organizationId: harness.organizationId('harbor'),
    });
    expect(outcome).toMatchObject({ reason: 'session' });
    expect(hasSessionCookie()).toBe(false);
  });
});

describe('impersonation', () => {
  async function impersonate(): Promise<{ stytchAuth: StytchAuth; result: unknown }> {
    const callbackParams = await harness.impersonate();
    const stytchAuth = await harness.load({ callbackParams, path: '/authenticate' });
    return {
      stytchAuth,
      result: await runActor(stytchAuth.actors.redeem, { callback: 'impersonation' }),
    };
  }

  it('signs in as the member, and sets a cookie with the member’s id [R12.1, R12.3]', async () => {
    const { result } = await impersonate();
    const memberId = harness.memberId('acme', 'dora@acme.example');
    expect(result).toMatchObject({
      kind: 'authenticated',
      session: { memberId, impersonated: true },
    });
    expect(readCookie(IMPERSONATION_COOKIE)).toBe(memberId);
    const reloaded = await harness.load();
    expect(reloaded.startInput().session).toMatchObject({ memberId, impersonated: true });
  });

  it('does not extend an impersonated session [R12.5]', async () => {
    const { stytchAuth } = await impersonate();
    const result = await runActor(stytchAuth.actors.refresh, extend);
    expect(result).toMatchObject({ kind: 'refreshed', session: { impersonated: true } });
    expect(harness.lastBody()).not.toHaveProperty('session_duration_minutes');
  });

  it('removes all storage and cookies when it is stopped [R12.4]', async () => {
    const { stytchAuth } = await impersonate();
    localStorage.setItem('anything', 'else');
    sessionStorage.setItem('anything', 'else');
    await runActor(stytchAuth.actors.revoke, { reason: 'impersonation_stopped' });
    expect(localStorage.length + sessionStorage.length).toBe(0);
    expect(document.cookie).toBe('');
    expect(readCookie(SESSION_COOKIE)).toBeNull();
  });

  it('removes everything and ends the session when only the cookies are left [R12.6]', async () => {
    await impersonate();
    localStorage.clear();
    const reloaded = await harness.load({ path: '/health' });
    expect(reloaded.startInput().session).toBeNull();
    sessionStorage.setItem('discovery_email_address', 'ada@acme.example');
    await runActor(reloaded.actors.revoke, { reason: 'impersonation_stopped' });
    expect(localStorage.length + sessionStorage.length).toBe(0);
    expect(document.cookie).toBe('');
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(0));
  });

  it('accepts an impersonation token once [R12.1]', async () => {
    const callbackParams = await harness.impersonate();
    const results = [];
    for (const _ of ['first', 'second']) {
      const stytchAuth = await harness.load({ callbackParams, path: '/authenticate' });
      results.push(await runActor(stytchAuth.actors.redeem, { callback: 'impersonation' }));
    }
    expect(results[1]).toMatchObject({ message: messagesAfterGoogle.impersonationLinkUsed });
  });
});
