import { basicAuthorization } from './call-claims.ts';
import { jsonResponse } from './checked-call.ts';
import { REVOKE_PATH, SDK_PREFIX } from './provider-paths.ts';

/** Ends sessions at the provider. Nothing waits for its response, and the requests outlive the page. */
export interface Revocation {
  /** Keeps a request of the SDK, with whose headers a session is ended. */
  note(input: RequestInfo | URL, init: RequestInit): void;
  /**
   * Ends the session of a token, whichever session the cookie holds.
   *
   * @param sendBy sends the request in place of `send`
   */
  revoke(token: string, sendBy?: typeof fetch): void;
  /**
   * Ends the session of a token. The SDK, which would send the token of the cookie, or nothing if it cannot, only clears
   * what it stores.
   *
   * @param clear the SDK's revocation
   */
  revokeWith(token: string | null, clear: () => Promise<unknown>): Promise<void>;
  /** Sends the SDK's own revocation, unless its session is ended by `revokeWith`, and responds to it at once. */
  respond(input: RequestInfo | URL, init: RequestInit): Promise<Response>;
}

/**
 * @param send the page's own `fetch`
 * @param timeout milliseconds after which a request is given up
 */
export function createRevocation(send: typeof fetch, timeout: number): Revocation {
  let noted: { readonly input: RequestInfo | URL; readonly init: RequestInit } | null = null;
  /** The session is being ended with its own token, so that the revocation of the SDK is not sent. */
  let isRevoked = false;

  const sendInBackground = (input: RequestInfo | URL, init: RequestInit, sendBy = send) => {
    const signal = AbortSignal.timeout(timeout);
    sendBy(input, { ...init, keepalive: true, signal }).catch(() => undefined);
  };
  const revoke: Revocation['revoke'] = (token, sendBy) => {
    if (noted === null) return;
    const { input, init } = noted;
    const headers = new Headers(init.headers);
    const [publicToken] = basicAuthorization(headers);
    headers.set('authorization', `Basic ${btoa(`${publicToken}:${token}`)}`);
    const url = new URL(String(input));
    url.pathname = SDK_PREFIX + REVOKE_PATH;
    sendInBackground(url, { ...init, headers, method: 'POST', body: '{}' }, sendBy);
  };
  return {
    note(input, init) {
      noted = { input, init };
    },
    revoke,
    async revokeWith(token, clear) {
      if (token !== null) revoke(token);
      isRevoked = token !== null;
      await clear().catch(() => undefined);
      isRevoked = false;
    },
    respond(input, init) {
      if (!isRevoked) sendInBackground(input, init);
      return Promise.resolve(jsonResponse({ data: {} }, 200));
    },
  };
}
