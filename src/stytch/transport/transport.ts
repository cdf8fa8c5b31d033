import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import { parseUrl } from '#machines/rules/parse-url.ts';
import {
  REFRESH_PATH,
  REVOKE_PATH,
  SDK_PREFIX,
  SETTINGS_PATH,
} from '#machines/rules/provider-api.ts';
import { readRawSettings, type Settings } from '../sdk/raw-settings.ts';
import {
  jsonResponse,
  networkError,
  type ResponseCheck,
  sendCheckedRequest,
  settingsForSdk,
} from './checked-call.ts';

const EVENTS_PATH = '/events';

/** Other calls wait for the project's settings, so fetching these times out earlier. */
const SETTINGS_TIMEOUT = (CALL_TIMEOUT * 2) / 3;

/**
 * Replaces `window.fetch` by one that checks all traffic of the SDK. Install it before the SDK is imported.
 *
 * - Each call is aborted after `CALL_TIMEOUT`. A time-out in the machine does not stop the SDK, which would
 *   write a late response over a newer session.
 * - Every network error becomes `TypeError: Failed to fetch`. Browsers word it differently, and the SDK
 *   compares the text.
 * - A response that lacks a field which the SDK writes into its state counts as a network error.
 * - A session refresh is sent only when an actor has claimed it. The SDK's constructor and its background
 *   worker make refreshes of their own.
 * - Signing out gets an immediate response while the request continues. A provider that hangs does not keep a member
 *   signed in, and a late response does not clear a newer session.
 *
 * @param providerOrigin the origin of the provider
 */
export function installTransport(providerOrigin: string) {
  const pageFetch = window.fetch;
  const send: typeof fetch = (...call) => pageFetch.apply(window, call);
  const claims = new Map<string, AbortSignal>();
  let isUsable: ResponseCheck = () => false;
  let resolveSettings: (settings: Settings | null) => void = () => undefined;
  const settings = new Promise<Settings | null>((resolve) => {
    resolveSettings = resolve;
  });

  window.fetch = (input, init) => {
    const path = sdkPath(input, providerOrigin);
    if (path === null) return send(input, init);
    const request = withoutReferrer(init);
    if (path === EVENTS_PATH) return sendTelemetry(send(input, request));
    if (path === REVOKE_PATH) {
      // The request outlives the page.
      const signal = AbortSignal.timeout(CALL_TIMEOUT);
      send(input, { ...request, keepalive: true, signal }).catch(() => undefined);
      return Promise.resolve(jsonResponse({ data: {} }, 200));
    }
    if (path.startsWith(SETTINGS_PATH)) return sendSettings(input, request);
    const claim = claims.get(path);
    if (claim?.aborted || (path === REFRESH_PATH && claim === undefined)) {
      return Promise.reject(networkError());
    }
    const limits = { path, timeout: CALL_TIMEOUT, isUsable, outer: claim };
    return sendCheckedRequest(send, input, request, limits);
  };

  const sendSettings = (input: RequestInfo | URL, request: RequestInit) => {
    return sendCheckedRequest(send, input, request, {
      path: SETTINGS_PATH,
      timeout: SETTINGS_TIMEOUT,
      isUsable: (_, data) => readRawSettings(data) !== null,
    }).then(
      (response) => settingsForSdk(response, resolveSettings),
      (error: unknown) => {
        resolveSettings(null);
        throw error;
      },
    );
  };

  return {
    /**
     * The project's settings; `null` when they could not be fetched (R15.5). They are those of the first response, as in
     * the SDK.
     */
    settings,
    /**
     * Claims the SDK's calls to `path` for one of this module's actors. When `signal` aborts, the call is aborted, or not
     * sent at all if the SDK has not made it yet.
     *
     * @returns what ends the claim: call it when the SDK has settled
     */
    claimCalls(path: string, signal: AbortSignal): () => void {
      claims.set(path, signal);
      return () => {
        if (claims.get(path) === signal) claims.delete(path);
      };
    },
    /** Sets the check of the data of every response but the project's settings. Without it none is usable. */
    checkResponses(check: ResponseCheck) {
      isUsable = check;
    },
  };
}

export type Transport = ReturnType<typeof installTransport>;

function sdkPath(input: RequestInfo | URL, origin: string): string | null {
  const url = parseUrl(input instanceof Request ? input.url : `${input}`, window.location.href);
  if (url === null) return null;
  const { pathname } = url;
  if (url.origin !== origin || !pathname.startsWith(`${SDK_PREFIX}/`)) return null;
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
