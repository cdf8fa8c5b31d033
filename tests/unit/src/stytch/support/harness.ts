import { vi } from 'vitest';
import {
  type AnyActorLogic,
  createActor,
  type InputFrom,
  type OutputFrom,
  setup,
  toPromise,
} from 'xstate';
import { createHandler, type Handler } from '#emulator/handler.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/public-token.ts';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import type { CallbackParams } from '#src/stytch/callback.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { flushMicrotasks } from './flush-microtasks.ts';

const APP = 'http://localhost:3000';
const API = 'http://localhost:4290';
export const TOKEN = EMULATOR_PUBLIC_TOKEN;
export const STATE_KEY = `stytch_sdk_state_${TOKEN}`;

declare global {
  interface Window {
    /** Only there in the documents of these tests. */
    readonly happyDOM?: { setURL(url: string): void };
  }
}

export interface FaultSpec {
  readonly kind: string;
  readonly status?: number;
  readonly errorType?: string;
  readonly message?: string;
  readonly latencyMs?: number;
}

/**
 * The real SDK in this document, against an emulator in this process: no socket stands between them, so
 * fake timers hold for both.
 */
export class Harness {
  readonly handler: Handler = createHandler({ now: () => Date.now() });
  /** Set to make every call fail as if the network were down. */
  offline = false;
  /** Where calls went. */
  readonly origins = new Set<string>();
  private readonly holds = new Map<string, Hold>();

  /** A clean browser and a fresh emulator. */
  static open(): Harness {
    clearBrowser();
    const harness = new Harness();
    harness.plug();
    return harness;
  }

  /** Makes the emulator the network of this document. */
  plug(): void {
    window.fetch = async (input, init) => {
      const url = String(input);
      const { origin, pathname } = new URL(url);
      this.origins.add(origin);
      if (this.offline) throw new TypeError('NetworkError when attempting to fetch resource.');
      const request = new Request(url, { ...init, keepalive: false });
      const hold = this.holds.get(pathname.replace('/sdk/v1', ''));
      if (hold === undefined) return this.handler.fetch(request);
      const response = await this.handler.fetch(request);
      hold.answered(response);
      await hold.gate;
      return response;
    };
  }

  /** The SDK's telemetry goes on for as long as the document lives; it gets no answer any more. */
  close(): void {
    window.fetch = () => Promise.reject(new TypeError('The harness was closed.'));
  }

  /** Keeps the provider's answer from arriving until it is released, whatever is aborted meanwhile. */
  holdAnswer(path: string): { answered: Promise<Response>; release: () => void } {
    const opened = withResolvers<void>();
    const answered = withResolvers<Response>();
    this.holds.set(path, { gate: opened.promise, answered: answered.resolve });
    return { answered: answered.promise, release: opened.resolve };
  }

  /** Opens the page: a fresh provider, as after a load. What the browser stored stays. */
  async load({
    callbackParams = null,
    path = '/',
    isWaiting = () => false,
  }: LoadOptions = {}): Promise<StytchAuth> {
    vi.resetModules();
    Reflect.deleteProperty(window, Symbol.for('__stytch_b2b_DataLayer'));
    this.plug();
    goTo(path);
    const { createStytchAuth } = await import('#src/stytch/stytch-auth.ts');
    return createStytchAuth({
      publicToken: TOKEN,
      apiOrigin: API,
      callbackParams,
      isWaiting,
      now: Date.now,
      random: () => 0.5,
    });
  }

