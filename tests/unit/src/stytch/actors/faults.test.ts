// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import type { CallbackKind } from '#machines/auth/auth.types.ts';
import { BUSY_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';
import { type EndpointName, endpoints } from '#src/stytch/responses/endpoints.ts';
import { INTERMEDIATE_COOKIE, readCookie, SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { endpointCallSetups } from '../support/endpoint-call-setups.ts';
import { CLOCK_STEP, faultCases, SLOW_LATENCY } from '../support/fault-cases.ts';
import { runActor, SDK_STATE_KEY, setUpHarness } from '../support/harness.ts';

type Call = () => Promise<{ readonly kind: string }>;

const ADA = 'ada@acme.example';
const emailAddress = 'ben@birch.example';

/** Calls each endpoint by its actor, after the page of its setup was loaded. A new endpoint must be added. */
const calls: Record<EndpointName, (stytchAuth: StytchAuth) => Call | Promise<Call>> = {
  redeemDiscovery: redeem('discovery_oauth'),
  redeemOAuth: redeem('oauth'),
  redeemLink: redeem('magic_link'),
  redeemImpersonation: redeem('impersonation'),
  readOrganizations: immediately((actors) => runActor(actors.readOrganizations, undefined)),
  readMemberships: immediately((actors) => runActor(actors.readOrganizations, undefined)),
  exchange: immediately(async (actors) =>
    runActor(actors.exchange, {
      organizationId: harness.organizationId('acme'),
      ...(await harness.ownIntermediate()),
    }),
  ),
  create: immediately(async (actors) =>
    runActor(actors.create, {
      organization: { id: 'org-new-team', name: 'New Team', slug: 'new-team' },
      ...(await harness.ownIntermediate()),
    }),
  ),
  sendCode: immediately((actors) => runActor(actors.sendCode, { emailAddress })),
  async verifyCode({ actors }) {
    await runActor(actors.sendCode, { emailAddress });
    const [{ code }] = await harness.control('GET', '/inbox');
    return () => runActor(actors.verifyCode, { emailAddress, code });
  },
  sendLink: immediately((actors) =>
    runActor(actors.sendLink, { emailAddress, organizationId: 'o', intermediateDigest: '' }),
  ),
  async verifyFactor({ actors }) {
    const own = await requireFactor(actors, ADA);
    const code = totpCode(SEED_TOTP_SECRET, totpStep(harness.handler.store.clock.now()));
    return () => runActor(actors.verifyFactor, { ...own, code, enrol: false });
  },
  async recover({ actors }) {
    const own = await requireFactor(actors, ADA);
    return () => runActor(actors.recover, { ...own, recoveryCode: 'rc-ada-0001' });
  },
  async enrol({ actors }) {
    const own = await requireFactor(actors, 'ezra@fjord.example');
    return () => runActor(actors.enrol, own);
  },
  refresh: immediately((actors) => {
    vi.setSystemTime(Date.now() + REFRESH_INTERVAL);
    return runActor(actors.refresh, { attempt: 1, mode: 'scheduled' });
  }),
  switchOrganization: immediately((actors) =>
    runActor(actors.switchOrganization, { organizationId: harness.organizationId('harbor') }),
  ),
  revoke: immediately(async (actors) => {
    await runActor(actors.revoke, { reason: 'requested' });
    return { kind: 'revoked' };
  }),
};

/** A call that needs no other call before it. */
function immediately(call: (actors: StytchAuth['actors']) => ReturnType<Call>) {
  return ({ actors }: StytchAuth): Call =>
    () =>
      call(actors);
}

function redeem(callback: CallbackKind) {
  return immediately((actors) => runActor(actors.redeem, { callback }));
}

/** Chooses the organization that requires a second factor. */
async function requireFactor({ exchange }: StytchAuth['actors'], email: string) {
  const organizationId = harness.organizationId('fjord');
  await runActor(exchange, { organizationId, ...(await harness.ownIntermediate()) });
  const organization = { id: organizationId, slug: 'fjord', name: 'Fjord' };
  const memberId = harness.memberId('fjord', email);
  const secondFactor = { organization, memberId, emailAddress: email, factor: 'totp' } as const;
  return { secondFactor, ...(await harness.ownIntermediate()) };
}

const SUCCESSES = ['authenticated', 'discovered', 'sent', 'enrolling', 'refreshed'];

/** The endpoints that need the intermediate session, and those that need the session. */
const INTERMEDIATE_ENDPOINTS: readonly EndpointName[] = [
  'readOrganizations',
  'exchange',
  'create',
  'verifyFactor',
  'recover',
  'enrol',
];
const SESSION_ENDPOINTS: readonly EndpointName[] = [
  'readMemberships',
  'refresh',
  'switchOrganization',
];

function expected(endpoint: EndpointName, name: string): object {
  if (endpoint === 'revoke') return { kind: 'revoked' };
  if (name === 'slow') return { kind: expect.stringMatching(SUCCESSES.join('|')) };
  if (name === 'error 401' && INTERMEDIATE_ENDPOINTS.includes(endpoint)) {
    return { kind: 'failed', reason: 'intermediate' };
  }
  if (name === 'error 401' && SESSION_ENDPOINTS.includes(endpoint)) {
    return { kind: 'failed', reason: 'session', message: messages.sessionEnded };
  }
  if (endpoint === 'refresh') return { kind: 'unavailable', retryInMs: 4_000 };
  if (name === 'error 429') {
    const message =
      endpoint === 'verifyCode'
        ? messagesAfterGoogle.tooManyTries
        : messagesAfterGoogle.rateLimited;
    return { kind: 'failed', reason: endpoint === 'verifyCode' ? 'input' : 'known', message };
  }
  if (name.startsWith('error')) {
    const message = `The provider said ${name.slice(-3)}.`;
    const requestId = expect.stringContaining('request-id');
    return { kind: 'failed', reason: 'other', message, requestId };
  }
  return { kind: 'failed', reason: 'unreachable', message: messages.unreachable, requestId: null };
}

const harness = setUpHarness({ fakeTimers: true });

describe.each(Object.values(endpointCallSetups))('$endpoint', ({ endpoint, load }) => {
  it.each(faultCases)(
    'returns a failure for $name, and changes no session [R14.18, R15.7]',
    async ({ name: faultName, fault }) => {
      const call = await calls[endpoint](await load(harness));
      const seen = harness.requestsTo(endpoints[endpoint].path);
      const before = { state: localStorage.getItem(SDK_STATE_KEY), ...cookies() };
      await harness.fault(endpoints[endpoint].path, fault);

      const pending = call();
      await harness.arrived(endpoints[endpoint].path, seen);
      if (faultName === 'slow') await vi.advanceTimersByTimeAsync(SLOW_LATENCY);
      // The emulator signs a delayed response in real time, so the clock must not be faster then.
      const waited =
        faultName === 'slow'
          ? await advanceUntil(pending, 1, realMillisecond)
          : await advanceUntil(pending, CLOCK_STEP, nextTask);
      const result = await pending;
      expect(waited).toBeLessThanOrEqual(BUSY_TIMEOUT + 2 * CLOCK_STEP);

      expect(result).toMatchObject(expected(endpoint, faultName));
      if ('message' in result) expect(result.message).not.toMatch(/\n|^\s*$/);
      // A fault ends neither the session nor the intermediate session, unless the provider says that it is over.
      if (faultName === 'slow' || endpoint === 'revoke') return;
      if (faultName === 'error 401' && SESSION_ENDPOINTS.includes(endpoint)) {
        expect(cookies().session).toBeNull();
        expect(localStorage.getItem(SDK_STATE_KEY) ?? 'null').toBe('null');
        return;
      }
      const isOver = faultName === 'error 401' && INTERMEDIATE_ENDPOINTS.includes(endpoint);
      const after = isOver ? { ...before, intermediate: null } : before;
      expect({ state: localStorage.getItem(SDK_STATE_KEY), ...cookies() }).toEqual(after);
    },
  );
});

/** Taken before the clock is replaced. */
const { setTimeout: setRealTimeout } = globalThis;

const realMillisecond = () => new Promise<void>((resolve) => void setRealTimeout(resolve, 1));
const nextTask = () => new Promise<void>((resolve) => void setImmediate(resolve));

/**
 * Advances the clock until a promise settles. Returns by how many milliseconds.
 *
 * @param step the milliseconds of one advance
 * @param pause runs after each advance
 */
async function advanceUntil(
  promise: Promise<unknown>,
  step: number,
  pause: () => Promise<void>,
): Promise<number> {
  let isSettled = false;
  void promise.finally(() => {
    isSettled = true;
  });
  const from = Date.now();
  while (!isSettled) {
    await vi.advanceTimersByTimeAsync(step);
    await pause();
  }
  return Date.now() - from;
}

function cookies() {
  return { session: readCookie(SESSION_COOKIE), intermediate: readCookie(INTERMEDIATE_COOKIE) };
}
