import type { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/public-token.ts';
import type { Emulator } from '#emulator/server.ts';

/** Options that point the SDK at an emulator; `endpoints` is honoured but not in the public types. */
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
    // biome-ignore lint/suspicious/noDocumentCookie: the SDK keeps its tokens there
    document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
}

/** Where the SDK would take the browser, instead of going there. */
async function captureNavigation(act: () => Promise<unknown>): Promise<URL> {
  const original = Object.getOwnPropertyDescriptor(window, 'location');
  const { location } = window;
  let target = '';
  const standIn = new Proxy(location, {
    get: (real, key) => Reflect.get(real, key, real),
    set(_, key, value) {
      if (key === 'href') target = String(value);
      return true;
    },
  });
  Object.defineProperty(window, 'location', { configurable: true, value: standIn });
  try {
    await act();
  } finally {
    if (original !== undefined) Object.defineProperty(window, 'location', original);
  }
  return new URL(target);
}

/** What a client offers; picked, because private members differ between versions. */
type SdkInstance = Pick<StytchB2BHeadlessClient, keyof StytchB2BHeadlessClient>;

/** The SDK's client class, of whichever version. */
export type SdkClient = new (publicToken: string, options: object) => SdkInstance;

/** The real SDK against an emulator of its own. Needs the happy-dom environment. */
export class SdkHarness {
  readonly emulator: Emulator;
  readonly client: SdkInstance;

  constructor(emulator: Emulator, Client: SdkClient) {
    this.emulator = emulator;
    this.client = new Client(EMULATOR_PUBLIC_TOKEN, endpointOptions(emulator.origin));
  }

  /** A clean browser and an emulator back at its seed. */
  static createClean(emulator: Emulator, Client: SdkClient): SdkHarness {
    clearBrowser();
    emulator.store.reset();
    return new SdkHarness(emulator, Client);
  }

  async control(method: string, path: string, body?: unknown) {
    const answer = await this.emulator.fetch(
      new Request(`${this.emulator.origin}/_emulator${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return answer.json();
  }

  /** Lets the SDK start Google, chooses an account, and gives where the browser lands. */
  async chooseAtGoogle(start: () => Promise<unknown>, email: string): Promise<URL> {
    const target = await captureNavigation(start);
    const answer = await this.emulator.fetch(
      new Request(target, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ choice: 'person', email }).toString(),
      }),
    );
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`Google answered ${answer.status} for ${target}`);
    return new URL(location);
  }

  /** Discovery by Google: leaves the SDK with an intermediate session. */
  async discover(email: string) {
    const landed = await this.chooseAtGoogle(
      () =>
        this.client.oauth.google.discovery.start({
          discovery_redirect_url: this.callback('/discovery'),
        }),
      email,
    );
    return this.client.oauth.discovery.authenticate({
      discovery_oauth_token: landed.searchParams.get('token') ?? '',
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
    const found = this.emulator.store.state.organizations.find((one) => one.slug === slug);
    if (found === undefined) throw new Error(`No organization ${slug}`);
    return found.id;
  }

  memberId(slug: string, email: string): string {
    const organizationId = this.organizationId(slug);
    const found = this.emulator.store.state.members.find(
      (one) => one.organizationId === organizationId && one.email === email,
    );
    if (found === undefined) throw new Error(`No member ${email} of ${slug}`);
    return found.id;
  }

  /** The current code of an authenticator app. */
  currentTotpCode(secret: string): string {
    return totpCode(secret, totpStep(this.emulator.store.clock.now()));
  }
}
