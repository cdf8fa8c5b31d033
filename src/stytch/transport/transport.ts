import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { parseUrl } from '#machines/rules/parse-url.ts';
import { type RawSettings, readRawSettings } from '../sdk/raw-settings.ts';
import {
  type ClaimLimits,
  type ClaimRecord,
  digestOfToken,
  findClaim,
  mayBeSent,
  newClaim,
} from './call-claims.ts';
import { networkError, type ResponseCheck, sendChecked, settingsForSdk } from './checked-call.ts';
import {
  LIVE_ORIGIN,
  REFRESH_PATH,
  REVOKE_PATH,
  SDK_PREFIX,
  SETTINGS_PATH,
  TEST_ORIGIN,
} from './provider-paths.ts';
import { revokeInBackground } from './revocation.ts';

const EVENTS_PATH = '/events';

/** Other calls wait for the project's settings, so fetching these times out earlier. */
const SETTINGS_TIMEOUT = (BUSY_TIMEOUT * 2) / 3;

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
  /** Sets the check of the data of every further response but the project's settings. */
  checkResponses(isUsable: ResponseCheck): void;
  /** Restores the page's own `fetch`. */
  uninstall(): void;
}

/** A claimed call of the SDK. */
export interface CallClaim {
  /** Ends the claim. Call it when the SDK has settled. */
  release(): void;
  /** The digest of the intermediate session in the response, else in the request; `null` without either. */
  intermediateDigest(): Promise<string | null>;
  /** Whether the call was not sent, because the browser holds another intermediate session. */
  wasHeldBack(): boolean;
  /** Whether a token from a cookie is the session, or the intermediate session, of the response; or it has none. */
  isGranted(token: string | null): boolean;
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
  const send: typeof fetch = (...call) => pageFetch.apply(window, call);
  const claims: ClaimRecord[] = [];
  let { settingsResponse = null } = options;
  let isUsable: ResponseCheck = () => true;

  const checkedFetch: typeof fetch = (input, init) => {
    const path = sdkPath(input, origins);
    if (path === null) return send(input, init);
    const request = withoutReferrer(init);
    if (path === EVENTS_PATH) return sendTelemetry(send(input, request));
    if (path === REVOKE_PATH) return revokeInBackground(send, callTimeoutMs, input, request);
    const claim = findClaim(claims, path);
    if (path === REFRESH_PATH && claim === undefined) {
      return Promise.reject(networkError());
    }
    if (claim !== undefined) claim.calls += 1;
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
      const claim = newClaim(path, signal, limits);
      claims.push(claim);
      return {
        release() {
          const index = claims.indexOf(claim);
          if (index >= 0) claims.splice(index, 1);
        },
        intermediateDigest: () => digestOfToken(claim.intermediateToken),
        wasHeldBack: () => claim.wasHeldBack,
        isGranted: (token) => claim.granted === '' || claim.granted === token,
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

/** Hides failures of the SDK's telemetry. The body is read because an unread body keeps the connection open. */
function sendTelemetry(sent: Promise<Response>): Promise<Response> {
  const done = () => new Response(null, { status: 204 });
  return sent.then((response) => response.arrayBuffer()).then(done, done);
}
