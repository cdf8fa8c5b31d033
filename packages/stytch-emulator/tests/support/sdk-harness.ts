import type { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { totpCode, totpStep } from '../../crypto/totp.ts';
import { EMULATOR_PUBLIC_TOKEN } from '../../emulated-project.ts';
import { createEmulator, type Emulator } from '../../server.ts';
import { memberIdOf, organizationIdOf } from './seed-ids.ts';

/** Options that direct the SDK to an emulator. `endpoints` works but is not in the public types. */
function endpointOptions(origin: string): object {
  return {
    endpoints: {
      testAPIURL: origin,
      liveAPIURL: origin,
      dfpBackendURL: origin,
      clientsideServicesIframeURL: origin,
    },
    cookieOptions: { path: '/', availableToSubdomains: true },
  };
}

function clearBrowser(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim();
    // biome-ignore lint/suspicious/noDocumentCookie: the SDK stores its tokens in cookies
    document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
}

/** Returns the URL to which the SDK navigates, without navigating. */
async function captureNavigation(navigate: () => Promise<unknown>): Promise<URL> {
  const original = Object.getOwnPropertyDescriptor(window, 'location');
  const { location } = window;
  let target = '';
  const fakeLocation = new Proxy(location, {
    get: (real, key) => Reflect.get(real, key, real),
    set(_, key, value) {
      if (key === 'href') target = String(value);
      return true;
    },
  });
  Object.defineProperty(window, 'location', { configurable: true, value: fakeLocation });
  try {
    await navigate();
  } finally {
    if (original !== undefined) Object.defineProperty(window, 'location', original);
  }
  return new URL(target);
}

/** The public members of a client. The private ones differ between versions. */
type SdkInstance = Pick<StytchB2BHeadlessClient, keyof StytchB2BHeadlessClient>;

/** The SDK's client class, of any version. */
export type SdkClient = new (publicToken: string, options: object) => SdkInstance;

/** Connects the real SDK to an emulator of its own for the tests of a file, and resets both before each. Needs happy-dom. */
export function setUpSdkHarness(Client: SdkClient) {
  let emulator: Emulator;
  let client: SdkInstance;
  beforeAll(async () => {
    emulator = await createEmulator();
  });
  beforeEach(() => {
    clearBrowser();
    emulator.store.reset();
    harness.reload();
  });
  afterAll(() => emulator.close());

  const harness = {
    get emulator() {
      return emulator;
    },
    get client() {
      return client;
    },
    /** Creates a client that reads the project settings and the cookies anew, as a page load does. */
    reload() {
      client = new Client(EMULATOR_PUBLIC_TOKEN, endpointOptions(emulator.origin));
    },
    async control(method: string, path: string, body?: unknown) {
      const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const request = new Request(`${emulator.origin}/_emulator${path}`, init);
      return (await emulator.fetch(request)).json();
    },
    async newestMail() {
      const [mail] = await harness.control('GET', '/inbox');
      return mail;
    },
    /** Returns the query of the newest link. */
    async newestLink(): Promise<URLSearchParams> {
      return new URL((await harness.newestMail()).link).searchParams;
    },
    /** Starts a Google sign-in with the SDK and chooses an account. Returns the redirect URL. */
    async chooseAtGoogle(start: () => Promise<unknown>, email: string): Promise<URL> {
      const target = await captureNavigation(start);
      const body = new URLSearchParams({ choice: 'person', email });
      const response = await emulator.fetch(new Request(target, { method: 'POST', body }));
      return new URL(response.headers.get('location') ?? `about:${response.status}`);
    },
    /** Signs in at Google and redeems the discovery token for an intermediate session. */
    async discover(email: string) {
      const { google, discovery } = client.oauth;
      const discovery_redirect_url = harness.callback('/discovery');
      const start = () => google.discovery.start({ discovery_redirect_url });
      const { searchParams } = await harness.chooseAtGoogle(start, email);
      const discovery_oauth_token = searchParams.get('token') ?? '';
      return discovery.authenticate({ discovery_oauth_token });
    },
    /** Starts a sign-in at the identity provider of a connection and chooses a person. Returns the redirect URL. */
    async signInAtIdentityProvider(connection_id: string, choice: Record<string, string>) {
      const redirect = harness.callback('/authenticate');
      const target = await captureNavigation(() =>
        client.sso.start({
          connection_id,
          login_redirect_url: redirect,
          signup_redirect_url: redirect,
        }),
      );
      const body = new URLSearchParams(choice);
      const response = await emulator.fetch(new Request(target, { method: 'POST', body }));
      return new URL(response.headers.get('location') ?? `about:${response.status}`).searchParams;
    },
    exchange(slug: string) {
      return client.discovery.intermediateSessions.exchange({
        organization_id: harness.organizationId(slug),
        session_duration_minutes: 1440,
      });
    },
    async signIn(email: string, slug: string) {
      await harness.discover(email);
      return harness.exchange(slug);
    },
    callback(path: '/authenticate' | '/discovery'): string {
      return `http://localhost:5173${path}`;
    },
    organizationId(slug: string): string {
      return organizationIdOf(emulator.store, slug);
    },
    memberId(slug: string, email: string): string {
      return memberIdOf(emulator.store, slug, email);
    },
    /** Returns the current code of an authenticator app. */
    currentTotpCode(secret: string): string {
      return totpCode(secret, totpStep(emulator.store.clock.now()));
    },
  };
  return harness;
}

/** Matches an error of the provider, as the SDK throws it. */
export function sdkError(status_code: number, error_type: string) {
  return expect.objectContaining({ status_code, error_type });
}
