import { afterEach, beforeEach, expect, vi } from 'vitest';
import {
  type AnyActorLogic,
  createActor,
  type InputFrom,
  type OutputFrom,
  setup,
  toPromise,
} from 'xstate';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createHandler, type Handler } from '#emulator/handler.ts';
import { RawClient } from '#emulator/tests/support/raw-client.ts';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { type CallbackParams, readCallbackParams } from '#src/stytch/callback.ts';
import type { Connection } from '#src/stytch/connection.ts';
import { cookieNames, readCookie } from '#src/stytch/session/cookies.ts';
import { digestOf } from '#src/stytch/session/digest.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { deferred } from '#tests/unit/support/deferred.ts';
import { clearBrowser, goTo, navigatedUrl } from './browser.ts';
import { stopClock } from './clock.ts';
import { createLocks } from './locks.ts';

const API = 'http://localhost:4290';
export const PUBLIC_TOKEN = EMULATOR_PUBLIC_TOKEN;
export const COOKIES = cookieNames(PUBLIC_TOKEN);
export const SDK_STATE_KEY = `stytch_sdk_state_${PUBLIC_TOKEN}`;

/**
 * Runs the real SDK in this document against an emulator in this process. There is no socket between them, so
 * fake timers apply to both.
 */
export class Harness {
  handler: Handler = createHandler({ now: () => Date.now() });
  /** When `true`, every request fails as if the network were down. */
  offline = false;
  /** How many requests have no response yet. The emulator signs in real time. */
  unanswered = 0;
  /** The defects that the product has reported. A test that causes one takes it out. */
  readonly reported: unknown[] = [];
  private connection: Connection | undefined;

  /** Starts a test with an empty browser and a fresh emulator. */
  open(): void {
    clearBrowser();
    Object.defineProperty(navigator, 'locks', { configurable: true, value: createLocks() });
    window.reportError = (error) => void this.reported.push(error);
    this.handler = createHandler({ now: () => Date.now() });
    this.offline = false;
    this.unanswered = 0;
    this.plug();
  }

  /** Sends the requests of this document to the emulator. */
  plug(): void {
    window.fetch = async (input, init) => {
      if (this.offline) throw new TypeError('NetworkError when attempting to fetch resource.');
      const request = new Request(String(input), { ...init, keepalive: false });
      this.unanswered += 1;
      return this.handler.fetch(request).finally(() => {
        this.unanswered -= 1;
      });
    };
  }

  /** Rejects all further requests: the SDK sends telemetry as long as the document exists. */
  close(): void {
    window.fetch = () => Promise.reject(new TypeError('The harness is closed.'));
  }

  /** Holds the response of an endpoint until it is released, even if the request is aborted. */
  holdAnswer(path: string): { answered: Promise<void>; release: () => void } {
    const answered = deferred();
    const released = deferred();
    this.changeResponse(path, async (response) => {
      answered.resolve();
      await released.promise;
      return response;
    });
    return { answered: answered.promise, release: released.resolve };
  }

  /** Changes the data in each response of an endpoint, to what the emulator cannot send. */
  changeAnswer(path: string, change: (data: Record<string, unknown>) => object): void {
    this.changeResponse(path, async (response) => {
      const { data } = await response.json();
      return Response.json({ data: change(data) });
    });
  }

  private changeResponse(path: string, change: (response: Response) => Promise<Response>): void {
    const { handler } = this;
    this.handler = {
      ...handler,
      fetch: async (request) => {
        const response = await handler.fetch(request);
        return new URL(request.url).pathname.endsWith(path) ? change(response) : response;
      },
    };
  }

  /** Loads the page: creates a new StytchAuth. Cookies and storage stay. */
  async load(options: LoadOptions = {}): Promise<StytchAuth> {
    const { callbackParams = null, path = '/', recover = async () => undefined } = options;
    vi.resetModules();
    goTo(path);
    const connection = await this.connect();
    const { createStytchAuth } = await import('#src/stytch/stytch-auth.ts');
    return createStytchAuth(connection, { callbackParams, random: () => 0.5, recover });
  }

  /** Connects the page with the provider, which a page does also while it is left. */
  async connect(): Promise<Connection> {
    Reflect.deleteProperty(window, Symbol.for('__stytch_b2b_DataLayer'));
    this.plug();
    const { connect } = await import('#src/stytch/connection.ts');
    this.connection = await connect({
      publicToken: PUBLIC_TOKEN,
      providerOrigin: API,
      securityChecks: [],
      // The date that is simulated later, too.
      now: () => Date.now(),
    });
    return this.connection;
  }

  /** Runs an actor, and resolves to its result. */
  run<Logic extends AnyActorLogic>(
    logic: Logic,
    input: InputFrom<Logic>,
  ): Promise<OutputFrom<Logic>> {
    return toPromise(this.start(logic, input));
  }

  start<Logic extends AnyActorLogic>(logic: Logic, input: InputFrom<Logic>) {
    return createActor(logic, { input }).start();
  }

  /** Runs the `sessionMonitor` actor, and collects the events that it sends. */
  listen({ actors: { sessionMonitor } }: StytchAuth) {
    const events: AuthEvent[] = [];
    const machine = setup({
      types: {} as { events: AuthEvent },
      actors: { sessionMonitor },
    }).createMachine({
      invoke: { src: 'sessionMonitor' },
      on: { '*': { actions: ({ event }) => events.push(event) } },
    });
    const actor = createActor(machine).start();
    return { events, stop: () => actor.stop() };
  }

  /** The connection of the page that was loaded last. */
  connected(): Connection {
    if (this.connection === undefined) throw new Error('No page is loaded.');
    return this.connection;
  }

