import { createHash } from 'node:crypto';
import { test as baseTest, expect } from 'vitest';
import { totpCode, totpStep } from '../../crypto/totp.ts';
import { EMULATOR_PUBLIC_TOKEN } from '../../emulated-project.ts';
import { createHandler, type EmulatorOptions, type Handler } from '../../handler.ts';
import { OFFICIAL_ERROR_TYPES } from './official-error-types.ts';

/** The origin of the calling page. Any loopback origin is allowed. */
export const APP_ORIGIN = 'http://localhost:5173';
const EMULATOR_ORIGIN = 'http://localhost:4010';

/** 64 hexadecimal characters (R5.4). */
export const PKCE_VERIFIER = 'a1b2c3d4'.repeat(8);
export const PKCE_CHALLENGE = createHash('sha256').update(PKCE_VERIFIER).digest('base64url');

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

export type RawResponse = Awaited<ReturnType<RawClient['send']>>;

/** A client without the SDK, with which a test controls every byte of a request. */
export class RawClient {
  readonly handler: Handler;
  /** The token that the SDK would store in its session cookie. */
  sessionToken: string | null = null;
  /** The token that the SDK would store in its intermediate session cookie. */
  intermediate: string | undefined;

  constructor(handler: Handler) {
    this.handler = handler;
  }

