import * as v from 'valibot';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { displayMessage } from '#machines/rules/display-text.ts';
import type { SentenceCode, SentenceRef } from '#machines/rules/sentence.ts';
import {
  FAILED_TO_FETCH,
  UNRECOVERABLE_SESSION_ERRORS,
  unreachableFailure,
} from '../sdk/failures.ts';

/** The meaning of errors of these types at one endpoint. */
export interface ErrorRule {
  readonly types: readonly string[];
  readonly reason: 'input' | 'refused' | 'known';
  /** The code of what the person can do; without one, the error's own message is shown. */
  readonly code?: SentenceCode;
}

/** The meaning of the errors of an endpoint, beside those of all endpoints. */
export interface ErrorRules {
  readonly errors?: readonly ErrorRule[];
  /** The sentence for a verifier that does not belong to the token. */
  readonly pkceMismatch?: SentenceCode;
  /** The sentence for an ended intermediate session, at an endpoint that needs one. */
  readonly intermediateEnded?: SentenceCode;
  /** Whether the endpoint needs the session. */
  readonly needsSession?: boolean;
}

/** The errors of signing in with the account that was chosen at Google: another one can be used. */
export const REFUSED_ACCOUNT: readonly ErrorRule[] = [
  {
    types: ['email_jit_provisioning_not_allowed', 'oauth_tenant_jit_provisioning_not_allowed'],
    reason: 'refused',
    code: 'notAMember',
  },
  { types: ['operation_restricted_by_organization_auth_methods'], reason: 'refused' },
];

export const RATE_LIMIT = ['too_many_requests'];

/** The errors of a code of the authenticator app. */
export const WRONG_TOTP = [
  'unable_to_authenticate_totp',
  'totp_code_already_authenticated',
  'invalid_totp_code',
];

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
  { types: RATE_LIMIT, reason: 'known', code: 'rateLimited' },
  {
    types: ['ad_blocker_detected', 'captcha_required'],
    reason: 'known',
    code: 'securityCheckFailed',
  },
  { types: ['captcha_failed'], reason: 'known', code: 'captchaFailed' },
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
 * Maps what the SDK threw to a failure (R15.1): with the code of what to do, else the error's `error_message`, else its
 * `message`, else `somethingWentWrong`. Decision 002.
 */
export function toFailure(thrown: unknown, rules: ErrorRules): ProviderFailure {
  const error = readError(thrown);
  if (isNetworkError(error)) return unreachableFailure();
  const { reason, code } = meaningOf(error, rules);
  return {
    kind: 'failed',
    reason,
    ...(code === undefined ? sentenceRefOf(error) : { code }),
    requestId: error.request_id || null,
  };
}

function meaningOf(
  { error_type: type }: ReadError,
  { errors = [], pkceMismatch, intermediateEnded, needsSession }: ErrorRules,
): { readonly reason: ProviderFailure['reason']; readonly code?: SentenceCode } {
  if (PKCE_ERRORS.includes(type)) {
    return { reason: 'pkce', code: pkceMismatch ?? 'googleNotContinued' };
  }
  if (intermediateEnded !== undefined && INTERMEDIATE_SESSION_ERRORS.includes(type)) {
    return { reason: 'intermediate', code: intermediateEnded };
  }
  if (needsSession && UNRECOVERABLE_SESSION_ERRORS.includes(type)) {
    return { reason: 'session', code: 'sessionEnded' };
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

function sentenceRefOf(error: ReadError): SentenceRef {
  const own = FOR_DEVELOPERS.includes(error.name) ? '' : displayMessage(error.message);
  const message = displayMessage(error.error_message) || own;
  return message === ''
    ? { code: 'somethingWentWrong' }
    : { code: 'providerSaid', values: { message } };
}
