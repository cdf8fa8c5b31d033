// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { messages } from '#machines/rules/messages.ts';
import { readCallbackParams } from '#src/stytch/callback.ts';
import { hasIntermediateCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { clearCookies, Harness, run, STATE_KEY } from '../support/harness.ts';

const emailAddress = 'ben@birch.example';
const LINK_SLOT = `${STATE_KEY}::PKCE_VERIFIER:magic_links`;

let harness: Harness;
beforeEach(() => {
  harness = Harness.open();
});
afterEach(() => harness.close());

async function mail(): Promise<{ code?: string; link?: string }> {
  const [newest] = await harness.control('GET', `/inbox?to=${emailAddress}`);
  return newest;
}

describe('a code', () => {
  it('is sent, verified, and brings an intermediate session that signs in [R8.12, R14.6]', async () => {
    const stytchAuth = await harness.discover(emailAddress);
    const organizationId = harness.organizationId('birch');
    expect(await run(stytchAuth.actors.exchange, { organizationId })).toMatchObject({
      kind: 'primary_required',
      stepUp: { emailAddress, allowedAuthMethods: ['email_otp', 'magic_link'] },
    });
    const sent = await run(stytchAuth.actors.sendCode, { emailAddress });
    expect(sent).toMatchObject({ kind: 'sent', at: expect.any(Number) });
    const { code = '' } = await mail();
    const found = await run(stytchAuth.actors.verifyCode, { emailAddress, code });
    expect(found).toMatchObject({ kind: 'discovered', discovery: { emailAddress } });
    expect(await run(stytchAuth.actors.exchange, { organizationId })).toMatchObject({
      kind: 'authenticated',
      session: { emailAddress, organization: { slug: 'birch' } },
    });
  });

  it('says what to do when it is wrong, expired or tried too often', async () => {
    const stytchAuth = await harness.discover(emailAddress);
    await run(stytchAuth.actors.sendCode, { emailAddress });
    const { code = '' } = await mail();
    const wrong = code === '111111' ? '222222' : '111111';
    const answer = await run(stytchAuth.actors.verifyCode, { emailAddress, code: wrong });
    expect(answer).toMatchObject({
      kind: 'failed',
      reason: 'other',
      message: messages.codeWrong,
      requestId: expect.stringContaining('request-id'),
    });
    for (let tries = 0; tries < 5; tries += 1) {
      await run(stytchAuth.actors.verifyCode, { emailAddress, code: wrong });
    }
    const tooOften = await run(stytchAuth.actors.verifyCode, { emailAddress, code });
    expect(tooOften).toMatchObject({ message: messages.tooManyTries });

    await run(stytchAuth.actors.sendCode, { emailAddress });
    const second = await mail();
    await harness.control('POST', '/clock', { advanceMs: 11 * 60_000 });
    const late = await run(stytchAuth.actors.verifyCode, { emailAddress, code: second.code ?? '' });
    expect(late).toMatchObject({ message: messages.codeWrong });
  });

  it('is not asked for too fast', async () => {
    const stytchAuth = await harness.discover(emailAddress);
    await harness.fault('/b2b/otps/email/discovery/send', {
      kind: 'error',
      status: 429,
      errorType: 'too_many_requests',
    });
    const answer = await run(stytchAuth.actors.sendCode, { emailAddress });
    expect(answer).toMatchObject({ reason: 'other', message: messages.rateLimited });
  });
});

describe('a link', () => {
  async function linkTo(stytchAuth: StytchAuth): Promise<string> {
    await run(stytchAuth.actors.sendLink, { emailAddress });
    const { link = '' } = await mail();
    const answer = await harness.handler.fetch(new Request(link));
    return answer.headers.get('location') ?? link;
  }

  async function open(landed: string) {
    const callbackParams = readCallbackParams(new URL(landed));
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    return { stytchAuth, answer: () => run(stytchAuth.actors.redeem, { callback: 'magic_link' }) };
  }

  it('leads to the list, is known to this browser, and works once [R9.5, R14.7]', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    const { stytchAuth, answer } = await open(landed);
    expect(stytchAuth.startInput()).toMatchObject({
      callback: 'magic_link',
      linkWasRequestedHere: true,
    });
    expect(await answer()).toMatchObject({ kind: 'discovered', discovery: { emailAddress } });
    expect(hasIntermediateCookie()).toBe(true);

    const again = await open(landed);
    expect(again.stytchAuth.startInput().linkWasRequestedHere).toBe(false);
    expect(await again.answer()).toMatchObject({ message: messages.linkUsedOrExpired });
  });

  it('is handed over to the tab that waits for it', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    const waiting = new BroadcastChannel('auth');
    const granted: unknown[] = [];
    waiting.addEventListener('message', ({ data }) => {
      if (data.type === 'email.granted') granted.push(data.tab);
      if (data.emailAddress !== emailAddress) return;
      waiting.postMessage({ type: 'email.claimed', id: data.id, tab: 'the waiting tab' });
    });
    const { answer } = await open(landed);
    expect(await answer()).toEqual({ kind: 'handed_off' });
    await vi.waitFor(() => expect(granted).toEqual(['the waiting tab']));
    waiting.close();
  });

  it('works in another browser, which did not ask for it', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    localStorage.clear();
    sessionStorage.clear();
    clearCookies();
    const { stytchAuth, answer } = await open(landed);
    expect(stytchAuth.startInput().linkWasRequestedHere).toBe(false);
    expect((await answer()).kind).toBe('discovered');
  });

  it('stays in the browser that asked for it where the project wants PKCE [R9.4]', async () => {
    await harness.control('PATCH', '/project', { pkce_required_for_email_magic_links: true });
    const landed = await linkTo(await harness.discover(emailAddress));
    const pair = localStorage.getItem(LINK_SLOT) ?? '';
    localStorage.removeItem(LINK_SLOT);
    harness.handler.store.state.requests.length = 0;
    const refused = { reason: 'pkce', message: messages.linkOfOtherBrowser };
    expect(await (await open(landed)).answer()).toMatchObject(refused);
    expect(harness.requestsTo('/b2b/magic_links/discovery/authenticate')).toBe(0);

    // A pair of another link: the provider finds out.
    localStorage.setItem(
      LINK_SLOT,
      JSON.stringify({ code_verifier: 'b'.repeat(64), code_challenge: 'c'.repeat(43) }),
    );
    expect(await (await open(landed)).answer()).toMatchObject(refused);

    localStorage.setItem(LINK_SLOT, pair);
    expect((await (await open(landed)).answer()).kind).toBe('discovered');
  });

  it('is not spoiled by a pair that is left over', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    localStorage.setItem(
      LINK_SLOT,
      JSON.stringify({ code_verifier: 'b'.repeat(64), code_challenge: 'c'.repeat(43) }),
    );
    expect((await (await open(landed)).answer()).kind).toBe('discovered');
  });

  it('says what to do when it has expired', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    await harness.control('POST', '/clock', { advanceMs: 2 * 60 * 60_000 });
    expect(await (await open(landed)).answer()).toMatchObject({
      message: messages.linkUsedOrExpired,
    });
  });
});

