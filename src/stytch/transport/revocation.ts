import { jsonResponse } from './checked-call.ts';

/**
 * Sends the SDK's request to end a session, and responds to it at once. The request outlives the page.
 *
 * @param send the page's own `fetch`
 * @param timeout milliseconds after which the request is given up
 */
export function revokeInBackground(
  send: typeof fetch,
  timeout: number,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response> {
  send(input, { ...init, keepalive: true, signal: AbortSignal.timeout(timeout) }).catch(
    () => undefined,
  );
  return Promise.resolve(jsonResponse({ data: {} }, 200));
}
