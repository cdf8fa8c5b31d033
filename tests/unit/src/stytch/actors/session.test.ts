// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { IMPERSONATION_COOKIE, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import {
  INTERMEDIATE_COOKIE,
  SESSION_COOKIE,
  SESSION_JWT_COOKIE,
} from '#src/stytch/session/cookies.ts';
import { createPermissions } from '#src/stytch/session/permissions.ts';
import { hasSessionCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { goTo, onCookieWritten } from '../support/browser.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import {
  listenToExternalEvents,
  runActor,
  SDK_STATE_KEY,
  setUpHarness,
  startActor,
} from '../support/harness.ts';
import { loadSignedIn } from '../support/load-signed-in.ts';

const REFRESH = '/b2b/sessions/authenticate';
const scheduled = { attempt: 1, mode: 'scheduled' } as const;

const harness = setUpHarness();

describe('start input', () => {
  it('contains the stored session, without a request', async () => {
    const stytchAuth = await loadSignedIn(harness);
    expect(stytchAuth.startInput()).toMatchObject({
      session: { emailAddress: 'ada@acme.example', organization: { slug: 'acme' } },
      hasSessionCookie: true,
      hasIntermediateCookie: false,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(harness.requestsTo(REFRESH)).toBe(0);
  });

  it('contains no session without a cookie', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    const stored = localStorage.getItem(SDK_STATE_KEY) ?? '';
    const { clearCookies } = await import('../support/browser.ts');
    clearCookies();
    localStorage.setItem(SDK_STATE_KEY, stored);
    const stytchAuth = await harness.load();
    expect(stytchAuth.startInput()).toMatchObject({ session: null, hasSessionCookie: false });
  });

  it.each(['{', '[]', '5', '"x"', '{"session":5}', '{"session":{"member_session_id":""}}'])(
    'removes %s from the SDK’s state',
    async (invalid) => {
      await harness.signIn('ada@acme.example', 'acme');
      localStorage.setItem(SDK_STATE_KEY, invalid);
      const stytchAuth = await harness.load();
      expect(stytchAuth.startInput()).toMatchObject({ session: null, hasSessionCookie: true });
    },
  );

  it.each(['null', '5', '[]', '{"rbacPolicy":{"roles":5}}'])(
    'removes %s from the SDK’s cached settings',
    async (invalid) => {
      localStorage.setItem(`${SDK_STATE_KEY}::bootstrap`, invalid);
      await expect(harness.load()).resolves.toBeDefined();
    },
  );

  it('finds out whose a session cookie is [R11.14]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(SDK_STATE_KEY);
    const stytchAuth = await harness.load();
    harness.handler.store.state.requests.length = 0;
    expect(await runActor(stytchAuth.actors.resume, undefined)).toMatchObject({
      kind: 'authenticated',
      session: { emailAddress: 'ada@acme.example' },
    });
    expect(harness.requestsTo(REFRESH)).toBe(1);
  });

  it('fails for an invalid session cookie, and removes it', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(SDK_STATE_KEY);
    for (const { id } of await harness.control('GET', '/sessions')) {
      await harness.control('DELETE', `/sessions/${id}`);
    }
    const stytchAuth = await harness.load();
    expect(await runActor(stytchAuth.actors.resume, undefined)).toMatchObject({
      kind: 'failed',
      reason: 'session',
    });
    expect(hasSessionCookie()).toBe(false);
  });

  it('returns the provider’s reason when it cannot check a session cookie, and keeps it [R15.1, R15.3]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(SDK_STATE_KEY);
    const stytchAuth = await harness.load();
    await harness.fault(REFRESH, { kind: 'error', status: 500, message: 'Something broke.' });
    expect(await runActor(stytchAuth.actors.resume, undefined)).toMatchObject({
      kind: 'failed',
      reason: 'other',
      message: 'Something broke.',
      requestId: expect.stringMatching(/^request-id-/),
    });
    expect(hasSessionCookie()).toBe(true);
  });

  it('adopts the session that another tab has stored meanwhile', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    const stored = localStorage.getItem(SDK_STATE_KEY) ?? '';
    localStorage.removeItem(SDK_STATE_KEY);
    const stytchAuth = await harness.load();
    harness.handler.store.state.requests.length = 0;
    localStorage.setItem(SDK_STATE_KEY, stored);
    expect(await runActor(stytchAuth.actors.resume, undefined)).toMatchObject({
      kind: 'authenticated',
    });
    expect(harness.requestsTo(REFRESH)).toBe(0);
  });
});