  /** The control API of the emulator. */
  async control(method: string, path: string, body?: unknown) {
    const request = new Request(`${API}/_emulator${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await this.handler.fetch(request);
    return answer.json();
  }

  fault(path: string, fault: FaultSpec, times?: number) {
    return this.control('POST', '/faults', {
      match: { path },
      fault,
      ...(times === undefined ? {} : { times }),
    });
  }

  /** The paths of the requests the emulator saw, without telemetry. */
  requests(): string[] {
    return this.handler.store.state.requests
      .map(({ path }) => path.replace('/sdk/v1', ''))
      .filter((path) => path !== '/events');
  }

  /** What the last request carried. */
  lastBody(): unknown {
    return this.handler.store.state.requests.filter(({ path }) => !path.endsWith('/events')).at(-1)
      ?.body;
  }

  /** Waits, in real time, until the emulator has got more than `seen` requests to `path`. */
  async arrived(path: string, seen: number): Promise<void> {
    while (this.requestsTo(path) <= seen) await new Promise((resolve) => setImmediate(resolve));
  }

  requestsTo(path: string): number {
    return this.requests().filter((one) => one === path).length;
  }

  /** Starts Google by the machine's actor, chooses an account there, and gives what the tab comes back with. */
  async throughGoogle(
    stytchAuth: StytchAuth,
    email: string,
    organization: InputFrom<StytchAuth['actors']['startGoogle']>['organization'] = null,
  ): Promise<CallbackParams> {
    const target = await navigation(() => {
      start(stytchAuth.actors.startGoogle, { organization });
    });
    return this.choose(target, email);
  }

  /** Chooses an account on the page Google shows at `target`. */
  async choose(target: URL, email: string): Promise<CallbackParams> {
    const answer = await this.handler.fetch(
      new Request(target, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ choice: 'person', email }).toString(),
      }),
    );
    const { readCallbackParams } = await import('#src/stytch/callback.ts');
    const landed = new URL(answer.headers.get('location') ?? '');
    const callbackParams = readCallbackParams(landed);
    if (callbackParams === null) throw new Error(`Google came back at ${landed}`);
    return callbackParams;
  }

  /** From nothing to an intermediate session. */
  async discover(email: string): Promise<StytchAuth> {
    const callbackParams = await this.throughGoogle(await this.load(), email);
    const stytchAuth = await this.load({ callbackParams, path: '/discovery' });
    await run(stytchAuth.actors.redeem, { callback: callbackParams.callback });
    return stytchAuth;
  }

  /** From nothing to a session. */
  async signIn(email: string, slug: string): Promise<StytchAuth> {
    const stytchAuth = await this.discover(email);
    await run(stytchAuth.actors.exchange, { organizationId: this.organizationId(slug) });
    return stytchAuth;
  }

  organizationId(slug: string): string {
    const found = this.handler.store.state.organizations.find((one) => one.slug === slug);
    if (found === undefined) throw new Error(`No organization ${slug}`);
    return found.id;
  }

  memberId(slug: string, email: string): string {
    const organizationId = this.organizationId(slug);
    const found = this.handler.store.state.members.find(
      (one) => one.organizationId === organizationId && one.email === email,
    );
    if (found === undefined) throw new Error(`No member ${email} of ${slug}`);
    return found.id;
  }
}

interface Hold {
  readonly gate: Promise<void>;
  readonly answered: (response: Response) => void;
}

interface LoadOptions {
  readonly callbackParams?: CallbackParams | null;
  readonly path?: string;
  readonly isWaiting?: () => boolean;
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Runs an actor to its answer. */
export function run<Logic extends AnyActorLogic>(
  logic: Logic,
  input: InputFrom<Logic>,
): Promise<OutputFrom<Logic>> {
  return toPromise(start(logic, input));
}

/** Starts an actor. */
export function start<Logic extends AnyActorLogic>(logic: Logic, input: InputFrom<Logic>) {
  return createActor(logic, { input }).start();
}

/** Runs the `outside` actor; gives what it tells the machine. */
export function listenToExternalEvents(stytchAuth: StytchAuth): {
  events: AuthEvent[];
  stop: () => void;
} {
  const events: AuthEvent[] = [];
  const machine = setup({
    types: {} as { events: AuthEvent },
    actors: { externalEvents: stytchAuth.actors.externalEvents },
  }).createMachine({
    invoke: { src: 'externalEvents' },
    on: { '*': { actions: ({ event }) => events.push(event) } },
  });
  const actor = createActor(machine).start();
  return { events, stop: () => actor.stop() };
}

/** Where a page would go, instead of going there. */
export async function navigation(act: () => void): Promise<URL> {
  const original = Object.getOwnPropertyDescriptor(window, 'location');
  const { location } = window;
  const target = new Promise<string>((resolve) => {
    const standIn = new Proxy(location, {
      get: (real, key) => Reflect.get(real, key, real),
      set(_, key, value) {
        if (key === 'href') resolve(String(value));
        return true;
      },
    });
    Object.defineProperty(window, 'location', { configurable: true, value: standIn });
  });
  try {
    act();
    const href = await target;
    await flushMicrotasks();
    return new URL(href);
  } finally {
    if (original !== undefined) Object.defineProperty(window, 'location', original);
  }
}

export function goTo(path: string): void {
  window.happyDOM?.setURL(APP + path);
}

/** Another tab wrote to local storage: this one is told. */
export function fromOtherTab(key: string | null, newValue: string | null): void {
  if (key !== null && newValue !== null) localStorage.setItem(key, newValue);
  else if (key !== null) localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
}

/** Storage that is full: reading works, writing throws. Gives what ends it. */
export function fillStorage(): () => void {
  const areas = ['localStorage', 'sessionStorage'] as const;
  const originals = areas.map((area) => Object.getOwnPropertyDescriptor(window, area));
  for (const area of areas) {
    const storage = window[area];
    const full = new Proxy(storage, {
      get(real, key) {
        if (key !== 'setItem') {
          const value = Reflect.get(real, key, real);
          return typeof value === 'function' ? value.bind(real) : value;
        }
        return () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      },
    });
    Object.defineProperty(window, area, { configurable: true, value: full });
  }
  return () => {
    areas.forEach((area, index) => {
      const original = originals[index];
      if (original !== undefined) Object.defineProperty(window, area, original);
    });
  };
}

export function clearCookies(): void {
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim();
    // biome-ignore lint/suspicious/noDocumentCookie: the SDK keeps its tokens there
    document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
}

function clearBrowser(): void {
  localStorage.clear();
  sessionStorage.clear();
  clearCookies();
}
