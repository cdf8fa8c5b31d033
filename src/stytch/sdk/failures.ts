import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import type { SentenceCode } from '#machines/rules/sentence.ts';

/** The error types after which a session cannot be refreshed any more (R11.5), as the SDK lists them. */
export const UNRECOVERABLE_SESSION_ERRORS = [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
];

/** The message of the error that a failed `fetch` throws in Chromium, and the only one the SDK recognizes. */
export const FAILED_TO_FETCH = 'Failed to fetch';

/** A failure that the product found by itself. */
export function createFailure(
  reason: ProviderFailure['reason'],
  code: SentenceCode,
): ProviderFailure {
  return { kind: 'failed', reason, code, requestId: null };
}

/** The failure for no usable response: a network error, a time-out, or a response that is not the provider's. */
export function unreachableFailure(): ProviderFailure {
  return createFailure('unreachable', 'unreachable');
}
