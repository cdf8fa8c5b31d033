import type { Store } from '../../store/store.ts';
import type { ProviderError } from './provider-error.ts';
import type { Call } from './route.ts';

/** Creates a JSON response that must not be cached. */
export function jsonResponse(
  body: unknown,
  status: number,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** Creates a successful response. The browser SDK reads its body from `data`, a backend from the response itself. */
export function successResponse(store: Store, body: object, door: Call['door']): Response {
  const common = { status_code: 200, request_id: store.ids.next('request-id-test') };
  const response = { ...common, ...body };
  return jsonResponse(door === 'browser' ? { ...common, data: response } : response, 200);
}

/** Creates an error response in the provider's format. */
export function errorResponse(store: Store, error: ProviderError): Response {
  const { statusCode, errorType, message, retryAfter } = error;
  return jsonResponse(
    {
      status_code: statusCode,
      request_id: store.ids.next('request-id-test'),
      error_type: errorType,
      error_message: message,
      error_url: `https://stytch.com/docs/api/errors/${statusCode}#${errorType}`,
    },
    statusCode,
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}
