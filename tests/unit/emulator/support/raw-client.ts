import { createHash } from 'node:crypto';
import { createHandler, type EmulatorOptions, type Handler } from '#emulator/handler.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/public-token.ts';

/** The page that would call: any loopback origin. */
export const APP = 'http://localhost:5173';
export const EMULATOR = 'http://localhost:4010';

/** 64 hexadecimal characters (R5.4). */
export const VERIFIER = 'a1b2c3d4'.repeat(8);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

const NOON = Date.UTC(2026, 0, 5, 12, 0, 0);

const TELEMETRY = {
  event_id: 'event-id-1',
  app_session_id: 'app-session-id-1',
  persistent_id: 'persistent-id-1',
  client_sent_at: '2026-01-05T12:00:00.000Z',
  timezone: 'UTC',
  app: { identifier: 'localhost' },
  sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.32.0' },
};

export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire carried
  json: any;
}

/** A caller without the SDK: every byte of a request is the test's own. */
export class RawClient {
  readonly handler: Handler;
  /** What the SDK would hold in its session cookie. */
  sessionToken: string | null = null;
  /** What the SDK would hold in its intermediate session cookie. */
  intermediate: string | undefined;

  constructor(handler: Handler) {
    this.handler = handler;
  }

  async send(path: string, init: RequestInit = {}): Promise<RawResponse> {
    const response = await this.handler.fetch(new Request(new URL(path, EMULATOR), init));
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    };
  }

  headers(): Record<string, string> {
    const second = this.sessionToken ?? EMULATOR_PUBLIC_TOKEN;
    return {
      authorization: `Basic ${btoa(`${EMULATOR_PUBLIC_TOKEN}:${second}`)}`,
      'content-type': 'application/json',
      'x-sdk-client': btoa(JSON.stringify(TELEMETRY)),
      'x-sdk-parent-host': APP,
    };
  }

  /** A call as the SDK makes it, `path` under /sdk/v1; keeps the tokens of the answer. */
  async call(method: string, path: string, body?: object): Promise<RawResponse> {
    const answer = await this.send(`/sdk/v1${path}`, {
      method,
      headers: this.headers(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const data = answer.json?.data;
    if (typeof data?.session_token === 'string' && data.session_token !== '') {
      this.sessionToken = data.session_token;
      this.intermediate = undefined;
    } else if (typeof data?.intermediate_session_token === 'string') {
      this.intermediate = data.intermediate_session_token;
    }
    return answer;
  }

  post(path: string, body: object = {}): Promise<RawResponse> {
    return this.call('POST', path, body);
  }

  /** The control API. */
  async control(method: string, path: string, body?: unknown): Promise<RawResponse> {
    return this.send(`/_emulator${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  }

  /** Chooses an account at Google; gives where the browser lands. */
  async chooseAtGoogle(
    query: Record<string, string>,
    choice: Record<string, string>,
    kind: 'start' | 'discovery/start' = 'discovery/start',
  ): Promise<URL> {
    const parameters = new URLSearchParams({ public_token: EMULATOR_PUBLIC_TOKEN, ...query });
    const answer = await this.send(`/v1/b2b/public/oauth/google/${kind}?${parameters}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(choice).toString(),
    });
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`Google answered ${answer.status}: ${answer.text}`);
    return new URL(location);
  }

  /** A discovery token for a seeded person. */
  async discoveryToken(email: string): Promise<string> {
    const landed = await this.chooseAtGoogle(
      { pkce_code_challenge: CHALLENGE, discovery_redirect_url: `${APP}/discovery` },
      { choice: 'person', email },
    );
    return landed.searchParams.get('token') ?? '';
  }

  /** Google and discovery in one: leaves an intermediate session behind. */
  async discover(email: string): Promise<RawResponse> {
    return this.post('/b2b/oauth/discovery/authenticate', {
      discovery_oauth_token: await this.discoveryToken(email),
      pkce_code_verifier: VERIFIER,
    });
  }

  /** Exchanges the intermediate session for an organization by slug. */
  exchange(slug: string): Promise<RawResponse> {
    return this.post('/b2b/discovery/intermediate_sessions/exchange', {
      organization_id: this.organizationId(slug),
      session_duration_minutes: 1440,
      intermediate_session_token: this.intermediate,
    });
  }

  /** A whole sign-in that needs no step-up. */
  async signIn(email: string, slug: string): Promise<RawResponse> {
    await this.discover(email);
    return this.exchange(slug);
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

/** A fresh emulator whose clock starts at a fixed noon and only moves when told. */
export function rawClient(options: EmulatorOptions = {}): RawClient {
  return new RawClient(createHandler({ now: () => NOON, ...options }));
}
