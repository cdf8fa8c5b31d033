import { isRecord, isString, listOf, missingOr, recordOf } from '#machines/rules/checks.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { parseUrl } from '#machines/rules/parse-url.ts';
import { parseJson } from '../../storage/web-storage.ts';
import { digestOf } from '../session/digest.ts';
import { FAILED_TO_FETCH } from './failures.ts';
import { type RawSettings, readRawSettings } from './raw-settings.ts';
import {
  LIVE_ORIGIN,
  REFRESH_PATH,
  REVOKE_PATH,
  SDK_PREFIX,
  SETTINGS_PATH,
  TEST_ORIGIN,
} from './settings-request.ts';

const EVENTS_PATH = '/events';

/** Other calls wait for the project's settings, so fetching these times out earlier. */
const SETTINGS_TIMEOUT = (BUSY_TIMEOUT * 2) / 3;

/** Milliseconds by which the machine's own time-out of a busy state comes first, so that its notice is shown. */
const TIMEOUT_GRACE = 250;

const PROVIDER_ORIGINS = [TEST_ORIGIN, LIVE_ORIGIN];

export interface TransportOptions {
  /** The origin of the emulator; `null` for the provider itself. */
  readonly apiOrigin: string | null;
  /** Milliseconds after which a call is aborted. */
  readonly callTimeoutMs?: number;
  /**
   * The response with the project's settings that the page has requested before. It answers the SDK's first request
   * for them, unless it rejects.
   */
  readonly settingsResponse?: Promise<Response> | null;
  /** Called once per fetch of the project's settings; with `null` when there were none. */
  readonly onSettings: (settings: RawSettings | null) => void;
}

export interface Transport {
  /**
   * Claims the SDK's next call to `path` for one of this module's actors. When `signal` aborts, the call is
   * aborted, or not sent at all if the SDK has not made it yet.
   */
  claimNextCall(path: string, signal: AbortSignal, limits?: ClaimLimits): CallClaim;
  /** Sets the check of the data of every further response but the project's settings, which gets the response's path. */
  checkResponses(isUsable: ResponseCheck): void;
  /** Restores the page's own `fetch`. */
  uninstall(): void;
}

type ResponseCheck = (path: string, data: unknown) => boolean;

/** Which session a call may be sent with, and which it starts. */
export interface ClaimLimits {
  /** The call is not sent with another intermediate session than the one with this digest (R22.2). */
  readonly intermediateDigest?: string;
  /** The call is not sent with another session than the one with this digest (R22.7). */
  readonly sessionDigest?: string;
  /**
   * The call starts a session. When its response is not used, because the call was aborted, timed out, or responded
   * what cannot be read, this is asked whether the session of that response is ended (R22.14).
   */
  readonly endsUnused?: (() => boolean) | undefined;
}

/** A claimed call of the SDK. */
export interface CallClaim {
  /** Ends the claim. Call it when the SDK has settled. */
  release(): void;
  /** The digest of the intermediate session in the response, else in the request; `null` without either. */
  intermediateDigest(): Promise<string | null>;
  /** The digest of the session in the response, else in the request; `null` without either. */
  sessionDigest(): Promise<string | null>;
  /** Whether the call was not sent, because the browser holds another session or intermediate session. */
  wasHeldBack(): boolean;
  /** Whether a token from a cookie is the session, or the intermediate session, of the response; or it has none. */
  isGranted(token: string | null): boolean;
  /**
   * Ends the session of this claim at the provider, whichever session the cookie holds. The SDK, which would send the
   * token of the cookie, or nothing if it cannot, only clears what it stores.
   *
   * @param clear the SDK's revocation
   */
  revokeWith(clear: () => Promise<unknown>): Promise<void>;
}

interface SdkRequest {
  readonly input: RequestInfo | URL;
  readonly init: RequestInit;
}

/** What the transport knows of a claim. */
interface ClaimRecord extends ClaimLimits {
  readonly path: string;
  readonly signal: AbortSignal;
  calls: number;
  /** The last request. */
  request: SdkRequest | null;
  intermediateToken: string | null;
  sessionToken: string | null;
  /** The session, else the intermediate session, of the response. */
  granted: string;
  wasHeldBack: boolean;
}

