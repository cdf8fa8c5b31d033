import { readFileSync } from 'node:fs';
import { UNRECOVERABLE_ERROR_TYPES } from '@stytch/vanilla-js/b2b/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OFFICIAL_ERROR_TYPES } from '#emulator/tests/support/official-error-types.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { type EndpointName, endpoints } from '#src/stytch/calls/calls.ts';
import { toFailure } from '#src/stytch/responses/errors.ts';
import { SecurityCheckError, UNRECOVERABLE_SESSION_ERRORS } from '#src/stytch/sdk/failures.ts';

const NAMES = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);

/** An error as the SDK throws it: `message` is for developers, `error_message` for the person. */
function apiError(error_type: string, error_message = 'In the provider’s words.') {
  return Object.assign(new Error(`[400] ${error_type}\n${error_message}\nSee https://x`), {
    name: 'StytchAPIError',
    error_type,
    error_message,
    request_id: 'request-1',
  });
}

it('routes by error types of the provider only', () => {
  const source = ['responses/errors.ts', 'sdk/failures.ts']
    .map((file) => new URL(`../../../../../src/stytch/${file}`, import.meta.url))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  // In these files every quoted text with an underscore in a list is an error type.
  const types = Array.from(source.matchAll(/'([a-z]+(?:_[a-z]+)+)'[,\]]/g), ([, type]) => type);
  expect(types).toContain('session_not_found');
  expect(types.filter((type = '') => !OFFICIAL_ERROR_TYPES.has(type))).toEqual([]);
});

describe('the message of a failure [R15.1]', () => {
  it('is the error’s error_message', () => {
    expect(toFailure(apiError('organization_not_found'), endpoints.exchange)).toEqual({
      kind: 'failed',
      reason: 'other',
      message: 'In the provider’s words.',
      requestId: 'request-1',
    });
  });

  it('is otherwise the error’s message', () => {
    expect(toFailure(new Error('Just this.'), endpoints.exchange).message).toBe('Just this.');
    expect(toFailure({ error_message: ' ', message: 'This.' }, endpoints.exchange).message).toBe(
      'This.',
    );
  });

  it.each([null, undefined, 5, 'text', {}, new Error(''), { message: 7, error_message: [] }])(
    'is otherwise the general message (%s)',
    (thrown) =>
      expect(toFailure(thrown, endpoints.exchange).message).toBe(messages.somethingWentWrong),
  );

  it('is the general message for a programming error', () => {
    const defect = new TypeError("Cannot read properties of undefined (reading 'x')");
    expect(toFailure(defect, endpoints.exchange).message).toBe(messages.somethingWentWrong);
  });

  it.each<[EndpointName, string]>([
    ['verifyFactor', 'recovery_code_used_as_totp_code'],
    ['verifyFactor', 'expired_totp'],
    ['verifyFactor', 'user_lock_limit_reached'],
    ['recover', 'totp_code_used_as_recovery_code'],
    ['recover', 'recovery_codes_not_found'],
    ['sendCode', 'user_lock_limit_reached'],
    ['exchange', 'unauthorized_action'],
    ['create', 'invalid_organization_name'],
    ['create', 'a_type_of_the_future'],
  ])('%s: is the provider’s own for %s, with the request id [R15.9]', (call, type) => {
    expect(toFailure(apiError(type), endpoints[call])).toMatchObject({
      message: 'In the provider’s words.',
      requestId: 'request-1',
    });
  });

  it('contains no control or direction characters, and is bounded [R15.9]', () => {
    const text = `\u202eNot\u0000 allowed\u2066\n\tby\u200f <b>you</b>. ${'x'.repeat(5_000)}`;
    const { message } = toFailure(apiError('unauthorized_action', text), endpoints.exchange);
    expect(message).toMatch(/^Not allowed by <b>you<\/b>\. x+…$/);
    expect([...message]).toHaveLength(300);
  });

  it('is the general message when only such characters remain [R15.9]', () => {
    const { message } = toFailure(
      { error_message: '\u202e', message: '\u0007' },
      endpoints.exchange,
    );
    expect(message).toBe(messages.somethingWentWrong);
  });

  it('is never empty, for any thrown value', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...NAMES), (thrown, call) => {
        return toFailure(thrown, endpoints[call]).message.trim() !== '';
      }),
    );
  });
});

