// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FAULT_KINDS } from '#emulator/store/state.ts';
import { BUSY_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { readCallbackParams } from '#src/stytch/callback.ts';
import { type EndpointName, endpoints } from '#src/stytch/sdk/endpoints.ts';
import { INTERMEDIATE_COOKIE, readCookie, SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { type FaultSpec, Harness, run, STATE_KEY } from '../support/harness.ts';

const SLOW = 8_000;
const STEP = 250;
const email = 'ada@acme.example';
const emailAddress = 'ben@birch.example';

/** Every fault of the emulator, an error once per kind of status; a new fault joins by itself. */
interface Case {
  readonly name: string;
  readonly fault: FaultSpec;
}

const faults = FAULT_KINDS.flatMap((kind): Case[] => {
  if (kind === 'slow') return [{ name: kind, fault: { kind, latencyMs: SLOW } }];
  if (kind !== 'error') return [{ name: kind, fault: { kind } }];
  return [401, 403, 429, 500].map((status) => ({
    name: `${kind} ${status}`,
    fault: { kind, status, message: `The provider said ${status}.` },
  }));
});

interface Prepared {
  readonly stytchAuth: StytchAuth;
  readonly act: () => Promise<{ readonly kind: string }>;
}

type Preparation = (harness: Harness) => Promise<Prepared>;

const discovered =
  (who: string, act: (stytchAuth: StytchAuth, harness: Harness) => Prepared['act']): Preparation =>
  async (harness) => {
    const stytchAuth = await harness.discover(who);
    return { stytchAuth, act: act(stytchAuth, harness) };
  };

const signedIn =
  (act: (stytchAuth: StytchAuth, harness: Harness) => Prepared['act']): Preparation =>
  async (harness) => {
    await harness.signIn(email, 'acme');
    const stytchAuth = await harness.load();
    return { stytchAuth, act: act(stytchAuth, harness) };
  };

const callbackParams =
  (path: string, callback: 'discovery_oauth' | 'oauth', slug?: string): Preparation =>
  async (harness) => {
    const organization =
      slug === undefined ? null : { id: harness.organizationId(slug), slug, name: slug };
    const back = await harness.throughGoogle(await harness.load(), email, organization);
    const stytchAuth = await harness.load({ callbackParams: back, path });
    return { stytchAuth, act: () => run(stytchAuth.actors.redeem, { callback }) };
  };

const atFjord = (harness: Harness, who: string) => ({
  organizationId: harness.organizationId('fjord'),
  memberId: harness.memberId('fjord', who),
});

/** How each call comes to be made; a new call is a compile error until it joins. */
const preparations: Record<EndpointName, Preparation> = {
  redeemDiscovery: callbackParams('/discovery', 'discovery_oauth'),
  redeemOAuth: callbackParams('/authenticate', 'oauth', 'acme'),
  async redeemLink(harness) {
    await run((await harness.load()).actors.sendLink, { emailAddress });
    const [{ link }] = await harness.control('GET', '/inbox');
    const answer = await harness.handler.fetch(new Request(link));
    const back = readCallbackParams(new URL(answer.headers.get('location') ?? link));
    const stytchAuth = await harness.load({ callbackParams: back, path: '/discovery' });
    return { stytchAuth, act: () => run(stytchAuth.actors.redeem, { callback: 'magic_link' }) };
  },
  async redeemImpersonation(harness) {
    const who = { email: 'dora@acme.example', organizationSlug: 'acme' };
    const { url } = await harness.control('POST', '/impersonate', who);
    const back = readCallbackParams(new URL(url));
    const stytchAuth = await harness.load({ callbackParams: back, path: '/authenticate' });
    return { stytchAuth, act: () => run(stytchAuth.actors.redeem, { callback: 'impersonation' }) };
  },
  readOrganizations: discovered(
    email,
    ({ actors }) =>
      () =>
        run(actors.readOrganizations, undefined),
  ),
  readMemberships: signedIn(
    ({ actors }) =>
      () =>
        run(actors.readOrganizations, undefined),
  ),
  exchange: discovered(
    email,
    ({ actors }, harness) =>
      () =>
        run(actors.exchange, { organizationId: harness.organizationId('acme') }),
  ),
  create: discovered(
    email,
    ({ actors }) =>
      () =>
        run(actors.create, { name: 'New Team', slug: 'new-team' }),
  ),
  sendCode: discovered(
    emailAddress,
    ({ actors }) =>
      () =>
        run(actors.sendCode, { emailAddress }),
  ),
  async verifyCode(harness) {
    const stytchAuth = await harness.discover(emailAddress);
    await run(stytchAuth.actors.sendCode, { emailAddress });
    const [{ code }] = await harness.control('GET', '/inbox');
    return { stytchAuth, act: () => run(stytchAuth.actors.verifyCode, { emailAddress, code }) };
  },
  sendLink: discovered(
    emailAddress,
    ({ actors }) =>
      () =>
        run(actors.sendLink, { emailAddress }),
  ),
  async verifyFactor(harness) {
    const { SEED_TOTP_SECRET } = await import('#emulator/store/seed/seed.ts');
    const { totpCode, totpStep } = await import('#emulator/crypto/totp.ts');
    const stytchAuth = await harness.discover(email);
    const organizationId = harness.organizationId('fjord');
    await run(stytchAuth.actors.exchange, { organizationId });
    const code = totpCode(SEED_TOTP_SECRET, totpStep(harness.handler.store.clock.now()));
    const input = { ...atFjord(harness, email), code, enrol: false };
    return { stytchAuth, act: () => run(stytchAuth.actors.verifyFactor, input) };
  },
  async recover(harness) {
    const stytchAuth = await harness.discover(email);
    await run(stytchAuth.actors.exchange, { organizationId: harness.organizationId('fjord') });
    const input = { ...atFjord(harness, email), recoveryCode: 'rc-ada-0001' };
    return { stytchAuth, act: () => run(stytchAuth.actors.recover, input) };
  },
  async enrol(harness) {
    const stytchAuth = await harness.discover('ezra@fjord.example');
    await run(stytchAuth.actors.exchange, { organizationId: harness.organizationId('fjord') });
    const input = atFjord(harness, 'ezra@fjord.example');
    return { stytchAuth, act: () => run(stytchAuth.actors.enrol, input) };
  },
  refresh: signedIn(({ actors }) => () => {
    vi.setSystemTime(Date.now() + REFRESH_INTERVAL);
    return run(actors.refresh, { attempt: 1, mode: 'scheduled' });
  }),
  switchOrganization: signedIn(
    ({ actors }, harness) =>
      () =>
        run(actors.switchOrganization, { organizationId: harness.organizationId('harbor') }),
  ),
  revoke: signedIn(({ actors }) => async () => {
    await run(actors.revoke, { reason: 'requested' });
    return { kind: 'revoked' };
  }),
};

const SUCCESSES = ['authenticated', 'discovered', 'sent', 'enrolling', 'refreshed'];

/** The calls that live from the intermediate session, and those that live from the session. */
const BY_INTERMEDIATE: readonly EndpointName[] = [
  'readOrganizations',
  'exchange',
  'create',
  'verifyFactor',
  'recover',
  'enrol',
];
const BY_SESSION: readonly EndpointName[] = ['readMemberships', 'refresh', 'switchOrganization'];

function expected(call: EndpointName, name: string): object {
  if (call === 'revoke') return { kind: 'revoked' };
  if (name === 'slow') return { kind: expect.stringMatching(SUCCESSES.join('|')) };
  if (name === 'error 401' && BY_INTERMEDIATE.includes(call)) {
    return { kind: 'failed', reason: 'intermediate' };
  }
  if (name === 'error 401' && BY_SESSION.includes(call)) {
    return { kind: 'failed', reason: 'session', message: messages.sessionEnded };
  }
  if (call === 'refresh') return { kind: 'unavailable', retryInMs: 4_000 };
  if (name === 'error 429') {
    const message = call === 'verifyCode' ? messages.tooManyTries : messages.rateLimited;
    return { kind: 'failed', reason: 'other', message };
  }
  if (name.startsWith('error')) {
    const message = `The provider said ${name.slice(-3)}.`;
    const requestId = expect.stringContaining('request-id');
    return { kind: 'failed', reason: 'other', message, requestId };
  }
  return { kind: 'failed', reason: 'unreachable', message: messages.unreachable, requestId: null };
}

let harness: Harness;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  harness = Harness.open();
});
afterEach(() => {
  harness.close();
  vi.useRealTimers();
});