describe('a second factor', () => {
  const code = () => totpCode(SEED_TOTP_SECRET, totpStep(harness.handler.store.clock.now()));

  async function reach(email: string, slug: string) {
    const stytchAuth = await harness.discover(email);
    const organizationId = harness.organizationId(slug);
    const outcome = await run(stytchAuth.actors.exchange, { organizationId });
    if (outcome.kind !== 'mfa_required') throw new Error(`It was ${outcome.kind}`);
    const { memberId, factor } = outcome.secondFactor;
    return { stytchAuth, factor, member: { organizationId, memberId } };
  }

  it('is the app of a member who has one [R10.2]', async () => {
    const { stytchAuth, factor, member } = await reach('ada@acme.example', 'fjord');
    expect(factor).toBe('totp');
    expect(member.memberId).toBe(harness.memberId('fjord', 'ada@acme.example'));
    const wrong = code() === '111111' ? '222222' : '111111';
    const input = { ...member, enrol: false };
    expect(await run(stytchAuth.actors.verifyFactor, { ...input, code: wrong })).toMatchObject({
      reason: 'other',
      message: messages.factorCodeWrong,
    });
    expect(hasIntermediateCookie()).toBe(true);
    expect(await run(stytchAuth.actors.verifyFactor, { ...input, code: code() })).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'fjord' } },
    });
    expect(harness.lastBody()).not.toHaveProperty('set_mfa_enrollment');
    expect(harness.lastBody()).toMatchObject({ session_duration_minutes: 1440 });
  });

  it('may be a recovery code, once [R10.3]', async () => {
    const { stytchAuth, member } = await reach('ada@acme.example', 'fjord');
    expect(
      await run(stytchAuth.actors.recover, { ...member, recoveryCode: 'rc-nobody-0000' }),
    ).toMatchObject({ reason: 'other', message: messages.recoveryCodeWrong });
    expect(
      await run(stytchAuth.actors.recover, { ...member, recoveryCode: 'rc-ada-0001' }),
    ).toMatchObject({ kind: 'authenticated' });
    const again = await reach('ada@acme.example', 'fjord');
    expect(
      await run(again.stytchAuth.actors.recover, { ...again.member, recoveryCode: 'rc-ada-0001' }),
    ).toMatchObject({ message: messages.recoveryCodeWrong });
  });

  it('is set up by a member who has none [R10.4]', async () => {
    const { stytchAuth, factor, member } = await reach('ezra@fjord.example', 'fjord');
    expect(factor).toBe('enrolment');
    const answer = await run(stytchAuth.actors.enrol, member);
    if (answer.kind !== 'enrolling') throw new Error(`It was ${answer.kind}`);
    const { secret, qrCode, recoveryCodes } = answer.enrolment;
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(recoveryCodes.length).toBeGreaterThan(0);
    const first = totpCode(secret, totpStep(harness.handler.store.clock.now()));
    expect(
      await run(stytchAuth.actors.verifyFactor, { ...member, code: first, enrol: true }),
    ).toMatchObject({ kind: 'authenticated', session: { emailAddress: 'ezra@fjord.example' } });
    expect(harness.lastBody()).toMatchObject({
      set_mfa_enrollment: 'enroll',
      set_default_mfa: true,
    });
  });

  it('is over with the intermediate session [R10.9]', async () => {
    const { stytchAuth, member } = await reach('ada@acme.example', 'fjord');
    await harness.control('POST', '/clock', { advanceMs: 11 * 60_000 });
    const refused = { reason: 'intermediate', message: messages.secondFactorExpired };
    const input = { ...member, code: code(), enrol: false };
    expect(await run(stytchAuth.actors.verifyFactor, input)).toMatchObject(refused);
    const recoveryCode = 'rc-ada-0002';
    expect(await run(stytchAuth.actors.recover, { ...member, recoveryCode })).toMatchObject(
      refused,
    );
    expect(await run(stytchAuth.actors.enrol, member)).toMatchObject(refused);
  });
});
