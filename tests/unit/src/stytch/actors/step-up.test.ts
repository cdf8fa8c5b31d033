// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { readCallbackParams } from '#src/stytch/callback.ts';
import { INTERMEDIATE_COOKIE, readCookie } from '#src/stytch/session/cookies.ts';
import { hasIntermediateCookie } from '#src/stytch/session/session.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { clearCookies } from '../support/browser.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { runActor, SDK_STATE_KEY, setUpHarness, startActor } from '../support/harness.ts';

const emailAddress = 'ben@birch.example';
const LINK_SLOT = `${SDK_STATE_KEY}::PKCE_VERIFIER:magic_links`;

const harness = setUpHarness();

async function mail(): Promise<{ code?: string; link?: string }> {
  const [newest] = await harness.control('GET', `/inbox?to=${emailAddress}`);
  return newest;
}

describe('one-time code', () => {
  it('sends and verifies a code, and signs in with the new intermediate session [R8.12, R14.6]', async () => {
    const stytchAuth = await harness.discover(emailAddress);
    const organizationId = harness.organizationId('birch');
    expect(
      await runActor(stytchAuth.actors.exchange, {
        organizationId,
        ...(await harness.ownIntermediate()),
      }),
    ).toMatchObject({
      kind: 'primary_required',
      stepUp: { emailAddress, allowedAuthMethods: ['email_otp', 'magic_link'] },
    });
    const sent = await runActor(stytchAuth.actors.sendCode, { emailAddress });
    expect(sent).toMatchObject({ kind: 'sent', at: expect.any(Number) });
    const { code = '' } = await mail();
    const found = await runActor(stytchAuth.actors.verifyCode, { emailAddress, code });
    expect(found).toMatchObject({ kind: 'discovered', discovery: { emailAddress } });
    expect(
      await runActor(stytchAuth.actors.exchange, {
        organizationId,
        ...(await harness.ownIntermediate()),
      }),
    ).toMatchObject({
      kind: 'authenticated',
      session: { emailAddress, organization: { slug: 'birch' } },
    });
  });

  it('returns a message for a wrong code, an expired code and too many attempts', async () => {
    const stytchAuth = await harness.discover(emailAddress);
    await runActor(stytchAuth.actors.sendCode, { emailAddress });
    const { code = '' } = await mail();
    const wrong = code === '111111' ? '222222' : '111111';
    const result = await runActor(stytchAuth.actors.verifyCode, { emailAddress, code: wrong });
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'input',
      message: messagesAfterGoogle.codeWrong,
      requestId: expect.stringContaining('request-id'),
    });
    for (let tries = 0; tries < 5; tries += 1) {
      await runActor(stytchAuth.actors.verifyCode, { emailAddress, code: wrong });
    }
    const tooOften = await runActor(stytchAuth.actors.verifyCode, { emailAddress, code });
    expect(tooOften).toMatchObject({ message: messagesAfterGoogle.tooManyTries });

    await runActor(stytchAuth.actors.sendCode, { emailAddress });
    const second = await mail();
    await harness.control('POST', '/clock', { advanceMs: 11 * 60_000 });
    const late = await runActor(stytchAuth.actors.verifyCode, {
      emailAddress,
      code: second.code ?? '',
    });
    expect(late).toMatchObject({ message: messagesAfterGoogle.codeWrong });
  });

  it('keeps the intermediate session when its page is left before the code is sent', async () => {
    const { actors } = await harness.discover(emailAddress);
    const { answered, release } = harness.holdAnswer('/b2b/otps/email/discovery/send');
    const sending = startActor(actors.sendCode, { emailAddress });
    await answered;
    sending.stop();
    release();
    await flushMicrotasks();
    expect(hasIntermediateCookie()).toBe(true);
  });

  it('returns a message when codes are requested too fast', async () => {
    const stytchAuth = await harness.discover(emailAddress);
    await harness.fault('/b2b/otps/email/discovery/send', {
      kind: 'error',
      status: 429,
      errorType: 'too_many_requests',
    });
    const result = await runActor(stytchAuth.actors.sendCode, { emailAddress });
    expect(result).toMatchObject({ reason: 'known', message: messagesAfterGoogle.rateLimited });
  });
});

