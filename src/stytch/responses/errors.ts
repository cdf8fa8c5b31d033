import * as v from 'valibot';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { displayMessage } from '#machines/rules/display-text.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import {
  createFailure,
  FAILED_TO_FETCH,
  UNRECOVERABLE_SESSION_ERRORS,
  unreachableFailure,
} from '../sdk/failures.ts';

/** What errors of these types mean at one endpoint. */
export interface ErrorRule {
  readonly types: readonly string[];
  readonly reason: 'input' | 'refused' | 'known';
  /** The sentence that says what to do; without one, the error's own message is shown. */
  readonly message?: string;
}

/** What the errors of an endpoint mean, beside those of all endpoints. */
export interface ErrorRules {
  readonly errors?: readonly ErrorRule[];
  /** The sentence for a verifier that does not belong to the token. */
  readonly pkceMismatch?: string;
  /** The sentence for an ended intermediate session, at an endpoint that needs one. */
  readonly intermediateEnded?: string;
  /** Whether the endpoint needs the session. */
  readonly needsSession?: boolean;
}

/** The errors of signing in with the account that was chosen at Google: another one can be used. */
export const REFUSED_ACCOUNT: readonly ErrorRule[] = [
  {
    types: ['email_jit_provisioning_not_allowed', 'oauth_tenant_jit_provisioning_not_allowed'],
    reason: 'refused',
    message: messagesAfterGoogle.notAMember,
  },
  { types: ['operation_restricted_by_organization_auth_methods'], reason: 'refused' },
];

export const RATE_LIMIT = ['too_many_requests'];

const PKCE_ERRORS = [
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
  'invalid_pkce_code_verifier',
];

const INTERMEDIATE_SESSION_ERRORS = [
  'intermediate_session_not_found',
  'invalid_intermediate_session_token_for_organization',
  'no_session_arguments',
  ...UNRECOVERABLE_SESSION_ERRORS,
];

/** The errors that any endpoint can return. The security checks: the provider demanded one that was not made. */
export const COMMON_ERRORS: readonly ErrorRule[] = [
  { types: RATE_LIMIT, reason: 'known', message: messagesAfterGoogle.rateLimited },
  {
    types: ['ad_blocker_detected', 'captcha_required'],
    reason: 'known',
    message: messagesAfterGoogle.securityCheckFailed,
  },
  { types: ['captcha_failed'], reason: 'known', message: messagesAfterGoogle.captchaFailed },
];

const optionalText = v.fallback(v.optional(v.string(), ''), '');
const errorSchema = v.fallback(
  v.looseObject({
    name: optionalText,
    message: optionalText,
    error_type: optionalText,
    error_message: optionalText,
    request_id: optionalText,
  }),
  { name: '', message: '', error_type: '', error_message: '', request_id: '' },
);

type ReadError = v.InferOutput<typeof errorSchema>;

/** Reads what the SDK threw, of any shape. */
export function readError(thrown: unknown): ReadError {
  return v.parse(errorSchema, thrown);
}

/**
 * Maps what the SDK threw to a failure (R15.1): with a sentence that says what to do, else the error's `error_message`,
 * else its `message`, else 'Something went wrong. Please try again.'. Decision 002.
 */
export function toFailure(thrown: unknown, rules: ErrorRules): ProviderFailure {
  const error = readError(thrown);
  if (isNetworkError(error)) return unreachableFailure();
  const { reason, message } = meaningOf(error, rules);
  return {
    ...createFailure(reason, message ?? messageOf(error)),
    requestId: error.request_id || null,
  };
}

function meaningOf(
  { error_type: type }: ReadError,
  { errors = [], pkceMismatch, intermediateEnded, needsSession }: ErrorRules,
): { readonly reason: ProviderFailure['reason']; readonly message?: string } {
  if (PKCE_ERRORS.includes(type)) {
    return { reason: 'pkce', message: pkceMismatch ?? messagesAfterGoogle.googleNotContinued };
  }
  if (intermediateEnded !== undefined && INTERMEDIATE_SESSION_ERRORS.includes(type)) {
    return { reason: 'intermediate', message: intermediateEnded };
  }
  if (needsSession && UNRECOVERABLE_SESSION_ERRORS.includes(type)) {
    return { reason: 'session', message: messages.sessionEnded };
  }
  const rule = [...errors, ...COMMON_ERRORS].find(({ types }) => types.includes(type));
  return rule ?? { reason: 'other' };
}

export function isNetworkError({ name, message }: ReadError): boolean {
  return (
    name === 'StytchAPIUnreachableError' ||
    name === 'SDKAPIUnreachableError' ||
    (name === 'TypeError' && message === FAILED_TO_FETCH)
  );
}

/**
 * Errors whose messages are for developers: programming mistakes, and what the SDK makes of a response without a
 * message ("[400] some_type undefined See undefined for more information.").
 */
const FOR_DEVELOPERS = [
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'StytchAPIError',
];

function messageOf(error: ReadError): string {
  const own = FOR_DEVELOPERS.includes(error.name) ? '' : displayMessage(error.message);
  return displayMessage(error.error_message) || own || messages.somethingWentWrong;
}
