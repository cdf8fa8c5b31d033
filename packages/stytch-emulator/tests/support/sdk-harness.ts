import type { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createEmulator, type Emulator } from '#emulator/server.ts';
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

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The SDK harness has not started.');
  return value;
}

/** The real SDK, connected to its own emulator. */
class SdkHarness {
  readonly #Client: SdkClient;
  #emulator: Emulator | undefined;
  #client: SdkInstance | undefined;

  constructor(Client: SdkClient) {
    this.#Client = Client;
  }

  get emulator(): Emulator {
    return required(this.#emulator);
  }

  get client(): SdkInstance {
    return required(this.#client);
  }

  async start(): Promise<void> {
    this.#emulator = await createEmulator();
  }

  /** Creates a client that reads the project settings and the cookies anew, as a page load does. */
  reload(): void {
    this.#client = new this.#Client(EMULATOR_PUBLIC_TOKEN, endpointOptions(this.emulator.origin));
  }

  /** Clears the browser's storage and restores the emulator's seed. */
  reset(): void {
    clearBrowser();
    this.emulator.store.reset();
    this.reload();
  }

  async control(method: string, path: string, body?: unknown) {
    const response = await this.emulator.fetch(
      new Request(`${this.emulator.origin}/_emulator${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return response.json();
  }

  async newestMail() {
    const [mail] = await this.control('GET', '/inbox');
    return mail;
  }

  /** Returns the query of the newest link. */
  async newestLink(): Promise<URLSearchParams> {
    return new URL((await this.newestMail()).link).searchParams;
  }

  /** Starts a Google sign-in with the SDK and chooses an account. Returns the redirect URL. */
  async chooseAtGoogle(start: () => Promise<unknown>, email: string): Promise<URL> {
    const target = await captureNavigation(start);
    const response = await this.emulator.fetch(
      new Request(target, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ choice: 'person', email }).toString(),
      }),
    );
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`The account chooser returned ${response.status} for ${target}`);
    return new URL(location);
  }

  /** Signs in at Google and redeems the discovery token for an intermediate session. */
  async discover(email: string) {
    const redirectUrl = await this.chooseAtGoogle(
      () =>
        this.client.oauth.google.discovery.start({
          discovery_redirect_url: this.callback('/discovery'),
        }),
      email,
    );
    return this.client.oauth.discovery.authenticate({
      discovery_oauth_token: redirectUrl.searchParams.get('token') ?? '',
    });
  }

  exchange(slug: string) {
    return this.client.discovery.intermediateSessions.exchange({
      organization_id: this.organizationId(slug),
      session_duration_minutes: 1440,
    });
  }

  async signIn(email: string, slug: string) {
    await this.discover(email);
    return this.exchange(slug);
  }

  callback(path: '/authenticate' | '/discovery'): string {
    return `http://localhost:5173${path}`;
  }

  organizationId(slug: string): string {
    return organizationIdOf(this.emulator.store, slug);
  }

  memberId(slug: string, email: string): string {
    return memberIdOf(this.emulator.store, slug, email);
  }

  /** Returns the current code of an authenticator app. */
  currentTotpCode(secret: string): string {
    return totpCode(secret, totpStep(this.emulator.store.clock.now()));
  }
}

/** Starts a harness for the tests of a file, and resets it before each. Needs happy-dom. */
export function setUpSdkHarness(Client: SdkClient): SdkHarness {
  const harness = new SdkHarness(Client);
  beforeAll(() => harness.start());
  beforeEach(() => harness.reset());
  afterAll(() => harness.emulator.close());
  return harness;
}

/** Matches an error of the provider, as the SDK throws it. */
export function sdkError(status_code: number, error_type: string) {
  return expect.objectContaining({ status_code, error_type });
}