describe('magic link', () => {
  async function linkTo(stytchAuth: StytchAuth, own = harness.ownIntermediate()): Promise<string> {
    const organizationId = 'organization-1';
    await runActor(stytchAuth.actors.sendLink, { emailAddress, organizationId, ...(await own) });
    const { link = '' } = await mail();
    const result = await harness.handler.fetch(new Request(link));
    return result.headers.get('location') ?? link;
  }

  async function open(landed: string) {
    const callbackParams = readCallbackParams(new URL(landed));
    const stytchAuth = await harness.load({ callbackParams, path: '/discovery' });
    return {
      stytchAuth,
      redeem: () => runActor(stytchAuth.actors.redeem, { callback: 'magic_link' }),
    };
  }

  it('returns the organizations and the chosen one once, for a link that this browser requested [R9.5, R9.6, R14.7]', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    const { stytchAuth, redeem } = await open(landed);
    expect(stytchAuth.startInput()).toMatchObject({
      callback: 'magic_link',
    });
    expect(await redeem()).toMatchObject({
      kind: 'discovered',
      discovery: { emailAddress },
      requestedHere: true,
      requestedFor: 'organization-1',
    });
    expect(hasIntermediateCookie()).toBe(true);

    const again = await open(landed);
    expect(again.stytchAuth.startInput().callback).toBe('foreign_link');
    expect(await again.redeem()).toMatchObject({ message: messagesAfterGoogle.linkUsedOrExpired });
  });

  it('counts as requested here as soon as it is sent, before the provider has answered [R22.3]', async () => {
    const stytchAuth = await harness.discover(emailAddress);
    const { answered, release } = harness.holdAnswer('/b2b/magic_links/email/discovery/send');
    const sending = runActor(stytchAuth.actors.sendLink, {
      emailAddress,
      organizationId: 'organization-1',
      ...(await harness.ownIntermediate()),
    });
    await answered;
    expect((await mail()).link).toBeDefined();
    expect(stytchAuth.startInput().callback).not.toBe('foreign_link');
    release();
    expect(await sending).toMatchObject({ kind: 'sent' });
  });

  it('hands the sign-in to the tab that waits for the link [R9.1, R22.3]', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    const waiting = new BroadcastChannel('auth');
    const granted: unknown[] = [];
    waiting.addEventListener('message', ({ data }) => {
      if (data.type === 'email.granted') granted.push(data.tab);
      if (data.emailAddress !== emailAddress) return;
      waiting.postMessage({ type: 'email.claimed', id: data.id, tab: 'the waiting tab' });
    });
    const { redeem } = await open(landed);
    expect(await redeem()).toEqual({ kind: 'handed_off' });
    await vi.waitFor(() => expect(granted).toEqual(['the waiting tab']));
    waiting.close();
  });

  it('is offered to no tab when its page has left before the provider answered [R9.1]', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    const waiting = new BroadcastChannel('auth');
    const offers: unknown[] = [];
    waiting.addEventListener('message', ({ data }) => offers.push(data));
    const { stytchAuth } = await open(landed);
    const { answered, release } = harness.holdAnswer('/b2b/magic_links/discovery/authenticate');
    const redeeming = startActor(stytchAuth.actors.redeem, { callback: 'magic_link' });
    await answered;
    redeeming.stop();
    release();
    await flushMicrotasks();
    // A message of this test comes after each that was sent before it.
    const after = new BroadcastChannel('auth');
    after.postMessage('after');
    await vi.waitFor(() => expect(offers).toContain('after'));
    expect(offers).toEqual(['after']);
    expect(stytchAuth.startInput().callback).not.toBe('foreign_link');
    after.close();
    waiting.close();
  });

  it('is offered to no tab when its page leaves right after the provider has answered [R9.1]', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    const { stytchAuth } = await open(landed);
    const posted = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    const held = readCookie(INTERMEDIATE_COOKIE);
    const redeeming = startActor(stytchAuth.actors.redeem, { callback: 'magic_link' });
    const left = new Promise<void>((resolve) => {
      vi.spyOn(crypto.subtle, 'digest').mockImplementation((...args) => {
        // The digest of the new intermediate session, which the response has brought.
        const text = new TextDecoder().decode(Object(args[1]));
        if (text !== held && text === readCookie(INTERMEDIATE_COOKIE)) {
          redeeming.stop();
          resolve();
        }
        return digest(...args);
      });
    });
    await left;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(posted).not.toHaveBeenCalled();
    expect(stytchAuth.startInput().callback).not.toBe('foreign_link');
  });

  it('redeems a link in a browser that did not request it', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    localStorage.clear();
    sessionStorage.clear();
    clearCookies();
    const { stytchAuth, redeem } = await open(landed);
    expect(stytchAuth.startInput().callback).toBe('foreign_link');
    const posted = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    expect(await redeem()).toMatchObject({ kind: 'discovered', requestedHere: false });
    expect(posted).not.toHaveBeenCalled();
  });

  it('does not count as requested here when the provider names no address [R22.3]', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    const { redeem } = await open(landed);
    harness.changeAnswer('/b2b/magic_links/discovery/authenticate', (data) => ({
      ...data,
      email_address: '',
    }));
    expect(await redeem()).toMatchObject({
      kind: 'discovered',
      discovery: { emailAddress: null },
      requestedHere: false,
    });
  });

  it('is redeemed also when the project’s settings cannot be fetched [R15.5]', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await harness.fault('/projects/bootstrap/*', { kind: 'drop' });
    const result = await (await open(landed)).redeem();
    logged.mockRestore();
    expect(result).toMatchObject({ kind: 'discovered', requestedHere: true });
  });

  it('fails in another browser when the project requires PKCE for links [R9.4]', async () => {
    await harness.control('PATCH', '/project', { pkce_required_for_email_magic_links: true });
    const landed = await linkTo(await harness.discover(emailAddress));
    const pair = localStorage.getItem(LINK_SLOT) ?? '';
    localStorage.removeItem(LINK_SLOT);
    harness.handler.store.state.requests.length = 0;
    const refused = { reason: 'pkce', message: messagesAfterGoogle.linkOfOtherBrowser };
    expect(await (await open(landed)).redeem()).toMatchObject(refused);
    expect(harness.requestsTo('/b2b/magic_links/discovery/authenticate')).toBe(0);

    // The pair of another link, which the provider rejects.
    localStorage.setItem(
      LINK_SLOT,
      JSON.stringify({ code_verifier: 'b'.repeat(64), code_challenge: 'c'.repeat(43) }),
    );
    expect(await (await open(landed)).redeem()).toMatchObject(refused);

    localStorage.setItem(LINK_SLOT, pair);
    expect((await (await open(landed)).redeem()).kind).toBe('discovered');
  });

  it('ignores an old PKCE pair when the project does not require one', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    localStorage.setItem(
      LINK_SLOT,
      JSON.stringify({ code_verifier: 'b'.repeat(64), code_challenge: 'c'.repeat(43) }),
    );
    expect((await (await open(landed)).redeem()).kind).toBe('discovered');
  });

  it('returns a message when the link has expired', async () => {
    const landed = await linkTo(await harness.discover(emailAddress));
    await harness.control('POST', '/clock', { advanceMs: 2 * 60 * 60_000 });
    expect(await (await open(landed)).redeem()).toMatchObject({
      message: messagesAfterGoogle.linkUsedOrExpired,
    });
  });
});