it('removes a JWT that another path holds with a session that has ended [R11.2]', async () => {
  const stytchAuth = await loadSignedIn(harness);
  goTo('/policies');
  // biome-ignore lint/suspicious/noDocumentCookie: what another host of the site may have written
  document.cookie = `${SESSION_JWT_COOKIE}=planted; path=/policies`;
  stytchAuth.removeSession();
  expect(document.cookie).toBe('');
});

describe('revoke', () => {
  const requested = { reason: 'requested' } as const;

  it('revokes the session, and removes what the SDK stored', async () => {
    const stytchAuth = await loadSignedIn(harness);
    await runActor(stytchAuth.actors.revoke, requested);
    expect(hasSessionCookie()).toBe(false);
    expect(Object.keys(localStorage).filter((key) => key.startsWith(SDK_STATE_KEY))).toEqual([]);
    await flushMicrotasks();
    expect(harness.requestsTo('/b2b/sessions/revoke')).toBe(1);
    const sessions: { active: boolean }[] = await harness.control('GET', '/sessions');
    expect(sessions.filter(({ active }) => active)).toEqual([]);
  });

  it.each([
    [INTERMEDIATE_COOKIE, '/'],
    [INTERMEDIATE_COOKIE, '/policies'],
    [SESSION_JWT_COOKIE, '/policies'],
    [SESSION_COOKIE, '/policies'],
    [IMPERSONATION_COOKIE, '/policies'],
  ])(
    'leaves no cookie %s of the path %s, which the SDK does not know [R11.12]',
    async (name, path) => {
      const stytchAuth = await loadSignedIn(harness);
      goTo('/policies');
      // biome-ignore lint/suspicious/noDocumentCookie: what another host of the site may have written
      document.cookie = `${name}=planted; path=${path}`;
      await runActor(stytchAuth.actors.revoke, requested);
      expect(document.cookie).toBe('');
    },
  );

  it('expires the cookies of other domains, too, which the SDK does not [R11.12, R13.8]', async () => {
    const stytchAuth = await loadSignedIn(harness);
    const write = vi.spyOn(document, 'cookie', 'set');
    await runActor(stytchAuth.actors.revoke, requested);
    const written = write.mock.calls.map(([cookie]) => cookie);
    const expired = (name: string) =>
      `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; path=/; domain=localhost`;
    const names = [SESSION_COOKIE, SESSION_JWT_COOKIE, INTERMEDIATE_COOKIE, IMPERSONATION_COOKIE];
    expect(written).toEqual(expect.arrayContaining(names.map(expired)));
  });

  it.each(['hang', 'drop', 'error', 'html'])(
    'resolves at once when the provider’s fault is %s',
    async (kind) => {
      const stytchAuth = await loadSignedIn(harness);
      await harness.fault('/b2b/sessions/revoke', { kind });
      await runActor(stytchAuth.actors.revoke, requested);
      expect(hasSessionCookie()).toBe(false);
      expect(localStorage.getItem(SDK_STATE_KEY)).toBeNull();
    },
  );

  it('records the sign-out before it removes the session: other tabs see the two in this order', async () => {
    const { actors } = await loadSignedIn(harness);
    const recorded: (string | null)[] = [];
    const restore = onCookieWritten(SESSION_COOKIE, () => {
      recorded.push(localStorage.getItem('auth_signed_out_at'));
    });
    await runActor(actors.revoke, requested);
    restore();
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded).not.toContain(null);
  });

  it('is not undone by a pending refresh, nor by the SDK’s retries [R11.12]', async () => {
    const stytchAuth = await loadSignedIn(harness);
    const externalEvents = listenToExternalEvents(stytchAuth);
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL);
    await harness.fault(REFRESH, { kind: 'slow', latencyMs: 5_000 }, 1);
    const refreshing = startActor(stytchAuth.actors.refresh, scheduled);
    await vi.advanceTimersByTimeAsync(0);
    refreshing.stop();
    harness.offline = true;
    await runActor(stytchAuth.actors.revoke, requested);
    harness.offline = false;
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect(hasSessionCookie()).toBe(false);
    expect(localStorage.getItem(SDK_STATE_KEY)).toBeNull();
    expect(externalEvents.events.map(({ type }) => type)).not.toContain('session.found');
    expect(harness.requestsTo(REFRESH)).toBe(1);
    externalEvents.stop();
  });
});

