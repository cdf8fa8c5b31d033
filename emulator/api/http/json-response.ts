import type { ResponseCommon } from '@stytch/vanilla-js/b2b/headless';
import type { Store } from '../../store/store.ts';
import type { ProviderError } from './provider-error.ts';

/** What a handler gives: an SDK response type without the two fields every answer has. */
export type ResponseBody<Response> = Response extends unknown
  ? Omit<Response, keyof ResponseCommon>
  : never;

/** A JSON response that no cache may keep. */
export function jsonResponse(
  body: unknown,
  status: number,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

/** A success as the SDK unwraps it: the answer is in `data`. */
export function successResponse(store: Store, answer: object): Response {
  const common = { status_code: 200, request_id: store.ids.next('request-id-test') };
  return jsonResponse({ ...common, data: { ...common, ...answer } }, 200);
}

/** A refusal as the SDK reads it. */
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
