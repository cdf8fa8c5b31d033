import { UNRECOVERABLE_ERROR_TYPES } from '@stytch/vanilla-js/b2b/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OFFICIAL_ERROR_TYPES } from '#emulator/tests/support/official-error-types.ts';
import { secondFactorNotices as secondFactor } from '#machines/auth/second-factor/second-factor.messages.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle as after } from '#machines/rules/messages-after-google.ts';
import { type EndpointName, endpoints } from '#src/stytch/calls/calls.ts';
import { COMMON_ERRORS, toFailure } from '#src/stytch/responses/errors.ts';
import { UNRECOVERABLE_SESSION_ERRORS } from '#src/stytch/sdk/failures.ts';

const OWN_WORDS = 'In the provider’s words.';
const { exchange } = endpoints;

/** An error as the SDK throws it: `message` is for developers, `error_message` for the person. */
function apiError(error_type: string, error_message: unknown = OWN_WORDS) {
  return Object.assign(new Error(`[400] ${error_type}\n${error_message}\nSee https://x`), {
    name: 'StytchAPIError',
    error_type,
    error_message,
    request_id: 'request-1',
  });
}

it('routes by error types of the provider only', () => {
  const rules = [
    ...Object.values(endpoints).flatMap(({ errors = [] }) => errors),
    ...COMMON_ERRORS,
  ];
  const types = rules.flatMap((rule) => rule.types);
  expect(types).toContain('captcha_failed');
  expect(types.filter((type) => !OFFICIAL_ERROR_TYPES.has(type))).toEqual([]);
  expect(UNRECOVERABLE_SESSION_ERRORS).toEqual([...UNRECOVERABLE_ERROR_TYPES]);
});

describe('the message of a failure [R15.1]', () => {
  it.each<[unknown, string, string | null]>([
    [apiError('organization_not_found'), OWN_WORDS, 'request-1'],
    // The message that the SDK itself makes is for developers.
    [apiError('some_new_type', null), messages.somethingWentWrong, 'request-1'],
    [new Error('Just this.'), 'Just this.', null],
    [{ error_message: ' ', message: 'This.' }, 'This.', null],
    [new Error('Failed to fetch'), 'Failed to fetch', null],
    [new TypeError('Cannot read properties of undefined'), messages.somethingWentWrong, null],
    [{ error_message: '\u202e', message: '\u0007' }, messages.somethingWentWrong, null],
    [null, messages.somethingWentWrong, null],
    ['text', messages.somethingWentWrong, null],
    [{ message: 7, error_message: [] }, messages.somethingWentWrong, null],
  ])('of %o is %s', (thrown, message, requestId) => {
    const expected = { kind: 'failed', reason: 'other', message, requestId };
    expect(toFailure(thrown, exchange)).toEqual(expected);
  });

  it('contains no control or direction characters, and is bounded [R15.9]', () => {
    const text = `\u202eNot\u0000 allowed\u2066\n\tby\u200f <b>you</b>. ${'x'.repeat(5_000)}`;
    const { message } = toFailure(apiError('unauthorized_action', text), exchange);
    expect(message).toMatch(/^Not allowed by <b>you<\/b>\. x+…$/);
    expect([...message]).toHaveLength(300);
  });

  it('is never empty, for any thrown value', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...Object.values(endpoints)), (thrown, call) => {
        return toFailure(thrown, call).message.trim() !== '';
      }),
    );
  });
});

it.each([
  ['StytchAPIUnreachableError', 'x'],
  ['SDKAPIUnreachableError', 'x'],
  ['TypeError', 'Failed to fetch'],
])('takes %s: %s for a network error [R15.4]', (name, message) => {
  expect(toFailure(Object.assign(new Error(message), { name }), exchange)).toEqual({
    kind: 'failed',
    reason: 'unreachable',
    message: messages.unreachable,
    requestId: null,
  });
});

// What a call does with them is in faults.test.ts.
it.each<[EndpointName, readonly string[], string, string]>([
  ['create', ['invalid_organization_slug'], 'input', messages.organizationNameUnusable],
  ['sendCode', ['too_many_requests'], 'known', after.rateLimited],
  ['sendCode', ['captcha_required', 'ad_blocker_detected'], 'known', after.securityCheckFailed],
  ['verifyCode', ['captcha_failed'], 'known', after.captchaFailed],
  ['redeemLink', ['magic_link_not_found', 'invalid_token'], 'known', after.linkUsedOrExpired],
  ['redeemDiscovery', ['oauth_token_not_found'], 'known', after.googleResponseUsed],
  [
    'redeemImpersonation',
    ['unable_to_auth_impersonation_token'],
    'known',
    after.impersonationLinkUsed,
  ],
  ['redeemOAuth', ['expired_oauth_response'], 'known', after.googleResponseUsed],
  ['redeemOAuth', ['email_jit_provisioning_not_allowed'], 'refused', after.notAMember],
  ['exchange', ['oauth_tenant_jit_provisioning_not_allowed'], 'refused', after.notAMember],
  ['redeemOAuth', ['pkce_did_not_expect_code_verifier'], 'pkce', after.googleNotContinued],
  ['exchange', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', messages.intermediateExpired],
  ['readOrganizations', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', messages.signInEnded],
  ['verifySecondFactor', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', secondFactor.expired],
  ['recoverSecondFactor', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', secondFactor.expired],
  ['enrolSecondFactor', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', secondFactor.expired],
  ['refresh', UNRECOVERABLE_SESSION_ERRORS, 'session', messages.sessionEnded],
  ['sendCode', UNRECOVERABLE_SESSION_ERRORS, 'other', OWN_WORDS],
])('%s: %j is %s [R6.13, R11.5, R15.2, R15.12]', (call, types, reason, message) => {
  for (const type of types) {
    expect(toFailure(apiError(type), endpoints[call])).toMatchObject({ reason, message });
  }
});