describe('a network error [R15.4]', () => {
  it.each([
    ['the SDK’s own', Object.assign(new Error('x'), { name: 'StytchAPIUnreachableError' })],
    ['that of a newer SDK', Object.assign(new Error('x'), { name: 'SDKAPIUnreachableError' })],
    ['a failed fetch', new TypeError('Failed to fetch')],
    ['an abort', new DOMException('x', 'AbortError')],
    ['a time-out', new DOMException('x', 'TimeoutError')],
  ])('is a failure of reason unreachable with %s', (_, thrown) => {
    expect(toFailure(thrown, endpoints.exchange)).toEqual({
      kind: 'failed',
      reason: 'unreachable',
      message: messages.unreachable,
      requestId: null,
    });
  });
});

it('takes an error of another kind for no network error, also with its words', () => {
  const failure = toFailure(new Error('Failed to fetch'), endpoints.exchange);
  expect(failure).toMatchObject({ reason: 'other', message: 'Failed to fetch' });
});

it('says that a security check has failed in the browser [R15.11]', () => {
  expect(toFailure(new SecurityCheckError('The script is missing.'), endpoints.exchange)).toEqual({
    kind: 'failed',
    reason: 'other',
    message: messagesAfterGoogle.securityCheckFailed,
    requestId: null,
  });
});

it.each(['text', 7, null, new Error('x')])('has no request id for what has none (%s)', (thrown) => {
  expect(toFailure(thrown, endpoints.exchange).requestId).toBeNull();
});

