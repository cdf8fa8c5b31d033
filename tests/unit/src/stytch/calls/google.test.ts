// @vitest-environment happy-dom
import { describe, expect, it, type MockInstance, vi } from 'vitest';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { type Organization, typedOrganization } from '#machines/rules/organization.ts';
import type { CallbackParams } from '#src/stytch/callback.ts';
import { hasIntermediateCookie } from '#src/stytch/session/session.ts';
import { clearBrowser, fillStorage, navigatedUrl, persistedPageShow } from '../support/browser.ts';
import {
  listenToSessionMonitor,
  runActor,
  SDK_STATE_KEY,
  setUpHarness,
  startActor,
} from '../support/harness.ts';

const ADA = 'ada@acme.example';
const PAIR = 'sign_in';
const SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:oauth`;
const NOT_CONTINUED = { reason: 'pkce', message: messagesAfterGoogle.googleNotContinued };

const harness = setUpHarness();
const organizationOf = (slug: string) => ({ id: harness.organizationId(slug), slug, name: slug });

/** Where Google is started. */
async function startedAt(organization: Organization | null): Promise<URL> {
  const { actors } = await harness.load();
  return navigatedUrl(() => void startActor(actors.startGoogle, { organization }));
}

/** Opens the page of an answer of Google, and redeems it. */
async function redeem(callbackParams: CallbackParams) {
  const { actors } = await harness.load({ callbackParams, path: '/discovery' });
  return runActor(actors.redeem, { callback: callbackParams.callback });
}

const answer = async (email = ADA, organization: Organization | null = null) =>
  harness.throughGoogle(await harness.load(), email, organization);

/** Hides what the SDK logs. */
const silence = (): MockInstance => vi.spyOn(console, 'error').mockImplementation(() => undefined);

describe('starting Google', () => {
  it.each<[string, () => Organization | null, string, string | null]>([
    ['discovery', () => null, 'discovery/start', null],
    ['a typed organization', () => typedOrganization('Moss'), 'discovery/start', 'select_account'],
    ['an organization', () => organizationOf('acme'), 'start', 'select_account'],
  ])('for %s [R2.1, R4.10, R5.1, R5.2, R5.3]', async (_, organization, path, prompt) => {
    await harness.control('PATCH', '/project', { pkce_required_for_oauth: false });
    const { pathname, searchParams } = await startedAt(organization());
    expect(pathname).toBe(`/v1/b2b/public/oauth/google/${path}`);
    const { provider_prompt = null, ...params } = Object.fromEntries(searchParams);
    expect(provider_prompt).toBe(prompt);
    const own = path.startsWith('discovery')
      ? { discovery_redirect_url: 'http://localhost:3000/discovery' }
      : {
          organization_id: harness.organizationId('acme'),
          login_redirect_url: 'http://localhost:3000/authenticate',
          signup_redirect_url: 'http://localhost:3000/authenticate',
        };
    expect(params).toMatchObject({
      ...own,
      pkce_code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('leaves the page once, and not after it was stopped', async () => {
    const { actors } = await harness.load();
    startActor(actors.startGoogle, { organization: null }).stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([localStorage.getItem(SLOT), sessionStorage.getItem(PAIR)]).toEqual([null, null]);
    const started = await new Promise<ReturnType<typeof startActor>>((resolve) => {
      void navigatedUrl(() => resolve(startActor(actors.startGoogle, { organization: null })));
    });
    expect(started.getSnapshot().status).toBe('active');
  });

  it('is done once for a click that came before the machine, whose actor takes the start over [R1.18]', async () => {
    const { actors } = await harness.load();
    const { google, client } = harness.connected();
    const start = vi.spyOn(client.oauth.google.discovery, 'start');
    const { pathname } = await navigatedUrl(google.startEarly);
    expect(pathname).toMatch(/discovery\/start$/);
    const taken = startActor(actors.startGoogle, { organization: null });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(taken.getSnapshot().status).toBe('active');
    expect(start).toHaveBeenCalledOnce();
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const failing = await harness.load();
    silence();
    harness.connected().google.startEarly();
    expect(await runActor(failing.actors.startGoogle, { organization: null })).toMatchObject({
      reason: 'settings',
    });
  });

  it.each(['drop', 'error', 'html', 'truncated', 'wrongShape'])(
    'fails when the settings could not be read: %s [R15.5]',
    async (kind) => {
      await harness.fault('/projects/bootstrap/*', { kind });
      const logged = silence();
      const { actors } = await harness.load();
      const result = await runActor(actors.startGoogle, { organization: null });
      expect(result).toMatchObject({ reason: 'settings', message: messages.settingsUnavailable });
      await vi.waitFor(() => expect(logged).toHaveBeenCalled());
    },
  );

  it('fails in a project for consumers, which the SDK logs [R15.6]', async () => {
    await harness.control('PATCH', '/project', { vertical: 'CONSUMER' });
    const logged = silence();
    const { actors } = await harness.load();
    const result = await runActor(actors.startGoogle, { organization: null });
    expect(result).toMatchObject({ reason: 'other', message: messages.notForOrganizations });
    await vi.waitFor(() => expect(logged.mock.calls.flat().join()).toContain('Consumer project'));
  });

  it('fails without a connection, and without space for the pair [R5.11]', async () => {
    const { actors } = await harness.load();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const offline = await runActor(actors.startGoogle, { organization: null });
    online.mockRestore();
    const empty = fillStorage();
    const full = await runActor(actors.startGoogle, { organization: null });
    empty();
    expect([offline, full]).toMatchObject([
      { message: messages.unreachable },
      { message: messages.storageFull },
    ]);
    expect(localStorage.getItem(SLOT)).toBeNull();
  });
});

describe('an answer of Google', () => {
  it('signs in to its organization, or requires verification there [R5.2, R7.5]', async () => {
    const acme = await redeem(await answer(ADA, organizationOf('acme')));
    expect(acme).toMatchObject({ session: { organization: { slug: 'acme' } } });
    clearBrowser();
    const birch = await redeem(await answer('ben@birch.example', organizationOf('birch')));
    expect(birch).toMatchObject({ kind: 'primary_required' });
    expect(hasIntermediateCookie()).toBe(true);
  });

  const leaving: readonly [string, () => unknown][] = [
    ['this tab did not start it', () => sessionStorage.clear()],
    ['another page was opened in the tab', () => harness.load()],
    [
      'Google was cancelled',
      () => harness.load({ callbackParams: { callback: 'denied', token: null } }),
    ],
  ];

  it.each(leaving)('is not sent when %s: it may be another person’s [R5.14]', async (_, leave) => {
    const callbackParams = await answer();
    await leave();
    expect(await redeem(callbackParams)).toMatchObject(NOT_CONTINUED);
    expect(sessionStorage.getItem(PAIR)).toBeNull();
    expect(harness.requestsTo('/b2b/oauth/discovery/authenticate')).toBe(0);
  });

  it('is not sent when the page that started it came back from the back/forward cache [R5.14]', async () => {
    const started = await harness.load();
    const { stop } = listenToSessionMonitor(started);
    const callbackParams = await harness.throughGoogle(started, ADA);
    window.dispatchEvent(persistedPageShow());
    stop();
    expect(await redeem(callbackParams)).toMatchObject(NOT_CONTINUED);
  });

  it('is discarded', async () => {
    const callbackParams = await answer();
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    stytchAuth.discardCallback();
    expect(sessionStorage.getItem(PAIR)).toBeNull();
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({ message: messages.noToken });
  });
});