describe('revoke beside another host of the same site', () => {
  it('ends the session of the cookie when another tab has received a newer token [R11.12]', async () => {
    const { actors } = await harness.signIn('dora@acme.example', 'acme');
    harness.clearBrowser();
    // The emulator never replaces a token: Ada's session stands for the newer token.
    await harness.signIn('ada@acme.example', 'acme');
    await runActor(actors.revoke, { reason: 'requested' });
    await vi.waitFor(async () => expect(await harness.activeSessions()).toBe(1));
    const { sessions, members } = harness.handler.store.state;
    const active = sessions.filter(({ revokedAt }) => revokedAt === null);
    expect(members.find(({ id }) => id === active[0]?.memberId)?.email).toBe('dora@acme.example');
  });
});

describe('permissions', () => {
  const permissionsOf = ({ permissionSource }: StytchAuth) => createPermissions(permissionSource);

  it('evaluates permissions by the session’s roles [R16.1]', async () => {
    const permissions = permissionsOf(await harness.signIn('ada@acme.example', 'acme'));
    expect(await permissions.check('policy', 'delete')).toBe('allowed');
    expect(permissions.checkSync('policy', 'delete')).toBe('allowed');
    expect(permissions.checkSync('policy', 'launch')).toBe('denied');
    expect(permissions.checkSync('documents', 'read')).toBe('undefined');
    expect(await permissions.check('documents', 'read')).toBe('undefined');
    const dora = await harness.signIn('dora@acme.example', 'acme');
    expect(await permissionsOf(dora).check('policy', 'delete')).toBe('denied');
  });

  it('returns unknown permissions without a policy [R16.2]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    localStorage.removeItem(`${SDK_STATE_KEY}::bootstrap`);
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const permissions = permissionsOf(await harness.load());
    expect(permissions.checkSync('policy', 'delete')).toBe('unknown');
    expect(await permissions.check('policy', 'delete')).toBe('unknown');
    logged.mockRestore();
  });

  it('permits nothing when the policy cannot be fetched, although one was cached [R16.2]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const permissions = permissionsOf(await harness.load());
    expect(permissions.checkSync('policy', 'delete')).toBe('allowed');
    expect(await permissions.check('policy', 'delete')).toBe('unknown');
    logged.mockRestore();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['cannot be fetched', () => harness.fault('/projects/bootstrap/*', { kind: 'drop' })],
    ['does not exist', () => harness.control('PATCH', '/project', { rbac_policy: null })],
  ])(
    'permits nothing when the policy %s, also if the SDK still does [R16.2]',
    async (_, prepare) => {
      await harness.signIn('ada@acme.example', 'acme');
      await prepare();
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const stytchAuth = await harness.load();
      vi.spyOn(stytchAuth.permissionSource.rbac, 'isAuthorized').mockResolvedValue(true);
      expect(await permissionsOf(stytchAuth).check('policy', 'delete')).toBe('unknown');
      logged.mockRestore();
    },
  );

  it('permits nothing in a project without a policy, and logs nothing [R15.8, R16.2]', async () => {
    await harness.signIn('ada@acme.example', 'acme');
    await harness.control('PATCH', '/project', { rbac_policy: null });
    const logged = vi.spyOn(console, 'error');
    const permissions = permissionsOf(await harness.load());
    expect(await permissions.check('policy', 'delete')).toBe('unknown');
    // The SDK replaces what it cached.
    await vi.waitFor(() => expect(permissions.checkSync('policy', 'delete')).toBe('unknown'));
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });
});
