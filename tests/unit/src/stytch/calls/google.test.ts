// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { type Organization, typedOrganization } from '#machines/rules/organization.ts';
import type { CallbackParams } from '#src/stytch/callback.ts';
import { startGoogle } from '#src/stytch/google-start.ts';
import { fillStorage, navigatedUrl, persistedPageShow } from '../support/browser.ts';
import {
  listenToSessionMonitor,
  PUBLIC_TOKEN,
  runActor,
  SDK_STATE_KEY,
  setUpHarness,
  startActor,
} from '../support/harness.ts';

const ADA = 'ada@acme.example';
const PAIR = 'sign_in';
const SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:oauth`;
const NOT_CONTINUED = { reason: 'pkce', code: 'googleNotContinued' };

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

describe('starting Google', () => {
  it.each<[string, () => Organization | null, string, string | null]>([
    ['discovery', () => null, 'discovery/start', null],
    ['a typed organization', () => typedOrganization('Moss'), 'discovery/start', 'select_account'],
    ['an organization', () => organizationOf('acme'), 'start', 'select_account'],
  ])('for %s [R2.1, R4.10, R5.1, R5.2, R5.3]', async (_, organization, path, prompt) => {
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

  it.each<[string, 'acme' | null, boolean]>([
    ['discovery', null, false],
    ['an organization with a choice of the account', 'acme', true],
  ])(
    'has the address and the storage of the SDK’s own start, for %s [R5.1, R5.2, R5.4]',
    async (_, slug, choosesAccount) => {
      await harness.control('PATCH', '/project', { pkce_required_for_oauth: true });
      await harness.load();
      const { client, publicToken, providerOrigin } = harness.connected();
      const organizationId = slug && organizationOf(slug).id;
      const site = window.location.origin;
      const { google } = client.oauth;
      const choice = choosesAccount && { provider_params: { prompt: 'select_account' } };
      const ofSdk = await navigatedUrl(() =>
        organizationId === null
          ? void google.discovery.start({ discovery_redirect_url: `${site}/discovery`, ...choice })
          : void google.start({
              organization_id: organizationId,
              login_redirect_url: `${site}/authenticate`,
              signup_redirect_url: `${site}/authenticate`,
              ...choice,
            }),
      );
      const start = { publicToken, providerOrigin, organizationId, choosesAccount };
      const own = await navigatedUrl(() => void startGoogle(start));
      const { pkce } = JSON.parse(sessionStorage.getItem(PAIR) ?? '{}');
      expect(own.searchParams.get('pkce_code_challenge')).toBe(pkce.pair.code_challenge);
      // What the product moves to where the SDK reads it.
      expect(Object.keys(pkce.pair).sort()).toEqual(
        Object.keys(JSON.parse(localStorage.getItem(SLOT) ?? '')).sort(),
      );
      const comparable = ({ origin, pathname, searchParams }: URL) => {
        searchParams.set('pkce_code_challenge', 'any');
        searchParams.sort();
        return [origin, pathname, [...searchParams]];
      };
      expect(comparable(own)).toEqual(comparable(ofSdk));
    },
  );

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

  it('fails without a connection, and without space for the pair [R5.11]', async () => {
    const { actors } = await harness.load();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const offline = await runActor(actors.startGoogle, { organization: null });
    online.mockRestore();
    const empty = fillStorage();
    const full = await runActor(actors.startGoogle, { organization: null });
    empty();
    expect([offline, full]).toMatchObject([{ code: 'unreachable' }, { code: 'storageFull' }]);
    expect(localStorage.getItem(SLOT)).toBeNull();
  });
});

describe('an answer of Google', () => {
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

  it('is refused when this tab has started another one since [R5.6]', async () => {
    const callbackParams = await answer();
    await startedAt(null);
    expect(await redeem(callbackParams)).toMatchObject(NOT_CONTINUED);
  });

  it('signs in to a project without its optional settings, with an empty console [R15.8]', async () => {
    const path = `/projects/bootstrap/${PUBLIC_TOKEN}`;
    harness.changeAnswer(path, ({ vertical }) => ({ vertical }));
    const acme = await harness.exchange(await harness.discover(ADA), 'acme');
    expect(acme).toMatchObject({ kind: 'authenticated' });
  });

  it('is sent when the page has loaded the rest of the product while it was left for Google', async () => {
    const callbackParams = await answer();
    await harness.connect();
    expect(await redeem(callbackParams)).toMatchObject({ kind: 'discovered' });
  });

  it('does not wait for the SDK to ask for the settings, which are asked for once [R14.13]', async () => {
    const callbackParams = await answer();
    const path = `/projects/bootstrap/${PUBLIC_TOKEN}`;
    harness.handler.store.state.requests.splice(0);
    vi.doMock('@stytch/vanilla-js/b2b/headless', async (original) => {
      await vi.waitFor(() => expect(harness.requests()).toEqual([path]));
      return original();
    });
    expect(await redeem(callbackParams)).toMatchObject({ kind: 'discovered' });
    expect(harness.requestsTo(path)).toBe(1);
    vi.doUnmock('@stytch/vanilla-js/b2b/headless');
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
    stytchAuth.removeCallbackToken();
    expect(sessionStorage.getItem(PAIR)).toBeNull();
    const result = await runActor(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({ code: 'noToken' });
  });
});