/**
 * Replaces `window.fetch` by one that checks all traffic of the SDK. Install it before the SDK is imported.
 *
 * - Each call is aborted after `callTimeoutMs`. A time-out in the machine does not stop the SDK, which would
 *   write a late response over a newer session.
 * - Every network error becomes `TypeError: Failed to fetch`. Browsers word it differently, and the SDK
 *   compares the text.
 * - A response that lacks a field which the SDK writes into its state counts as a network error.
 * - A session refresh is sent only when an actor has claimed it. The SDK's constructor and its background
 *   worker make refreshes of their own.
 * - OAuth always starts with PKCE, whatever the project's settings say. Without it, the SDK would accept a
 *   callback that another browser started.
 * - Signing out gets an immediate response while the request continues. A provider that hangs does not keep a member
 *   signed in, and a late response does not clear a newer session.
 */
export function installTransport(options: TransportOptions): Transport {
  const { apiOrigin, callTimeoutMs = BUSY_TIMEOUT, onSettings } = options;
  const origins = apiOrigin === null ? PROVIDER_ORIGINS : [apiOrigin];
  const pageFetch = window.fetch;
  const send = pageFetch.bind(window);
  const claims: ClaimRecord[] = [];
  let isRevoked = false;
  let { settingsResponse = null } = options;
  let isUsable: ResponseCheck = () => true;

  const checkedFetch: typeof fetch = (input, init) => {
    const path = sdkPath(input, origins);
    if (path === null) return send(input, init);
    const request = withoutReferrer(init);
    if (path === EVENTS_PATH) return sendTelemetry(send(input, request));
    if (path === REVOKE_PATH) {
      if (!isRevoked) sendInBackground(send, input, request, callTimeoutMs);
      return Promise.resolve(jsonResponse({ data: {} }, 200));
    }
    const claim = findClaim(claims, path);
    if (path === REFRESH_PATH && claim === undefined) {
      return Promise.reject(networkError());
    }
    if (claim !== undefined) {
      claim.calls += 1;
      claim.request = { input, init: request };
    }
    if (claim?.signal.aborted) return Promise.reject(networkError());
    if (!path.startsWith(SETTINGS_PATH)) {
      const limits = { path, timeout: callTimeoutMs, isUsable, claim };
      return mayBeSent(claim, request).then((isAllowed) => {
        if (!isAllowed || claim?.signal.aborted === true) throw networkError();
        return sendChecked(send, input, request, limits);
      });
    }
    const timeout = Math.min(SETTINGS_TIMEOUT, callTimeoutMs);
    const requested = settingsResponse;
    settingsResponse = null;
    const sendSettings: typeof fetch = (...call) =>
      requested === null ? send(...call) : requested.catch(() => send(...call));
    return sendChecked(sendSettings, input, request, {
      path,
      timeout,
      isUsable: (_, data) => readRawSettings(data) !== null,
    }).then(
      (response) => settingsForSdk(response, onSettings),
      (error: unknown) => {
        onSettings(null);
        throw error;
      },
    );
  };
  window.fetch = checkedFetch;

  return {
    claimNextCall(path, signal, limits = {}) {
      const claim: ClaimRecord = {
        ...limits,
        path,
        signal,
        calls: 0,
        request: null,
        intermediateToken: null,
        sessionToken: null,
        granted: '',
        wasHeldBack: false,
      };
      claims.push(claim);
      return {
        release() {
          const index = claims.indexOf(claim);
          if (index >= 0) claims.splice(index, 1);
        },
        intermediateDigest: () => digestOfToken(claim.intermediateToken),
        sessionDigest: () => digestOfToken(claim.sessionToken),
        wasHeldBack: () => claim.wasHeldBack,
        isGranted: (token) => claim.granted === '' || claim.granted === token,
        async revokeWith(clear) {
          const { sessionToken } = claim;
          if (sessionToken !== null) revoke(send, claim, sessionToken, callTimeoutMs);
          isRevoked = sessionToken !== null;
          await clear().catch(() => undefined);
          isRevoked = false;
        },
      };
    },
    checkResponses(check) {
      isUsable = check;
    },
    uninstall() {
      if (window.fetch === checkedFetch) window.fetch = pageFetch;
    },
  };
}

