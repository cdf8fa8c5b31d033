// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { isUsableResponse } from '#src/stytch/calls/calls.ts';
import { secondFactorEndpoints } from '#src/stytch/calls/second-factor.ts';
import { readOutcome } from '#src/stytch/responses/responses.ts';
import { setUpHarness } from '../support/harness.ts';

const ADA = 'ada@acme.example';
const EZRA = 'ezra@fjord.example';

const harness = setUpHarness();

describe('a second factor', () => {
  const codeOf = (secret: string) => totpCode(secret, totpStep(harness.handler.store.clock.now()));

  /** Signs in up to the second factor of Fjord. */
  async function reach(email = ADA) {
    const stytchAuth = await harness.discover(email);
    const outcome = await harness.exchange(stytchAuth, 'fjord');
    if (outcome.kind !== 'mfa_required') throw new Error(`It was ${outcome.kind}.`);
    const own = { secondFactor: outcome.secondFactor, ...(await harness.ownIntermediate()) };
    return { actors: stytchAuth.actors, own };
  }

  it('is a recovery code, of which so many are left as the provider says [R10.3]', async () => {
    const recover = async (recoveryCode: string) => {
      const { actors, own } = await reach();
      return harness.run(actors.recoverSecondFactor, { ...own, recoveryCode });
    };
    expect(await recover('rc-ada-0001')).toHaveProperty('recoveryCodesLeft', 9);
    harness.changeAnswer('/b2b/recovery_codes/recover', (data) => ({
      ...data,
      recovery_codes_remaining: '9',
    }));
    expect(await recover('rc-ada-0002')).not.toHaveProperty('recoveryCodesLeft');
  });

  it('is enrolled by a member who has none, then asked for [R10.2, R10.4]', async () => {
    const { actors, own } = await reach(EZRA);
    expect(own.secondFactor.factor).toBe('enrolment');
    const result = await harness.run(actors.enrolSecondFactor, own);
    if (result.kind !== 'enrolling') throw new Error(`It was ${result.kind}.`);
    const { secret, qrCode, recoveryCodes } = result.enrolment;
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(recoveryCodes.length).toBeGreaterThan(0);
    const input = { ...own, code: codeOf(secret), enrol: true };
    expect(await harness.run(actors.verifySecondFactor, input)).toMatchObject({
      kind: 'authenticated',
    });
    expect(harness.lastBody()).toMatchObject({
      set_mfa_enrollment: 'enroll',
      set_default_mfa: true,
    });
    const next = await reach(EZRA);
    const factor = { factor: 'totp', memberId: harness.memberId('fjord', EZRA) };
    expect(next.own.secondFactor).toMatchObject(factor);
    await harness.run(next.actors.verifySecondFactor, {
      ...next.own,
      code: '000000',
      enrol: false,
    });
    expect(harness.lastBody()).not.toHaveProperty('set_mfa_enrollment');
  });
});

it.each([
  ['data:image/png;base64,AA==', true],
  ['javascript:alert(1)//data:image/png;base64,', false],
  ['data:text/html,<script>', false],
])('shows no QR code that is no image: %s is %s [R14.3]', (qr_code, isUsable) => {
  const enrolment = { secret: 'JBSW', qr_code, recovery_codes: ['a'] };
  const { path } = secondFactorEndpoints.enrolSecondFactor;
  expect(isUsableResponse(path, enrolment)).toBe(isUsable);
});

const organization = { organization_id: 'o', organization_slug: 'acme', organization_name: 'Acme' };
const restricted = { mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] };
const phone = { mfa_phone_number: '+15005550006' };
const app = { totp_registration_id: 'totp-1' };
it.each([
  ['totp', 'an app', {}, app, null],
  ['enrolment', 'nothing', {}, {}, null],
  ['unsupported', 'an app where only SMS is allowed', restricted, app, null],
  ['unsupported', 'a phone', {}, phone, null],
  ['unsupported', 'a phone that only the answer knows', {}, {}, phone],
  ['totp', 'break-glass access in any case', restricted, { ...app, is_breakglass: true }, null],
  ['totp', 'an app that is allowed', { ...restricted, allowed_mfa_methods: ['totp'] }, app, null],
])(
  'requires the factor %s of a member with %s [R7.6]',
  (factor, _, ofOrganization, ofMember, options) => {
    const result = {
      member_authenticated: false,
      organization: { ...organization, ...ofOrganization },
      member: { member_id: 'member-1', ...ofMember },
      mfa_required: { member_options: options },
    };
    expect(readOutcome(result, 7)).toMatchObject({
      kind: 'mfa_required',
      secondFactor: { organization: { id: 'o', name: 'Acme' }, memberId: 'member-1', factor },
    });
  },
);
