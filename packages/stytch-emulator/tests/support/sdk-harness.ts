import type { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '../../emulated-project.ts';
import { createEmulator, type Emulator } from '../../server.ts';
import { APP_ORIGIN, RawClient } from './raw-client.ts';

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
  let raw: RawClient;
  let client: SdkInstance;
  beforeAll(async () => {
    emulator = await createEmulator();
    raw = new RawClient(emulator);
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
    newestMail: (to: string) => raw.newestMail(to),
    /** Returns the query of the newest link to an address. */
    async newestLink(to: string): Promise<URLSearchParams> {
      return new URL((await raw.newestMail(to)).link).searchParams;
    },
    /** Starts a sign-in with the SDK and chooses a person. Returns the query of the redirect URL. */
    async choose(start: () => Promise<unknown>, choice: Record<string, string>) {
      const target = await captureNavigation(start);
      const init = { method: 'POST', body: new URLSearchParams(choice) };
      const response = await emulator.fetch(new Request(target, init));
      return new URL(response.headers.get('location') ?? `about:${response.status}`).searchParams;
    },
    /** Signs in at Google and redeems the discovery token for an intermediate session. */
    async discover(email: string) {
      const { google, discovery } = client.oauth;
      const discovery_redirect_url = harness.callback('/discovery');
      const start = () => google.discovery.start({ discovery_redirect_url });
      const query = await harness.choose(start, { choice: 'person', email });
      return discovery.authenticate({ discovery_oauth_token: query.get('token') ?? '' });
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
      return `${APP_ORIGIN}${path}`;
    },
    organizationId: (slug: string) => raw.organizationId(slug),
    memberId: (slug: string, email: string) => raw.memberId(slug, email),
  };
  return harness;
}

/** Matches an error of the provider, as the SDK throws it. */
export function sdkError(status_code: number, error_type: string) {
  return expect.objectContaining({ status_code, error_type });
}