/** The only error that the SDK recognizes as a network error. */
function networkError(): TypeError {
  return new TypeError(FAILED_TO_FETCH);
}

function sdkPath(input: RequestInfo | URL, origins: readonly string[]): string | null {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  const url = parseUrl(address, window.location.href);
  if (url === null) return null;
  const { pathname } = url;
  if (!origins.includes(url.origin) || !pathname.startsWith(`${SDK_PREFIX}/`)) return null;
  return pathname.slice(SDK_PREFIX.length);
}

/** The provider does not need the path of the page, which could contain private data. */
function withoutReferrer(init: RequestInit | undefined): RequestInit {
  return { ...init, referrerPolicy: 'strict-origin' };
}

/** The oldest claim without a call; else the newest claim, for a call that the SDK repeats. */
function findClaim(claims: readonly ClaimRecord[], path: string): ClaimRecord | undefined {
  const candidates = claims.filter((claim) => claim.path === path);
  return candidates.find(({ calls }) => calls === 0) ?? candidates.at(-1);
}

async function digestOfToken(token: string | null): Promise<string | null> {
  return token === null ? null : digestOf(token);
}

const hasTokens = recordOf({
  intermediate_session_token: missingOr(isString),
  session_token: missingOr(isString),
});

/** Keeps the tokens of a request or a response for the digests of its claim. */
function noteTokens(claim: ClaimRecord, data: unknown): void {
  if (!hasTokens(data)) return;
  const { session_token = '', intermediate_session_token = '' } = data;
  claim.intermediateToken = intermediate_session_token || claim.intermediateToken;
  claim.sessionToken = session_token || claim.sessionToken;
  claim.granted = session_token || intermediate_session_token;
}

/** Revokes a session with the headers of a claim's last request, and the session's own token. */
function revoke(
  send: typeof fetch,
  { request }: ClaimRecord,
  token: string,
  timeout: number,
): void {
  if (request === null) return;
  const headers = new Headers(request.init.headers);
  const [publicToken] = basicAuthorization(headers);
  headers.set('authorization', `Basic ${btoa(`${publicToken}:${token}`)}`);
  const url = new URL(String(request.input));
  url.pathname = SDK_PREFIX + REVOKE_PATH;
  sendInBackground(send, url, { ...request.init, headers, method: 'POST', body: '{}' }, timeout);
}

/** The SDK sends the session token as the password of the basic authorization; without a session, its user name. */
function sessionTokenIn(headers: HeadersInit | undefined): string | null {
  const [user, password] = basicAuthorization(new Headers(headers));
  return password === undefined || password === user ? null : password;
}

function basicAuthorization(headers: Headers): string[] {
  const [, encoded] = /^Basic (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  return encoded === undefined ? [] : atob(encoded).split(':');
}

/**
 * Whether a claimed call may be sent with the session and the intermediate session in it. All tabs share the
 * cookies that the SDK reads them from, so another tab or another host may have replaced them; the provider will
 * act on what the request holds.
 */
async function mayBeSent(claim: ClaimRecord | undefined, init: RequestInit): Promise<boolean> {
  if (claim === undefined) return true;
  noteTokens(claim, typeof init.body === 'string' ? parseJson(init.body) : null);
  claim.sessionToken = sessionTokenIn(init.headers);
  const { intermediateToken, sessionToken, intermediateDigest, sessionDigest } = claim;
  const isOwn =
    (await isExpected(intermediateToken, intermediateDigest)) &&
    (await isExpected(sessionToken, sessionDigest));
  claim.wasHeldBack = !isOwn;
  return isOwn;
}

/** Whether a token has the digest that a claim expects; any token has, if the claim expects none. */
async function isExpected(token: string | null, digest: string | undefined) {
  return digest === undefined || (token !== null && (await digestOf(token)) === digest);
}

interface CallLimits {
  readonly path: string;
  readonly timeout: number;
  readonly isUsable: ResponseCheck;
  readonly claim?: ClaimRecord | undefined;
}

/** Sends a call and reads the whole response, so that a body that never ends times out too. */
function sendChecked(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
  limits: CallLimits,
): Promise<Response> {
  const { timeout, claim } = limits;
  const signal = claim?.signal;
  const controller = new AbortController();
  let isAbandoned = false;
  const abort = () => {
    isAbandoned = true;
    controller.abort();
  };
  const limit = signal === undefined ? timeout : timeout + TIMEOUT_GRACE;
  const deadline = Date.now() + limit;
  const timer = setTimeout(abort, limit);
  signal?.addEventListener('abort', abort);
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(networkError()));
  });
  // An aborted request reaches the provider all the same. Only its response tells which session it has started.
  const sentUntil =
    claim?.endsUnused !== undefined ? AbortSignal.timeout(2 * limit) : controller.signal;
  const responded = send(input, { ...init, signal: sentUntil }).then(async (response) => {
    const text = await response.text();
    // A page that was frozen may receive the response before its overdue timer.
    const isLate = isAbandoned || Date.now() > deadline;
    const checked = isLate ? null : checkedResponse(limits, response, text);
    if (checked !== null) return checked;
    if (claim?.endsUnused?.() === true) revokeUnused(send, claim, text, timeout);
    throw networkError();
  });
  return Promise.race([responded, aborted])
    .catch(() => {
      throw networkError();
    })
    .finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
}

