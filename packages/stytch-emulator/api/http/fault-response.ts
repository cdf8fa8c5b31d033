import { ConnectionDropped } from '../../store/faults.ts';
import { LIMITS } from '../../store/limits.ts';
import type { Fault } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { errorResponse, jsonResponse } from './json-response.ts';
import { ProviderError } from './provider-error.ts';

const BAD_GATEWAY_PAGE = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';

const OOPS = 'Oops, something seems to have gone wrong. Please try again.';

function defaultErrorType(status: number): string {
  if (status === 429) return 'too_many_requests';
  if (status === 401) return 'unauthorized_credentials';
  if (status >= 500) return 'internal_server_error';
  return 'bad_request';
}

/**
 * Returns the response of a fault, which replaces the provider's. Returns null for `slow`: the
 * provider then handles the request after the delay. Throws ConnectionDropped for `drop` and `hang`.
 */
export async function faultResponse(
  store: Store,
  { fault }: Fault,
  signal: AbortSignal,
): Promise<Response | null> {
  const { kind, status, latencyMs, message, retryAfter } = fault;
  const latency = latencyMs ?? (kind === 'slow' ? LIMITS.slowFaultDefaultMs : 0);
  if (latency > 0) await store.wait(signal, latency);
  switch (kind) {
    case 'slow':
      return null;
    case 'error': {
      const code = status ?? 500;
      const type = fault.errorType ?? defaultErrorType(code);
      return errorResponse(store, new ProviderError(code, type, message ?? OOPS, retryAfter));
    }
    case 'html':
      return new Response(BAD_GATEWAY_PAGE, {
        status: status ?? 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    case 'truncated':
      return new Response('{"status_code":200,"request_id":"request-id-test-cut","data":{"mem', {
        status: status ?? 200,
        headers: { 'content-type': 'application/json' },
      });
    case 'wrongShape':
      return jsonResponse({ status_code: 200, data: { unexpected: ['shape'] } }, status ?? 200);
    case 'drop':
      throw new ConnectionDropped();
    case 'hang':
      await store.wait(signal);
      throw new ConnectionDropped();
  }
}
