import { ConnectionDropped } from '../../store/faults.ts';
import { LIMITS } from '../../store/limits.ts';
import type { Fault } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { errorResponse, jsonResponse } from './json-response.ts';
import { ProviderError } from './provider-error.ts';

const BAD_GATEWAY_PAGE = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';

function defaultErrorType(status: number): string {
  if (status === 429) return 'too_many_requests';
  if (status === 401) return 'unauthorized_credentials';
  if (status >= 500) return 'internal_server_error';
  return 'bad_request';
}

function errorFaultResponse(store: Store, { fault }: Fault): Response {
  const status = fault.status ?? 500;
  return errorResponse(
    store,
    new ProviderError(
      status,
      fault.errorType ?? defaultErrorType(status),
      fault.message ?? 'Oops, something seems to have gone wrong. Please try again.',
      fault.retryAfter,
    ),
  );
}

/**
 * What a fault answers instead of the provider, which then has not seen the request. `slow` alone
 * gives null: the provider answers, later. `drop` throws ConnectionDropped.
 */
export async function faultResponse(
  store: Store,
  armed: Fault,
  signal: AbortSignal,
): Promise<Response | null> {
  const { kind, status, latencyMs } = armed.fault;
  const latency = latencyMs ?? (kind === 'slow' ? LIMITS.slowDefault : 0);
  if (latency > 0) await store.wait(signal, latency);
  switch (kind) {
    case 'slow':
      return null;
    case 'error':
      return errorFaultResponse(store, armed);
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