describe('second factor', () => {
  const code = () => totpCode(SEED_TOTP_SECRET, totpStep(harness.handler.store.clock.now()));

  async function reach(email: string, slug: string) {
    const stytchAuth = await harness.discover(email);
    const organizationId = harness.organizationId(slug);
    const outcome = await runActor(stytchAuth.actors.exchange, {
      organizationId,
      ...(await harness.ownIntermediate()),
    });
    if (outcome.kind !== 'mfa_required') throw new Error(`It was ${outcome.kind}`);
    const { secondFactor } = outcome;
    return {
      stytchAuth,
      secondFactor,
      own: { secondFactor, ...(await harness.ownIntermediate()) },
    };
  }

  it('verifies the app of a member who has one [R10.2]', async () => {
    const { stytchAuth, secondFactor, own } = await reach('ada@acme.example', 'fjord');
    expect(secondFactor.factor).toBe('totp');
    expect(secondFactor.memberId).toBe(harness.memberId('fjord', 'ada@acme.example'));
    const wrong = code() === '111111' ? '222222' : '111111';
    const input = { ...own, enrol: false };
    expect(await runActor(stytchAuth.actors.verifyFactor, { ...input, code: wrong })).toMatchObject(
      {
        reason: 'input',
        message: messagesAfterGoogle.factorCodeWrong,
      },
    );
    expect(hasIntermediateCookie()).toBe(true);
    expect(
      await runActor(stytchAuth.actors.verifyFactor, { ...input, code: code() }),
    ).toMatchObject({
      kind: 'authenticated',
      session: { organization: { slug: 'fjord' } },
    });
    expect(harness.lastBody()).not.toHaveProperty('set_mfa_enrollment');
    expect(harness.lastBody()).toMatchObject({ session_duration_minutes: 1440 });
  });

  it('accepts a recovery code once [R10.3]', async () => {
    const { stytchAuth, own } = await reach('ada@acme.example', 'fjord');
    expect(
      await runActor(stytchAuth.actors.recover, { ...own, recoveryCode: 'rc-nobody-0000' }),
    ).toMatchObject({ reason: 'input', message: messagesAfterGoogle.recoveryCodeWrong });
    expect(
      await runActor(stytchAuth.actors.recover, { ...own, recoveryCode: 'rc-ada-0001' }),
    ).toMatchObject({ kind: 'authenticated', recoveryCodesLeft: 9 });
    const again = await reach('ada@acme.example', 'fjord');
    expect(
      await runActor(again.stytchAuth.actors.recover, {
        ...again.own,
        recoveryCode: 'rc-ada-0001',
      }),
    ).toMatchObject({ message: messagesAfterGoogle.recoveryCodeWrong });
  });

  it.each([undefined, null, '9', 1.5, -1])(
    'does not say that %s recovery codes are left [R10.3]',
    async (recovery_codes_remaining) => {
      const { stytchAuth, own } = await reach('ada@acme.example', 'fjord');
      harness.changeAnswer('/b2b/recovery_codes/recover', (data) => ({
        ...data,
        recovery_codes_remaining,
      }));
      const result = await runActor(stytchAuth.actors.recover, {
        ...own,
        recoveryCode: 'rc-ada-0001',
      });
      expect(result.kind).toBe('authenticated');
      expect(result).not.toHaveProperty('recoveryCodesLeft');
    },
  );

  it('enrols the app of a member who has none [R10.4]', async () => {
    const { stytchAuth, secondFactor, own } = await reach('ezra@fjord.example', 'fjord');
    expect(secondFactor.factor).toBe('enrolment');
    const result = await runActor(stytchAuth.actors.enrol, own);
    if (result.kind !== 'enrolling') throw new Error(`It was ${result.kind}`);
    const { secret, qrCode, recoveryCodes } = result.enrolment;
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(recoveryCodes.length).toBeGreaterThan(0);
    const first = totpCode(secret, totpStep(harness.handler.store.clock.now()));
    expect(
      await runActor(stytchAuth.actors.verifyFactor, { ...own, code: first, enrol: true }),
    ).toMatchObject({ kind: 'authenticated', session: { emailAddress: 'ezra@fjord.example' } });
    expect(harness.lastBody()).toMatchObject({
      set_mfa_enrollment: 'enroll',
      set_default_mfa: true,
    });
  });

  it.each(['verifyFactor', 'recover', 'enrol'] as const)(
    'fails once the intermediate session has expired: %s [R10.9]',
    async (name) => {
      const { stytchAuth, own } = await reach('ada@acme.example', 'fjord');
      await harness.control('POST', '/clock', { advanceMs: 11 * 60_000 });
      const refused = { reason: 'intermediate', message: messages.secondFactorExpired };
      const { verifyFactor, recover, enrol } = stytchAuth.actors;
      const calls = {
        verifyFactor: () => runActor(verifyFactor, { ...own, code: code(), enrol: false }),
        recover: () => runActor(recover, { ...own, recoveryCode: 'rc-ada-0002' }),
        enrol: () => runActor(enrol, own),
      };
      expect(await calls[name]()).toMatchObject(refused);
    },
  );
});
