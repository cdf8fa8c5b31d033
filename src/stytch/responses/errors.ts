import * as v from 'valibot';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { displayMessage } from '#machines/rules/display-text.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import {
  createFailure,
  FAILED_TO_FETCH,
  SecurityCheckError,
  UNRECOVERABLE_SESSION_ERRORS,
  unreachableFailure,
} from '../sdk/failures.ts';
import type { EndpointName } from './endpoints.ts';

const INTERMEDIATE_SESSION_ERRORS = [
  'intermediate_session_not_found',
  'invalid_intermediate_session_token_for_organization',
  'no_session_arguments',
];

const PKCE_ERRORS = [
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
  'invalid_pkce_code_verifier',
];

const CODE_ERRORS = ['otp_code_not_found', 'unable_to_auth_otp_code', 'invalid_code'];

const LINK_ERRORS = ['unable_to_auth_magic_link', 'magic_link_not_found', 'invalid_token'];

const OAUTH_ERRORS = ['oauth_token_not_found', 'expired_oauth_response', 'invalid_token'];

const MEMBERSHIP_ERRORS = [
  'email_jit_provisioning_not_allowed',
  'oauth_tenant_jit_provisioning_not_allowed',
];

/** The organization does not let the account in, or not by the way that it came. */
const REFUSALS = [...MEMBERSHIP_ERRORS, 'operation_restricted_by_organization_auth_methods'];

/** The endpoints that sign in with the account that was chosen at Google. */
const ACCOUNT_ENDPOINTS: readonly EndpointName[] = ['redeemOAuth', 'exchange'];

const IMPERSONATION_ERRORS = ['unable_to_auth_impersonation_token', 'invalid_token'];

const TOTP_ERRORS = [
  'unable_to_authenticate_totp',
  'totp_code_already_authenticated',
  'invalid_totp_code',
];

const RECOVERY_ERRORS = ['unable_to_authenticate_recovery_code', 'invalid_recovery_code'];

const RATE_LIMIT_ERRORS = ['too_many_requests'];

/** A security check that the provider demanded was not made. */
const SECURITY_CHECK_ERRORS = ['ad_blocker_detected', 'captcha_required'];

const CAPTCHA_ERRORS = ['captcha_failed'];

const TAKEN_ERRORS = ['organization_slug_already_used'];

const SLUG_ERRORS = ['invalid_organization_slug'];

/** The errors whose own message does not say what to do, and the message that does. */
const ENDPOINT_MESSAGES: Partial<
  Record<EndpointName, readonly (readonly [readonly string[], string])[]>
> = {
  redeemDiscovery: [[OAUTH_ERRORS, messagesAfterGoogle.googleResponseUsed]],
  redeemOAuth: [
    [OAUTH_ERRORS, messagesAfterGoogle.googleResponseUsed],
    [MEMBERSHIP_ERRORS, messagesAfterGoogle.notAMember],
  ],
  exchange: [[MEMBERSHIP_ERRORS, messagesAfterGoogle.notAMember]],
  redeemLink: [[LINK_ERRORS, messagesAfterGoogle.linkUsedOrExpired]],
  redeemImpersonation: [[IMPERSONATION_ERRORS, messagesAfterGoogle.impersonationLinkUsed]],
  verifyCode: [
    [CODE_ERRORS, messagesAfterGoogle.codeWrong],
    [RATE_LIMIT_ERRORS, messagesAfterGoogle.tooManyTries],
  ],
  verifyFactor: [[TOTP_ERRORS, messagesAfterGoogle.factorCodeWrong]],
  recover: [[RECOVERY_ERRORS, messagesAfterGoogle.recoveryCodeWrong]],
  create: [
    [TAKEN_ERRORS, messagesAfterGoogle.organizationNameTaken],
    [SLUG_ERRORS, messages.organizationNameUnusable],
  ],
};

/** The endpoints whose messages above are about what was typed. */
const INPUT_ENDPOINTS: readonly EndpointName[] = [
  'verifyCode',
  'verifyFactor',
  'recover',
  'create',
];