describe.each(Object.keys(endpoints).filter((name) => name in preparations))('%s', (name) => {
  const call = Object.keys(preparations).find((one): one is EndpointName => one === name);
  if (call === undefined) throw new Error(`No preparation for ${name}`);

  it.each(faults)('with $name [R14.18, R15.7]', async ({ name: faultName, fault }) => {
    const { act } = await preparations[call](harness);
    const seen = harness.requestsTo(endpoints[call].path);
    const before = { state: localStorage.getItem(STATE_KEY), ...cookies() };
    await harness.fault(endpoints[call].path, fault);

    const acting = act();
    await harness.arrived(endpoints[call].path, seen);
    if (faultName === 'slow') await vi.advanceTimersByTimeAsync(SLOW);
    // A slow answer is still made in real time: its signature is.
    const waited = await advanceUntil(acting, faultName === 'slow' ? 1 : STEP);
    const answer = await acting;
    expect(waited).toBeLessThanOrEqual(BUSY_TIMEOUT + 2 * STEP);

    expect(answer).toMatchObject(expected(call, faultName));
    if ('message' in answer) expect(answer.message).not.toMatch(/\n|^\s*$/);
    // Nothing is lost by a fault: neither the session nor the intermediate one, unless it is over.
    if (faultName === 'slow' || call === 'revoke') return;
    if (faultName === 'error 401' && BY_SESSION.includes(call)) {
      expect(cookies().session).toBeNull();
      expect(localStorage.getItem(STATE_KEY) ?? 'null').toBe('null');
      return;
    }
    expect({ state: localStorage.getItem(STATE_KEY), ...cookies() }).toEqual(before);
  });
});

/** Advances the clock until a promise is settled; gives by how much, in milliseconds. */
async function advanceUntil(promise: Promise<unknown>, step: number): Promise<number> {
  const settled = { now: false };
  void promise.finally(() => {
    settled.now = true;
  });
  const from = Date.now();
  while (!settled.now) {
    await vi.advanceTimersByTimeAsync(step);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Date.now() - from;
}

function cookies() {
  return { session: readCookie(SESSION_COOKIE), intermediate: readCookie(INTERMEDIATE_COOKIE) };
}
