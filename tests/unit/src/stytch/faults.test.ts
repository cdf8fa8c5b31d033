// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FAULT_KINDS } from '#emulator/store/state.ts';
import { BUSY_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { readReturned } from '#src/stytch/callback.ts';
import { type CallName, calls } from '#src/stytch/sdk/endpoints.ts';
import { INTERMEDIATE_COOKIE, readCookie, SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import type { Provider } from '#src/stytch/stytch-auth.ts';
import { Bench, type FaultSpec, run, STATE_KEY } from './support/harness.ts';

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
  readonly provider: Provider;
  readonly act: () => Promise<{ readonly kind: string }>;
}

type Preparation = (bench: Bench) => Promise<Prepared>;

const discovered =
  (who: string, act: (provider: Provider, bench: Bench) => Prepared['act']): Preparation =>
  async (bench) => {
    const provider = await bench.discover(who);
    return { provider, act: act(provider, bench) };
  };

const signedIn =
  (act: (provider: Provider, bench: Bench) => Prepared['act']): Preparation =>
  async (bench) => {
    await bench.signIn(email, 'acme');
    const provider = await bench.load();
    return { provider, act: act(provider, bench) };
  };

const returned =
  (path: string, callback: 'discovery_oauth' | 'oauth', slug?: string): Preparation =>
  async (bench) => {
    const organization =
      slug === undefined ? null : { id: bench.organizationId(slug), slug, name: slug };
    const back = await bench.throughGoogle(await bench.load(), email, organization);
    const provider = await bench.load({ returned: back, path });
    return { provider, act: () => run(provider.actors.redeem, { callback }) };
  };

const atFjord = (bench: Bench, who: string) => ({
  organizationId: bench.organizationId('fjord'),
  memberId: bench.memberId('fjord', who),
});

/** How each call comes to be made; a new call is a compile error until it joins. */
const preparations: Record<CallName, Preparation> = {
  redeemDiscovery: returned('/discovery', 'discovery_oauth'),
  redeemOAuth: returned('/authenticate', 'oauth', 'acme'),
  async redeemLink(bench) {
    await run((await bench.load()).actors.sendLink, { emailAddress });
    const [{ link }] = await bench.control('GET', '/inbox');
    const answer = await bench.handler.fetch(new Request(link));
    const back = readReturned(new URL(answer.headers.get('location') ?? link));
    const provider = await bench.load({ returned: back, path: '/discovery' });
    return { provider, act: () => run(provider.actors.redeem, { callback: 'magic_link' }) };
  },
  async redeemImpersonation(bench) {
    const who = { email: 'dora@acme.example', organizationSlug: 'acme' };
    const { url } = await bench.control('POST', '/impersonate', who);
    const back = readReturned(new URL(url));
    const provider = await bench.load({ returned: back, path: '/authenticate' });
    return { provider, act: () => run(provider.actors.redeem, { callback: 'impersonation' }) };
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
    ({ actors }, bench) =>
      () =>
        run(actors.exchange, { organizationId: bench.organizationId('acme') }),
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
  async verifyCode(bench) {
    const provider = await bench.discover(emailAddress);
    await run(provider.actors.sendCode, { emailAddress });
    const [{ code }] = await bench.control('GET', '/inbox');
    return { provider, act: () => run(provider.actors.verifyCode, { emailAddress, code }) };
  },
  sendLink: discovered(
    emailAddress,
    ({ actors }) =>
      () =>
        run(actors.sendLink, { emailAddress }),
  ),
  async verifyFactor(bench) {
    const { SEED_TOTP_SECRET } = await import('#emulator/store/seed/seed.ts');
    const { totpCode, totpStep } = await import('#emulator/crypto/totp.ts');
    const provider = await bench.discover(email);
    const organizationId = bench.organizationId('fjord');
    await run(provider.actors.exchange, { organizationId });
    const code = totpCode(SEED_TOTP_SECRET, totpStep(bench.handler.store.clock.now()));
    const input = { ...atFjord(bench, email), code, enrol: false };
    return { provider, act: () => run(provider.actors.verifyFactor, input) };
  },
  async recover(bench) {
    const provider = await bench.discover(email);
    await run(provider.actors.exchange, { organizationId: bench.organizationId('fjord') });
    const input = { ...atFjord(bench, email), recoveryCode: 'rc-ada-0001' };
    return { provider, act: () => run(provider.actors.recover, input) };
  },
  async enrol(bench) {
    const provider = await bench.discover('ezra@fjord.example');
    await run(provider.actors.exchange, { organizationId: bench.organizationId('fjord') });
    const input = atFjord(bench, 'ezra@fjord.example');
    return { provider, act: () => run(provider.actors.enrol, input) };
  },
  refresh: signedIn(({ actors }) => () => {
    vi.setSystemTime(Date.now() + REFRESH_INTERVAL);
    return run(actors.refresh, { attempt: 1, mode: 'scheduled' });
  }),
  switchOrganization: signedIn(
    ({ actors }, bench) =>
      () =>
        run(actors.switchOrganization, { organizationId: bench.organizationId('harbor') }),
  ),
  revoke: signedIn(({ actors }) => async () => {
    await run(actors.revoke, { reason: 'requested' });
    return { kind: 'revoked' };
  }),
};

const SUCCESSES = ['authenticated', 'discovered', 'sent', 'enrolling', 'refreshed'];

/** The calls that live from the intermediate session, and those that live from the session. */
const BY_INTERMEDIATE: readonly CallName[] = [
  'readOrganizations',
  'exchange',
  'create',
  'verifyFactor',
  'recover',
  'enrol',
];
const BY_SESSION: readonly CallName[] = ['readMemberships', 'refresh', 'switchOrganization'];

function expected(call: CallName, name: string): object {
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

let bench: Bench;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  bench = Bench.open();
});
afterEach(() => {
  bench.close();
  vi.useRealTimers();
});

describe.each(Object.keys(calls).filter((name) => name in preparations))('%s', (name) => {
  const call = Object.keys(preparations).find((one): one is CallName => one === name);
  if (call === undefined) throw new Error(`No preparation for ${name}`);

  it.each(faults)('with $name [R14.18, R15.7]', async ({ name: faultName, fault }) => {
    const { act } = await preparations[call](bench);
    const seen = bench.requestsTo(calls[call].path);
    const before = { state: localStorage.getItem(STATE_KEY), ...cookies() };
    await bench.fault(calls[call].path, fault);

    const acting = act();
    await bench.arrived(calls[call].path, seen);
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