/** The endpoints that need the intermediate session, and the message when it has expired. */
const INTERMEDIATE_MESSAGES: Partial<Record<EndpointName, string>> = {
  readOrganizations: messages.intermediateExpired,
  exchange: messages.intermediateExpired,
  create: messages.intermediateExpired,
  verifyFactor: messages.secondFactorExpired,
  recover: messages.secondFactorExpired,
  enrol: messages.secondFactorExpired,
};

/** The endpoints that need the session. */
const SESSION_ENDPOINTS: readonly EndpointName[] = [
  'readMemberships',
  'refresh',
  'switchOrganization',
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

/**
 * Maps an error to a failure (R15.1). The message is the error's own `error_message`, else its `message`, else
 * 'Something went wrong. Please try again.'. An error that the person can act on gets a message that says how.
 * Decision 013.
 *
 * @param thrown what the SDK threw, of any shape
 * @param endpoint the endpoint that was called
 */
export function toFailure(thrown: unknown, endpoint: EndpointName): ProviderFailure {
  const error = v.parse(errorSchema, thrown);
  if (isNetworkError(error)) return unreachableFailure();
  if (thrown instanceof SecurityCheckError) {
    return createFailure('other', messagesAfterGoogle.securityCheckFailed);
  }
  const { error_type: type, request_id: requestId } = error;
  const failed = (reason: ProviderFailure['reason'], message: string): ProviderFailure => ({
    ...createFailure(reason, message),
    requestId: requestId || null,
  });
  if (PKCE_ERRORS.includes(type)) {
    const isLink = endpoint === 'redeemLink';
    return failed(
      'pkce',
      isLink ? messagesAfterGoogle.linkOfOtherBrowser : messagesAfterGoogle.googleNotContinued,
    );
  }
  const intermediateMessage = INTERMEDIATE_MESSAGES[endpoint];
  const isUnrecoverable = UNRECOVERABLE_SESSION_ERRORS.includes(type);
  if (
    intermediateMessage !== undefined &&
    (INTERMEDIATE_SESSION_ERRORS.includes(type) || isUnrecoverable)
  ) {
    return failed('intermediate', intermediateMessage);
  }
  if (isUnrecoverable && SESSION_ENDPOINTS.includes(endpoint)) {
    return failed('session', messages.sessionEnded);
  }
  const message = ENDPOINT_MESSAGES[endpoint]?.find(([types]) => types.includes(type))?.[1];
  if (REFUSALS.includes(type) && ACCOUNT_ENDPOINTS.includes(endpoint)) {
    return failed('refused', message ?? messageOf(error));
  }
  if (message !== undefined) {
    return failed(INPUT_ENDPOINTS.includes(endpoint) ? 'input' : 'known', message);
  }
  if (RATE_LIMIT_ERRORS.includes(type)) return failed('known', messagesAfterGoogle.rateLimited);
  if (SECURITY_CHECK_ERRORS.includes(type))
    return failed('known', messagesAfterGoogle.securityCheckFailed);
  if (CAPTCHA_ERRORS.includes(type)) return failed('known', messagesAfterGoogle.captchaFailed);
  return failed('other', messageOf(error));
}

function isNetworkError({ name, message }: { name: string; message: string }): boolean {
  return (
    name === 'StytchAPIUnreachableError' ||
    name === 'SDKAPIUnreachableError' ||
    name === 'AbortError' ||
    name === 'TimeoutError' ||
    (name === 'TypeError' && message === FAILED_TO_FETCH)
  );
}

/** Errors of a programming mistake. Their messages are for developers. */
const DEFECTS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

function messageOf(error: { name: string; error_message: string; message: string }): string {
  if (DEFECTS.includes(error.name)) return messages.somethingWentWrong;
  return (
    displayMessage(error.error_message) ||
    displayMessage(error.message) ||
    messages.somethingWentWrong
  );
}
