// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { readCallbackParams } from '#src/stytch/callback.ts';
import { hasIntermediateCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { runActor, SDK_STATE_KEY, setUpHarness } from '../support/harness.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const LINK_SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:magic_links`;
const OTHER_PAIR = JSON.stringify({
  code_verifier: 'b'.repeat(64),
  code_challenge: 'c'.repeat(43),
});

const harness = setUpHarness();

async function mail(to = BEN): Promise<{ code?: string; link?: string }> {
  const [newest] = await harness.control('GET', `/inbox?to=${to}`);
  return newest;
}

const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111');

describe('a one-time code', () => {
  it('verifies the address, after which the exchange signs in [R8.12, R14.6]', async () => {
    const stytchAuth = await harness.discover(BEN);
    const { sendCode, verifyCode } = stytchAuth.actors;
    expect(await harness.exchange(stytchAuth, 'birch')).toMatchObject({ kind: 'primary_required' });
    const sent = await runActor(sendCode, { emailAddress: BEN });
    expect(sent).toMatchObject({ kind: 'sent', at: expect.any(Number) });
    const { code = '' } = await mail();
    const found = await runActor(verifyCode, { emailAddress: BEN, code });
    expect(found).toMatchObject({ kind: 'discovered', discovery: { emailAddress: BEN } });
    expect(await harness.exchange(stytchAuth, 'birch')).toMatchObject({ kind: 'authenticated' });
  });

  it('is wrong, tried too often, or expired', async () => {
    const { sendCode, verifyCode } = (await harness.discover(BEN)).actors;
    const verify = (code = '') => runActor(verifyCode, { emailAddress: BEN, code });
    await runActor(sendCode, { emailAddress: BEN });
    const { code = '' } = await mail();
    const results = [];
    for (let tries = 0; tries < 7; tries += 1) results.push(await verify(wrongFor(code)));
    expect(results[0]).toMatchObject({ reason: 'input', message: messagesAfterGoogle.codeWrong });
    expect(results[6]).toMatchObject({ message: messagesAfterGoogle.tooManyTries });
    await runActor(sendCode, { emailAddress: BEN });
    await harness.control('POST', '/clock', { advanceMs: 11 * 60_000 });
    expect(await verify((await mail()).code)).toMatchObject({
      message: messagesAfterGoogle.codeWrong,
    });
  });
});

describe('a magic link', () => {
  async function linkTo(stytchAuth: StytchAuth): Promise<string> {
    const input = { emailAddress: BEN, organizationId: 'organization-1' };
    await runActor(stytchAuth.actors.sendLink, input);
    const { link = '' } = await mail();
    const result = await harness.handler.fetch(new Request(link));
    return result.headers.get('location') ?? link;
  }

  async function open(landed: string) {
    const callbackParams = readCallbackParams(new URL(landed));
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    return {
      actors: stytchAuth.actors,
      callback: stytchAuth.startInput().callback,
      redeem: () => runActor(stytchAuth.actors.redeem, { callback: 'magic_link' }),
    };
  }

  it('that was requested here leads to the chosen organization, once [R9.5, R9.6, R14.7]', async () => {
    const landed = await linkTo(await harness.discover(BEN));
    const first = await open(landed);
    expect(first.callback).toBe('magic_link');
    expect(await first.redeem()).toMatchObject({
      kind: 'discovered',
      discovery: { emailAddress: BEN },
      requestedHere: true,
      requestedFor: 'organization-1',
    });
    const again = await open(landed);
    expect(again.callback).toBe('foreign_link');
    expect(await again.redeem()).toMatchObject({ message: messagesAfterGoogle.linkUsedOrExpired });
  });

  it('counts as requested here as soon as it is sent, before the provider has answered', async () => {
    const stytchAuth = await harness.discover(BEN);
    const { answered, release } = harness.holdAnswer('/b2b/magic_links/email/discovery/send');
    const landed = linkTo(stytchAuth);
    await answered;
    const { callback } = await open(
      `http://localhost:3000/discovery?stytch_token_type=discovery&token=x`,
    );
    expect(callback).toBe('magic_link');
    release();
    await landed;
  });

  it('is not one of this browser when this browser did not request it [R22.3]', async () => {
    const landed = await linkTo(await harness.discover(BEN));
    localStorage.clear();
    const { redeem } = await open(landed);
    expect(await redeem()).toMatchObject({ kind: 'discovered', requestedHere: false });
  });

  it('needs the verifier that it was requested with, where the project says so [R9.4]', async () => {
    await harness.control('PATCH', '/project', { pkce_required_for_email_magic_links: true });
    const landed = await linkTo(await harness.discover(BEN));
    const pair = localStorage.getItem(LINK_SLOT) ?? '';
    const refused = { reason: 'pkce', message: messagesAfterGoogle.linkOfOtherBrowser };
    localStorage.removeItem(LINK_SLOT);
    expect(await (await open(landed)).redeem()).toMatchObject(refused);
    expect(harness.requestsTo('/b2b/magic_links/discovery/authenticate')).toBe(0);
    localStorage.setItem(LINK_SLOT, OTHER_PAIR);
    expect(await (await open(landed)).redeem()).toMatchObject(refused);
    localStorage.setItem(LINK_SLOT, pair);
    expect(await (await open(landed)).redeem()).toMatchObject({ kind: 'discovered' });
  });

  it('needs no settings [R15.5]', async () => {
    const landed = await linkTo(await harness.discover(BEN));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    expect(await (await open(landed)).redeem()).toMatchObject({ kind: 'discovered' });
  });
});

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

  it('is a code of the app that the member has [R10.2]', async () => {
    const { actors, own } = await reach();
    expect(own.secondFactor).toMatchObject({
      factor: 'totp',
      memberId: harness.memberId('fjord', ADA),
    });
    const code = codeOf(SEED_TOTP_SECRET);
    const input = { ...own, enrol: false };
    const wrong = await runActor(actors.verifyFactor, { ...input, code: wrongFor(code) });
    expect(wrong).toMatchObject({ reason: 'input', message: messagesAfterGoogle.factorCodeWrong });
    expect(hasIntermediateCookie()).toBe(true);
    const right = await runActor(actors.verifyFactor, { ...input, code });
    expect(right).toMatchObject({ kind: 'authenticated' });
    expect(harness.lastBody()).toMatchObject({ session_duration_minutes: 1440 });
    expect(harness.lastBody()).not.toHaveProperty('set_mfa_enrollment');
  });

  it('is a recovery code, which works once [R10.3]', async () => {
    const used = { reason: 'input', message: messagesAfterGoogle.recoveryCodeWrong };
    const recover = async (recoveryCode: string) => {
      const { actors, own } = await reach();
      return runActor(actors.recover, { ...own, recoveryCode });
    };
    expect(await recover('rc-nobody-0000')).toMatchObject(used);
    expect(await recover('rc-ada-0001')).toMatchObject({
      kind: 'authenticated',
      recoveryCodesLeft: 9,
    });
    expect(await recover('rc-ada-0001')).toMatchObject(used);
  });

  it('does not say how many recovery codes are left when the provider does not [R10.3]', async () => {
    const { actors, own } = await reach();
    harness.changeAnswer('/b2b/recovery_codes/recover', (data) => ({
      ...data,
      recovery_codes_remaining: '9',
    }));
    const result = await runActor(actors.recover, { ...own, recoveryCode: 'rc-ada-0001' });
    expect(result.kind).toBe('authenticated');
    expect(result).not.toHaveProperty('recoveryCodesLeft');
  });

  it('is enrolled by a member who has none [R10.4]', async () => {
    const { actors, own } = await reach('ezra@fjord.example');
    expect(own.secondFactor.factor).toBe('enrolment');
    const result = await runActor(actors.enrol, own);
    if (result.kind !== 'enrolling') throw new Error(`It was ${result.kind}.`);
    const { secret, qrCode, recoveryCodes } = result.enrolment;
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(recoveryCodes.length).toBeGreaterThan(0);
    const input = { ...own, code: codeOf(secret), enrol: true };
    expect(await runActor(actors.verifyFactor, input)).toMatchObject({ kind: 'authenticated' });
    expect(harness.lastBody()).toMatchObject({
      set_mfa_enrollment: 'enroll',
      set_default_mfa: true,
    });
  });
});