  /** A client of the emulator without the SDK. */
  private get raw(): RawClient {
    return new RawClient(this.handler);
  }

  /** Calls the control API of the emulator. */
  async control(method: string, path: string, body?: unknown) {
    return (await this.raw.control(method, path, body)).json;
  }

  /** The number of sessions that are neither revoked nor expired. */
  async activeSessions(): Promise<number> {
    const sessions: { active: boolean }[] = await this.control('GET', '/sessions');
    return sessions.filter(({ active }) => active).length;
  }

  fault(path: string, fault: object, times?: number) {
    return this.control('POST', '/faults', {
      match: { path },
      fault,
      ...(times === undefined ? {} : { times }),
    });
  }

  /** The paths of the requests that the emulator received, without telemetry. */
  requests(): string[] {
    return this.handler.store.state.requests
      .map(({ path }) => path.replace('/sdk/v1', ''))
      .filter((path) => path !== '/events');
  }

  /** The body of the last request. */
  lastBody(): unknown {
    return this.handler.store.state.requests.filter(({ path }) => !path.endsWith('/events')).at(-1)
      ?.body;
  }

  requestsTo(path: string): number {
    return this.requests().filter((requested) => requested === path).length;
  }

  /** Starts Google with the actor, chooses an account, and returns the callback's parameters. */
  async throughGoogle(
    stytchAuth: StytchAuth,
    email: string,
    organization: InputFrom<StytchAuth['actors']['startGoogle']>['organization'] = null,
  ): Promise<CallbackParams> {
    const target = await navigatedUrl(() => {
      this.start(stytchAuth.actors.startGoogle, { organization });
    });
    return this.choose(target, email);
  }

  /** Chooses an account on the page at `target`, one that it lists or another one. */
  async choose(
    target: URL,
    email: string,
    choice: 'person' | 'another' = 'person',
  ): Promise<CallbackParams> {
    const response = await this.handler.fetch(
      new Request(target, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ choice, email }).toString(),
      }),
    );
    const landed = new URL(response.headers.get('location') ?? '');
    const callbackParams = readCallbackParams(landed);
    if (callbackParams === null) throw new Error(`Google came back at ${landed}`);
    return callbackParams;
  }

  /** Lets Ada invite somebody to Acme, and opens the invitation in an empty browser. */
  async invite(email: string): Promise<CallbackParams | null> {
    const ada = 'ada@acme.example';
    const { loadDirectory } = await this.signIn(ada, 'acme');
    const { members } = await loadDirectory(this.memberId('acme', ada), async () => true);
    await members.invite(email, []);
    clearBrowser();
    return this.openNewestLink(email);
  }

  /** Opens the link of the newest mail to an address, and returns the callback's parameters. */
  async openNewestLink(email: string): Promise<CallbackParams | null> {
    const { link } = await this.raw.newestMail(email);
    return readCallbackParams(new URL(link));
  }

  /** Chooses an account at Kestrel's identity provider, which the app has not started. */
  async answerIdentityProvider(email: string): Promise<CallbackParams> {
    const connection = 'oidc-connection-test-kestrel';
    const query = new URLSearchParams({ connection_id: connection, app: window.location.origin });
    return this.choose(new URL(`${API}/_emulator/identity-provider?${query}`), email);
  }

  /** Creates a link that impersonates Dora of Acme, and returns the callback's parameters. */
  async impersonate(): Promise<CallbackParams> {
    const token = await this.raw.impersonationToken('dora@acme.example', 'acme');
    return { callback: 'impersonation', token };
  }

  /** Signs in with Google up to an intermediate session. */
  async discover(email: string): Promise<StytchAuth> {
    const callbackParams = await this.throughGoogle(await this.load(), email);
    const stytchAuth = await this.load({ callbackParams, path: '/discovery' });
    await this.run(stytchAuth.actors.redeem, { callback: callbackParams.callback });
    return stytchAuth;
  }

  /** Signs in to an organization. */
  async signIn(email: string, slug: string): Promise<StytchAuth> {
    const stytchAuth = await this.discover(email);
    await this.exchange(stytchAuth, slug);
    return stytchAuth;
  }

  /** Exchanges the intermediate session that the browser holds. */
  async exchange({ actors }: StytchAuth, slug: string) {
    const organizationId = this.organizationId(slug);
    return this.run(actors.exchange, { organizationId, ...(await this.ownIntermediate()) });
  }

  /** The digest of the intermediate session that the browser holds, as an exchange and a creation need it. */
  async ownIntermediate() {
    return { intermediateDigest: await digestOf(readCookie(COOKIES.intermediate) ?? '') };
  }

  organizationId(slug: string): string {
    return this.raw.organizationId(slug);
  }

  organization(slug: string) {
    const found = this.handler.store.state.organizations.find((each) => each.slug === slug);
    if (found === undefined) throw new Error(`No organization ${slug}`);
    return found;
  }

  memberId(slug: string, email: string): string {
    return this.raw.memberId(slug, email);
  }
}

/**
 * Gives each test of a file its own browser and emulator.
 *
 * @param fakeTimers whether the clock stands still unless the test advances it
 */
export function setUpHarness({ fakeTimers = false } = {}): Harness {
  const harness = new Harness();
  beforeEach(() => {
    if (fakeTimers) stopClock();
    harness.open();
  });
  afterEach(() => {
    harness.close();
    expect(harness.reported.splice(0)).toEqual([]);
  });
  return harness;
}

interface LoadOptions {
  readonly callbackParams?: CallbackParams | null;
  readonly path?: string;
  readonly recover?: (error: unknown) => Promise<void>;
}
