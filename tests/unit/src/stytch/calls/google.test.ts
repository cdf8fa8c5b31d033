// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { InputFrom } from 'xstate';
import { type Organization, typedOrganization } from '#machines/rules/organization.ts';
import type { CallbackParams } from '#src/stytch/callback.ts';
import type { SdkClient } from '#src/stytch/sdk/sdk-adapter.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { fillStorage, navigatedUrl, persistedPageShow } from '../support/browser.ts';
import { PUBLIC_TOKEN, SDK_STATE_KEY, setUpHarness } from '../support/harness.ts';

const ADA = 'ada@acme.example';
const PAIR = 'sign_in';
const SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:oauth`;
const SSO_SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:sso`;
const NOT_CONTINUED = { reason: 'pkce', code: 'googleNotContinued' };

type Start = InputFrom<StytchAuth['actors']['startGoogle']>;

const harness = setUpHarness();
const organizationOf = (slug: string) => ({ id: harness.organizationId(slug), slug, name: slug });

/** Where Google is started. */
async function startedAt(organization: Organization | null): Promise<URL> {
  const { actors } = await harness.load();
  return navigatedUrl(() => void harness.start(actors.startGoogle, { organization }));
}

/** Opens the page of an answer of Google, and redeems it. */
async function redeem(callbackParams: CallbackParams) {
  const { actors } = await harness.load({ callbackParams, path: '/discovery' });
  return harness.run(actors.redeem, { callback: callbackParams.callback });
}

const answer = async (email = ADA, organization: Organization | null = null) =>
  harness.throughGoogle(await harness.load(), email, organization);

describe('starting Google', () => {
  const url = `${window.location.origin}/authenticate`;
  const redirects = { login_redirect_url: url, signup_redirect_url: url };
  const list = { discovery_redirect_url: `${window.location.origin}/discovery` };
  const choice = { provider_params: { prompt: 'select_account' } };
  const connectionId = 'oidc-connection-test-kestrel';

  it.each<[string, () => Start, (client: SdkClient) => unknown]>([
    [
      'discovery',
      () => ({ organization: null }),
      ({ oauth }) => oauth.google.discovery.start(list),
    ],
    [
      'a typed organization',
      () => ({ organization: typedOrganization('Moss') }),
      ({ oauth }) => oauth.google.discovery.start({ ...list, ...choice }),
    ],
    [
      'an organization',
      () => ({ organization: organizationOf('acme') }),
      ({ oauth }) =>
        oauth.google.start({
          organization_id: harness.organizationId('acme'),
          ...redirects,
          ...choice,
        }),
    ],
    [
      'an identity provider',
      () => ({ organization: null, connectionId }),
      ({ sso }) => sso.start({ connection_id: connectionId, ...redirects }),
    ],
  ])(
    'has the address and the storage of the SDK’s own start, for %s [R2.1, R4.10, R5.1, R5.2, R5.3, R5.4, R9.9]',
    async (_, start, startOfSdk) => {
      const settings = { pkce_required_for_oauth: true, pkce_required_for_sso: true };
      await harness.control('PATCH', '/project', settings);
      const { actors } = await harness.load();
      const ofSdk = await navigatedUrl(() => void startOfSdk(harness.connected().client));
      const own = await navigatedUrl(() => void harness.start(actors.startGoogle, start()));
      const { pkce } = JSON.parse(sessionStorage.getItem(PAIR) ?? '{}');
      expect(own.searchParams.get('pkce_code_challenge')).toBe(pkce.pair.code_challenge);
      // What the product moves to where the SDK reads it.
      const slot = localStorage.getItem(SLOT) ?? localStorage.getItem(SSO_SLOT) ?? '';
      expect(Object.keys(pkce.pair).sort()).toEqual(Object.keys(JSON.parse(slot)).sort());
      const comparable = ({ origin, pathname, searchParams }: URL) => {
        expect(searchParams.get('pkce_code_challenge')).toMatch(/^[\w-]{43}$/);
        searchParams.set('pkce_code_challenge', 'any');
        searchParams.sort();
        return [origin, pathname, [...searchParams]];
      };
      expect(comparable(own)).toEqual(comparable(ofSdk));
    },
  );

  it('leaves the page once, and not after it was stopped', async () => {
    const { actors } = await harness.load();
    harness.start(actors.startGoogle, { organization: null }).stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([localStorage.getItem(SLOT), sessionStorage.getItem(PAIR)]).toEqual([null, null]);
    const started = await new Promise<ReturnType<typeof harness.start>>((resolve) => {
      void navigatedUrl(() => resolve(harness.start(actors.startGoogle, { organization: null })));
    });
    expect(started.getSnapshot().status).toBe('active');
  });

  it('fails without a connection, and without space for the pair [R5.11]', async () => {
    const { actors } = await harness.load();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const offline = await harness.run(actors.startGoogle, { organization: null });
    online.mockRestore();
    const empty = fillStorage();
    const full = await harness.run(actors.startGoogle, { organization: null });
    empty();
    expect([offline, full]).toMatchObject([{ code: 'unreachable' }, { code: 'storageFull' }]);
    expect(localStorage.getItem(SLOT)).toBeNull();
  });
});

describe('an answer of Google', () => {
  let pair = '';
  const leaving: readonly [string, () => unknown][] = [
    ['this tab did not start it', () => sessionStorage.clear()],
    ['another page was opened in the tab', () => harness.load()],
    [
      'Google was cancelled',
      () => harness.load({ callbackParams: { callback: 'denied', token: null } }),
    ],
    [
      'the page that started it came back from the back/forward cache',
      async () => {
        const { stop } = harness.listen(await harness.load());
        sessionStorage.setItem(PAIR, pair);
        window.dispatchEvent(persistedPageShow());
        stop();
      },
    ],
  ];

  it.each(leaving)('is not sent when %s: it may be another person’s [R5.14]', async (_, leave) => {
    const callbackParams = await answer();
    pair = sessionStorage.getItem(PAIR) ?? '';
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
    const stytchAuth = await harness.discover(ADA);
    expect(await harness.exchange(stytchAuth, 'acme')).toMatchObject({ kind: 'authenticated' });
  });

  it('asks for the settings of the project by the call of the SDK alone [R14.13]', async () => {
    const { requests } = harness.handler.store.state;
    requests.splice(0);
    await harness.load();
    const asked = requests.filter(({ path }) => path.includes('/projects/bootstrap/'));
    expect(asked).toMatchObject([
      {
        headers: { parentHost: window.location.origin, telemetry: { sdk: { version: '5.32.0' } } },
      },
    ]);
  });

  it('is sent when the page has loaded the rest of the product while it was left for Google', async () => {
    const callbackParams = await answer();
    await harness.connect();
    const result = await redeem(callbackParams);
    expect(result).toMatchObject({ kind: 'discovered', ...(await harness.ownIntermediate()) });
  });

  it('is discarded', async () => {
    const callbackParams = await answer();
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    stytchAuth.removeCallbackToken();
    expect(sessionStorage.getItem(PAIR)).toBeNull();
    const result = await harness.run(stytchAuth.actors.redeem, { callback: 'discovery_oauth' });
    expect(result).toMatchObject({ code: 'noToken' });
  });
});
