import * as v from 'valibot';
import type { ProviderFailure } from '#machines/auth/auth.types.ts';
import { messages } from '#machines/rules/messages.ts';
import type { EndpointName } from './endpoints.ts';

/** The errors after which trying a session again cannot help (R11.5), as the SDK lists them. */
export const UNRECOVERABLE = [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
];

const INTERMEDIATE_OVER = [
  'intermediate_session_not_found',
  'intermediate_session_expired',
  'invalid_intermediate_session_token',
  'invalid_intermediate_session_token_for_organization',
  'no_session_arguments',
];

const PKCE = [
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
  'invalid_pkce_code_verifier',
];

const CODE_REFUSED = ['otp_code_not_found', 'unable_to_auth_otp_code', 'invalid_code'];

const LINK_REFUSED = [
  'unable_to_auth_magic_link',
  'magic_link_not_found',
  'invalid_token',
  'token_not_found',
];

const OAUTH_REFUSED = ['oauth_token_not_found', 'expired_oauth_response', 'invalid_token'];

const IMPERSONATION_REFUSED = [
  'unable_to_auth_impersonation_token',
  'impersonation_token_not_found',
  'invalid_token',
];

const FACTOR_REFUSED = [
  'unable_to_authenticate_totp',
  'totp_code_already_authenticated',
  'invalid_totp_code',
  'expired_totp',
  'recovery_code_used_as_totp_code',
];

const RECOVERY_REFUSED = [
  'unable_to_authenticate_recovery_code',
  'invalid_recovery_code',
  'recovery_codes_not_found',
  'totp_code_used_as_recovery_code',
];

const TOO_MANY = ['too_many_requests', 'user_lock_limit_reached'];

/** Which errors of a call get a sentence of ours, because it says what to do; all others speak for themselves. */
const SENTENCES: Partial<Record<EndpointName, readonly (readonly [readonly string[], string])[]>> =
  {
    redeemDiscovery: [[OAUTH_REFUSED, messages.googleAnswerUsed]],
    redeemOAuth: [[OAUTH_REFUSED, messages.googleAnswerUsed]],
    redeemLink: [[LINK_REFUSED, messages.linkUsedOrExpired]],
    redeemImpersonation: [[IMPERSONATION_REFUSED, messages.impersonationLinkUsed]],
    verifyCode: [
      [CODE_REFUSED, messages.codeWrong],
      [TOO_MANY, messages.tooManyTries],
    ],
    verifyFactor: [[FACTOR_REFUSED, messages.factorCodeWrong]],
    recover: [[RECOVERY_REFUSED, messages.recoveryCodeWrong]],
  };

/** The calls that live from the intermediate session, and what to say when it is over. */
const INTERMEDIATE_SENTENCES: Partial<Record<EndpointName, string>> = {
  readOrganizations: messages.intermediateExpired,
  exchange: messages.intermediateExpired,
  create: messages.intermediateExpired,
  verifyFactor: messages.secondFactorExpired,
  recover: messages.secondFactorExpired,
  enrol: messages.secondFactorExpired,
};

/** The calls that live from the session. */
const BY_SESSION: readonly EndpointName[] = ['readMemberships', 'refresh', 'switchOrganization'];

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

/** A refusal in our own words, without a call. */
export function refusal(reason: ProviderFailure['reason'], message: string): ProviderFailure {
  return { kind: 'failed', reason, message, requestId: null };
}

/** No usable answer: the network, a time-out, or something that is not the provider. */
export function unreachable(): ProviderFailure {
  return refusal('unreachable', messages.unreachable);
}

/**
 * Whatever a call threw, as a refusal (R15.1: the error's own `error_message`, else its `message`, else
 * 'Something went wrong. Please try again.'). Errors that call for an action get the sentence that names it.
 *
 * @param thrown anything at all
 * @param call the call it came from
 */
export function refusalFrom(thrown: unknown, call: EndpointName): ProviderFailure {
  const error = v.parse(errorSchema, thrown);
  if (isNetwork(error)) return unreachable();
  const { error_type: type, request_id: requestId } = error;
  const said = (reason: ProviderFailure['reason'], message: string): ProviderFailure => ({
    kind: 'failed',
    reason,
    message,
    requestId: requestId || null,
  });
  if (PKCE.includes(type)) {
    const link = call === 'redeemLink';
    return said('pkce', link ? messages.linkOfOtherBrowser : messages.notStartedHere);
  }
  const intermediate = INTERMEDIATE_SENTENCES[call];
  const unrecoverable = UNRECOVERABLE.includes(type);
  if (intermediate !== undefined && (INTERMEDIATE_OVER.includes(type) || unrecoverable)) {
    return said('intermediate', intermediate);
  }
  if (unrecoverable && BY_SESSION.includes(call)) return said('session', messages.sessionEnded);
  const sentence = SENTENCES[call]?.find(([types]) => types.includes(type))?.[1];
  if (sentence !== undefined) return said('other', sentence);
  if (TOO_MANY.includes(type)) return said('other', messages.rateLimited);
  return said('other', sentenceOf(error));
}

function isNetwork({ name, message }: { name: string; message: string }): boolean {
  return (
    name === 'StytchAPIUnreachableError' ||
    name === 'SDKAPIUnreachableError' ||
    name === 'AbortError' ||
    name === 'TimeoutError' ||
    (name === 'TypeError' && message === 'Failed to fetch')
  );
}

/** An error of our own making: its words are for a developer. */
const DEFECTS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

function sentenceOf(error: { name: string; error_message: string; message: string }): string {
  if (DEFECTS.includes(error.name)) return messages.somethingWentWrong;
  return error.error_message.trim() || error.message.trim() || messages.somethingWentWrong;
}