  async send(path: string, init: RequestInit = {}) {
    const response = await this.handler.fetch(new Request(new URL(path, EMULATOR_ORIGIN), init));
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
      'x-sdk-parent-host': APP_ORIGIN,
    };
  }

  /** Makes a call as the SDK does, with `path` under /sdk/v1. Stores the tokens of the response. */
  async call(method: string, path: string, body?: object): Promise<RawResponse> {
    const response = await this.send(`/sdk/v1${path}`, {
      method,
      headers: this.headers(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, error_type } = response.json ?? {};
    // Every error of the emulator has a type of the provider, except the one that a fault invents.
    if (error_type !== undefined && this.handler.store.state.requests.at(-1)?.fault === null) {
      expect(OFFICIAL_ERROR_TYPES).toContain(error_type);
    }
    if (typeof data?.session_token === 'string' && data.session_token !== '') {
      this.sessionToken = data.session_token;
      this.intermediate = undefined;
    } else if (typeof data?.intermediate_session_token === 'string') {
      this.intermediate = data.intermediate_session_token;
    }
    return response;
  }

  post(path: string, body: object = {}): Promise<RawResponse> {
    return this.call('POST', path, body);
  }

  /** Makes a call with the intermediate session, if there is one. */
  postIntermediate(path: string, body: object = {}): Promise<RawResponse> {
    return this.post(path, { ...body, intermediate_session_token: this.intermediate });
  }

  /** Makes a call of the control API. */
  async control(method: string, path: string, body?: unknown): Promise<RawResponse> {
    return this.send(`/_emulator${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  }

  async advance(minutes: number): Promise<void> {
    await this.control('POST', '/clock', { advanceMs: minutes * 60_000 });
  }

  /** Returns the newest mail to an address. */
  async newestMail(to: string) {
    const [mail] = (await this.control('GET', `/inbox?to=${to}`)).json;
    return mail;
  }

  /** Returns the token of the newest link to an address. */
  async newestLinkToken(to: string): Promise<string> {
    const { link } = await this.newestMail(to);
    return new URL(link).searchParams.get('token') ?? '';
  }

  sendCode(email_address: string): Promise<RawResponse> {
    return this.post('/b2b/otps/email/discovery/send', { email_address });
  }

  /** Sends a code and reads it in the inbox. */
  async receiveCode(email: string): Promise<string> {
    await this.sendCode(email);
    return (await this.newestMail(email)).code;
  }

  verifyCode(email_address: string, code: string): Promise<RawResponse> {
    return this.post('/b2b/otps/email/discovery/authenticate', { email_address, code });
  }

  sendLink(email_address: string, more: object = {}): Promise<RawResponse> {
    return this.post('/b2b/magic_links/email/discovery/send', {
      email_address,
      discovery_redirect_url: `${APP_ORIGIN}/discovery`,
      ...more,
    });
  }

  openLink(token: string, more: object = {}): Promise<RawResponse> {
    return this.post('/b2b/magic_links/discovery/authenticate', {
      discovery_magic_links_token: token,
      ...more,
    });
  }

  /** Names a member of Fjord, which requires a second factor, and the intermediate session. */
  memberOfFjord(email: string) {
    return {
      organization_id: this.organizationId('fjord'),
      member_id: this.memberId('fjord', email),
      session_duration_minutes: 1440,
      intermediate_session_token: this.intermediate,
    };
  }

  recover(email: string, recovery_code: string): Promise<RawResponse> {
    return this.post('/b2b/recovery_codes/recover', {
      ...this.memberOfFjord(email),
      recovery_code,
    });
  }

  /** Sends the code that an authenticator app shows now, or some steps away. */
  sendTotp(email: string, secret: string, drift = 0, more: object = {}): Promise<RawResponse> {
    return this.post('/b2b/totp/authenticate', {
      ...this.memberOfFjord(email),
      code: totpCode(secret, totpStep(this.handler.store.clock.now()) + drift),
      ...more,
    });
  }

  /** Returns the token of a support agent's link. */
  async impersonationToken(email: string, organizationSlug: string): Promise<string> {
    const { json } = await this.control('POST', '/impersonate', { email, organizationSlug });
    const { searchParams } = new URL(json.url);
    expect(searchParams.get('stytch_token_type')).toBe('multi_tenant_impersonation');
    return searchParams.get('token') ?? '';
  }

  impersonate(impersonation_token: string): Promise<RawResponse> {
    return this.post('/b2b/impersonation/authenticate', { impersonation_token });
  }

  /** Opens the account chooser, for one organization or for discovery. */
  atGoogle(kind: 'start' | 'discovery/start', query: object, init: RequestInit = {}) {
    const parameters = new URLSearchParams({ public_token: EMULATOR_PUBLIC_TOKEN, ...query });
    return this.send(`/v1/b2b/public/oauth/google/${kind}?${parameters}`, init);
  }

  /** Submits a choice at the account chooser. Returns the redirect URL. */
  async chooseAtGoogle(
    query: Record<string, string>,
    choice: Record<string, string>,
    kind: 'start' | 'discovery/start' = 'discovery/start',
  ): Promise<URL> {
    const body = new URLSearchParams(choice);
    const response = await this.atGoogle(kind, query, { method: 'POST', body });
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`The account chooser returned ${response.status}: ${response.text}`);
    return new URL(location);
  }

  /** Returns a discovery token for a seeded account. */
  async discoveryToken(email: string): Promise<string> {
    const redirectUrl = await this.chooseAtGoogle(
      { pkce_code_challenge: PKCE_CHALLENGE, discovery_redirect_url: `${APP_ORIGIN}/discovery` },
      { choice: 'person', email },
    );
    return redirectUrl.searchParams.get('token') ?? '';
  }

  redeemDiscovery(discovery_oauth_token: string, pkce_code_verifier?: string) {
    return this.post('/b2b/oauth/discovery/authenticate', {
      discovery_oauth_token,
      pkce_code_verifier,
    });
  }

  /** Signs in at Google and redeems the discovery token for an intermediate session. */
  async discover(email: string): Promise<RawResponse> {
    return this.redeemDiscovery(await this.discoveryToken(email), PKCE_VERIFIER);
  }

  /** Exchanges the intermediate session for a session of an organization. */
  exchange(slug: string): Promise<RawResponse> {
    return this.postIntermediate('/b2b/discovery/intermediate_sessions/exchange', {
      organization_id: this.organizationId(slug),
      session_duration_minutes: 1440,
    });
  }

  /** Exchanges the session for one of another organization. */
  switchTo(organization_id: string): Promise<RawResponse> {
    return this.post('/b2b/sessions/exchange', { organization_id, session_duration_minutes: 1440 });
  }

  /** Signs in to an organization through discovery, in place of an earlier session. */
  async signIn(email: string, slug: string): Promise<RawResponse> {
    this.sessionToken = null;
    await this.discover(email);
    return this.exchange(slug);
  }

  organizationId(slug: string): string {
    const { organizations } = this.handler.store.state;
    const organization = organizations.find((candidate) => candidate.slug === slug);
    if (organization === undefined) throw new Error(`No organization ${slug}`);
    return organization.id;
  }

  memberId(slug: string, email: string): string {
    const organizationId = this.organizationId(slug);
    const member = this.handler.store.state.members.find(
      (candidate) => candidate.organizationId === organizationId && candidate.email === email,
    );
    if (member === undefined) throw new Error(`No member ${email} of ${slug}`);
    return member.id;
  }
}

/** Creates a client of a new emulator whose clock starts at noon and moves only when it is set. */
export function createRawClient(options: EmulatorOptions = {}): RawClient {
  return new RawClient(createHandler({ now: () => NOON, ...options }));
}

/** A test with a client of its own emulator. */
export const test = baseTest.extend('client', () => createRawClient());