/** Ends the session of a response that nobody can continue with. */
function revokeUnused(send: typeof fetch, claim: ClaimRecord, text: string, timeout: number): void {
  const json = parseJson(text);
  if (!isEnvelope(json) || !hasTokens(json.data)) return;
  const { session_token } = json.data;
  if (session_token) revoke(send, claim, session_token, timeout);
}

const isEnvelope = recordOf({
  data: (value): value is Readonly<Record<string, unknown>> =>
    isRecord(value) && !Array.isArray(value),
});

const isRefusal = recordOf({ error_type: isString });
const isRefusalOfForm = recordOf({ body: listOf(isRecord) });

/** The response for the SDK; `null` when it is not a usable one of the provider. */
function checkedResponse(
  { path, isUsable, claim }: CallLimits,
  response: Response,
  text: string,
): Response | null {
  const { status, statusText } = response;
  const contentType = response.headers.get('content-type') ?? '';
  const json = parseJson(text);
  const isExpectedForm =
    status <= 299
      ? isEnvelope(json) && isUsable(path, json.data)
      : contentType.includes('application/json')
        ? isRefusal(json) || isRefusalOfForm(json)
        : text.includes('Captcha required');
  if (!isExpectedForm) return null;
  if (claim !== undefined && isEnvelope(json)) noteTokens(claim, json.data);
  return new Response(text, { status, statusText, headers: { 'content-type': contentType } });
}

/**
 * Reports the project's settings, and makes the SDK start OAuth with PKCE in any case. For a project without an
 * access policy, the SDK would log an error and use the policy that it cached: it gets one that permits nothing.
 */
async function settingsForSdk(
  response: Response,
  onSettings: (settings: RawSettings | null) => void,
): Promise<Response> {
  const json: unknown = await response.clone().json();
  const settings = isEnvelope(json) ? readRawSettings(json.data) : null;
  onSettings(settings);
  if (settings === null) return response;
  const rbac_policy = settings.rbac_policy ?? { roles: [], resources: [] };
  const data = { ...settings, rbac_policy, pkce_required_for_oauth: true };
  return jsonResponse({ ...Object(json), data }, response.status);
}

/** Hides failures of the SDK's telemetry. The body is read because an unread body keeps the connection open. */
function sendTelemetry(sent: Promise<Response>): Promise<Response> {
  const done = () => new Response(null, { status: 204 });
  return sent.then((response) => response.arrayBuffer()).then(done, done);
}

/** Sends a request whose response nobody waits for, so that it outlives the page. */
function sendInBackground(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
  timeout: number,
): void {
  const signal = AbortSignal.timeout(timeout);
  send(input, { ...init, keepalive: true, signal }).catch(() => undefined);
}

/** `Response.json` is younger than Safari 16.4. */
function jsonResponse(body: object, status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}
