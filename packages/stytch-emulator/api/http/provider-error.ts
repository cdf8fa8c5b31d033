import type { StytchAPIError } from '@stytch/vanilla-js/b2b/headless';

/** The provider's error types, as its newest browser SDK declares them. */
export type ErrorType = StytchAPIError['error_type'];

/** An error of the provider. Handlers throw it; the SDK API responds with it as JSON. */
export class ProviderError extends Error {
  readonly statusCode: number;
  readonly errorType: ErrorType;
  readonly retryAfter: number | undefined;

  /** `retryAfter` is in seconds. */
  constructor(statusCode: number, errorType: ErrorType, message: string, retryAfter?: number) {
    super(message);
    this.name = 'ProviderError';
    this.statusCode = statusCode;
    this.errorType = errorType;
    this.retryAfter = retryAfter;
  }
}

/** Creates the errors that several calls throw. */
export const providerErrors = {
  noSession: () =>
    new ProviderError(
      401,
      'user_unauthenticated',
      'User must have an active Stytch session to call this method. Have you logged in yet?',
    ),
  sessionNotFound: () => new ProviderError(404, 'session_not_found', 'Session could not be found.'),
  intermediateSessionNotFound: () =>
    new ProviderError(
      404,
      'intermediate_session_not_found',
      'Intermediate session could not be found.',
    ),
  organizationNotFound: () =>
    new ProviderError(404, 'organization_not_found', 'Organization could not be found.'),
  memberNotFound: () => new ProviderError(404, 'member_not_found', 'Member could not be found.'),
  invalidEmail: () => new ProviderError(400, 'invalid_email', 'Email format is invalid.'),
  oauthTokenNotFound: () =>
    new ProviderError(404, 'oauth_token_not_found', 'OAuth token could not be found.'),
  tooManyRequests: () =>
    new ProviderError(429, 'too_many_requests', 'Too many requests have been made.'),
  impersonatedSession: () =>
    new ProviderError(
      403,
      'session_not_mutable',
      'An impersonated session cannot be changed or extended.',
    ),
};