describe('errors with a message of the product [R15.2]', () => {
  it.each<[EndpointName, string, string]>([
    ['verifyCode', 'otp_code_not_found', messagesAfterGoogle.codeWrong],
    ['verifyCode', 'unable_to_auth_otp_code', messagesAfterGoogle.codeWrong],
    ['verifyCode', 'invalid_code', messagesAfterGoogle.codeWrong],
    ['verifyCode', 'too_many_requests', messagesAfterGoogle.tooManyTries],
    ['verifyFactor', 'unable_to_authenticate_totp', messagesAfterGoogle.factorCodeWrong],
    ['verifyFactor', 'totp_code_already_authenticated', messagesAfterGoogle.factorCodeWrong],
    ['verifyFactor', 'invalid_totp_code', messagesAfterGoogle.factorCodeWrong],
    ['recover', 'invalid_recovery_code', messagesAfterGoogle.recoveryCodeWrong],
    ['recover', 'unable_to_authenticate_recovery_code', messagesAfterGoogle.recoveryCodeWrong],
    ['create', 'organization_slug_already_used', messagesAfterGoogle.organizationNameTaken],
    ['create', 'invalid_organization_slug', messages.organizationNameUnusable],
  ])('%s: %s is about what was typed [R15.12]', (call, type, message) => {
    expect(toFailure(apiError(type), endpoints[call])).toMatchObject({ reason: 'input', message });
  });

  it.each<[EndpointName, string, string]>([
    ['sendCode', 'too_many_requests', messagesAfterGoogle.rateLimited],
    ['sendCode', 'captcha_required', messagesAfterGoogle.securityCheckFailed],
    ['redeemDiscovery', 'ad_blocker_detected', messagesAfterGoogle.securityCheckFailed],
    ['verifyFactor', 'captcha_failed', messagesAfterGoogle.captchaFailed],
    ['redeemLink', 'unable_to_auth_magic_link', messagesAfterGoogle.linkUsedOrExpired],
    ['redeemLink', 'magic_link_not_found', messagesAfterGoogle.linkUsedOrExpired],
    ['redeemLink', 'invalid_token', messagesAfterGoogle.linkUsedOrExpired],
    ['redeemImpersonation', 'invalid_token', messagesAfterGoogle.impersonationLinkUsed],
    ['redeemDiscovery', 'oauth_token_not_found', messagesAfterGoogle.googleResponseUsed],
    ['redeemDiscovery', 'expired_oauth_response', messagesAfterGoogle.googleResponseUsed],
    ['redeemOAuth', 'invalid_token', messagesAfterGoogle.googleResponseUsed],
    ['redeemOAuth', 'oauth_token_not_found', messagesAfterGoogle.googleResponseUsed],
    [
      'redeemImpersonation',
      'unable_to_auth_impersonation_token',
      messagesAfterGoogle.impersonationLinkUsed,
    ],
  ])('%s: %s', (call, type, message) => {
    expect(toFailure(apiError(type), endpoints[call])).toMatchObject({ reason: 'known', message });
  });

  it.each<[EndpointName, string, string]>([
    ['redeemOAuth', 'email_jit_provisioning_not_allowed', messagesAfterGoogle.notAMember],
    ['exchange', 'email_jit_provisioning_not_allowed', messagesAfterGoogle.notAMember],
    ['exchange', 'oauth_tenant_jit_provisioning_not_allowed', messagesAfterGoogle.notAMember],
    ['exchange', 'operation_restricted_by_organization_auth_methods', 'In the provider’s words.'],
  ])('%s: %s refuses the account [R6.13]', (call, type, message) => {
    expect(toFailure(apiError(type), endpoints[call])).toMatchObject({
      reason: 'refused',
      message,
    });
  });

  it('a refusal of anything but an account is none of the account [R6.13]', () => {
    const error = apiError('operation_restricted_by_organization_auth_methods');
    expect(toFailure(error, endpoints.sendLink).reason).toBe('other');
  });

  it.each<[EndpointName, string]>([
    ['redeemLink', messagesAfterGoogle.linkOfOtherBrowser],
    ['redeemDiscovery', messagesAfterGoogle.googleNotContinued],
    ['redeemOAuth', messagesAfterGoogle.googleNotContinued],
  ])('%s: the sign-in was started elsewhere', (call, message) => {
    for (const type of ['pkce_mismatch', 'pkce_expected_code_verifier']) {
      expect(toFailure(apiError(type), endpoints[call])).toMatchObject({ reason: 'pkce', message });
    }
  });

  it.each<[EndpointName, string]>([
    ['exchange', messages.intermediateExpired],
    ['create', messages.intermediateExpired],
    ['readOrganizations', messages.intermediateExpired],
    ['verifyFactor', messages.secondFactorExpired],
    ['recover', messages.secondFactorExpired],
    ['enrol', messages.secondFactorExpired],
  ])('%s: the intermediate session has expired', (call, message) => {
    for (const type of ['intermediate_session_not_found', ...UNRECOVERABLE_SESSION_ERRORS]) {
      expect(toFailure(apiError(type), endpoints[call])).toMatchObject({
        reason: 'intermediate',
        message,
      });
    }
  });
});

describe('an ended session [R11.5]', () => {
  it('is detected by the SDK’s own list of error types', () => {
    expect(UNRECOVERABLE_SESSION_ERRORS).toEqual([...UNRECOVERABLE_ERROR_TYPES]);
  });

  it.each(UNRECOVERABLE_SESSION_ERRORS)(
    'is detected by %s, for the endpoints that need a session',
    (type) => {
      for (const call of ['refresh', 'switchOrganization', 'readMemberships'] as const) {
        expect(toFailure(apiError(type), endpoints[call])).toMatchObject({
          reason: 'session',
          message: messages.sessionEnded,
        });
      }
      expect(toFailure(apiError(type), endpoints.sendCode).reason).toBe('other');
    },
  );
});
