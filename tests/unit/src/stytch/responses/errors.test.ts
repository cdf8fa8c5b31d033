import { UNRECOVERABLE_ERROR_TYPES } from '@stytch/vanilla-js/b2b/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OFFICIAL_ERROR_TYPES } from '#emulator/tests/support/official-error-types.ts';
import type { SentenceRef } from '#machines/rules/sentence.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { type EndpointName, endpoints } from '#src/stytch/calls/calls.ts';
import { COMMON_ERRORS, toFailure } from '#src/stytch/responses/errors.ts';
import { UNRECOVERABLE_SESSION_ERRORS } from '#src/stytch/sdk/failures.ts';

const OWN_WORDS = 'In the provider’s words.';
const { exchange } = endpoints;

const WRONG: SentenceRef = { code: 'somethingWentWrong' };
const said = (message: string): SentenceRef => ({ code: 'providerSaid', values: { message } });

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

describe('the message of a failure [R15.1, R15.9]', () => {
  it.each<[unknown, SentenceRef, string | null]>([
    [apiError('organization_not_found'), said(OWN_WORDS), 'request-1'],
    // The message that the SDK itself makes is for developers.
    [apiError('some_new_type', null), WRONG, 'request-1'],
    [new Error('Just this.'), said('Just this.'), null],
    [{ error_message: ' ', message: 'This.' }, said('This.'), null],
    [new Error('Failed to fetch'), said('Failed to fetch'), null],
    [new TypeError('Cannot read properties of undefined'), WRONG, null],
    [new RangeError('Invalid array length'), WRONG, null],
    [{ error_message: '\u202e', message: '\u0007' }, WRONG, null],
    [{ message: 7, error_message: [] }, WRONG, null],
  ])('of %o is %s', (thrown, words, requestId) => {
    const expected = { kind: 'failed', reason: 'other', ...words, requestId };
    expect(toFailure(thrown, exchange)).toEqual(expected);
  });

  it('is never empty, for any thrown value', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...Object.values(endpoints)), (thrown, call) => {
        return sentenceOf(toFailure(thrown, call)).trim() !== '';
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
    code: 'unreachable',
    requestId: null,
  });
});

// What a call does with them is in faults.test.ts.
it.each<[EndpointName, readonly string[], string, string]>([
  ['create', ['invalid_organization_slug'], 'input', 'organizationNameUnusable'],
  ['create', ['organization_slug_already_used'], 'input', 'organizationNameTaken'],
  ['sendCode', ['too_many_requests'], 'known', 'rateLimited'],
  ['sendCode', ['captcha_required', 'ad_blocker_detected'], 'known', 'securityCheckFailed'],
  ['verifyCode', ['captcha_failed'], 'known', 'captchaFailed'],
  ['verifyCode', ['otp_code_not_found', 'unable_to_auth_otp_code'], 'input', 'codeWrong'],
  ['verifyCode', ['too_many_requests'], 'input', 'tooManyTries'],
  ['verifySecondFactor', ['totp_code_already_authenticated'], 'input', 'secondFactorWrong'],
  ['recoverSecondFactor', ['invalid_recovery_code'], 'input', 'secondFactorRecoveryWrong'],
  ['enrolSecondFactor', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', 'secondFactorExpired'],
  ['verifySecondFactor', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', 'secondFactorExpired'],
  ['recoverSecondFactor', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', 'secondFactorExpired'],
  ['redeemOrganizationLink', ['magic_link_not_found'], 'known', 'organizationLinkUsed'],
  ['redeemOrganizationLink', ['member_not_found'], 'known', 'invitationWithdrawn'],
  ['redeemSso', ['sso_token_not_found'], 'known', 'ssoUsed'],
  ['redeemSso', ['invalid_connection_for_jit_provisioning'], 'known', 'ssoNotAMember'],
  ['redeemLink', ['magic_link_not_found', 'invalid_token'], 'known', 'linkUsedOrExpired'],
  ['redeemDiscovery', ['oauth_token_not_found'], 'known', 'googleResponseUsed'],
  ['redeemImpersonation', ['unable_to_auth_impersonation_token'], 'known', 'impersonationLinkUsed'],
  ['redeemOAuth', ['expired_oauth_response'], 'known', 'googleResponseUsed'],
  ['redeemOAuth', ['email_jit_provisioning_not_allowed'], 'refused', 'notAMember'],
  ['exchange', ['oauth_tenant_jit_provisioning_not_allowed'], 'refused', 'notAMember'],
  ['redeemOAuth', ['pkce_did_not_expect_code_verifier'], 'pkce', 'googleNotContinued'],
  ['exchange', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', 'intermediateExpired'],
  ['readOrganizations', UNRECOVERABLE_SESSION_ERRORS, 'intermediate', 'signInEnded'],
  ['refresh', UNRECOVERABLE_SESSION_ERRORS, 'session', 'sessionEnded'],
  ['sendCode', UNRECOVERABLE_SESSION_ERRORS, 'other', 'providerSaid'],
])(
  '%s: %j is %s [R6.13, R7.12, R9.8, R9.10, R10.9, R11.5, R15.2, R15.12]',
  (call, types, reason, code) => {
    for (const type of types) {
      expect(toFailure(apiError(type), endpoints[call])).toMatchObject({ reason, code });
    }
  },
);
