// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { CALL_TIMEOUT, REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { type AuthActor, startAuthActor } from '#src/app/auth-actor.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import type { CallbackParams } from '#src/stytch/callback.ts';
import { type EndpointName, endpoints } from '#src/stytch/calls/calls.ts';
import { readCookie } from '#src/stytch/session/cookies.ts';
import { digestOf } from '#src/stytch/session/digest.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { navigatedUrl } from './support/browser.ts';
import { COOKIES, SDK_STATE_KEY, setUpHarness } from './support/harness.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';

/** Milliseconds by which the clock advances at a time. */
const CLOCK_STEP = 250;

/** A refusal of each kind, and each way to get no usable response; what else is not one is tested with the transport. */
const faultCases: readonly { name: string; fault: object }[] = [
  ...[401, 429, 500].map((status) => {
    const fault = {
      kind: 'error',
      status,
      message: `The provider said ${status}.`,
      retryAfter: 30,
    };
    return { name: `error ${status}`, fault };
  }),
  ...['drop', 'hang', 'wrongShape'].map((kind) => ({ name: kind, fault: { kind } })),
];

/** Events that a person can send. Without any of them the sign-in would be at a dead end. */
const NEXT_STEPS = [
  { type: 'google.start' },
  { type: 'organization.type' },
  { type: 'organization.submit', name: 'New Team' },
  { type: 'organization.chooseDifferent' },
  { type: 'organization.list' },
  { type: 'signOut' },
] as const;

const harness = setUpHarness({ fakeTimers: true });
let actor: AuthActor | null = null;
afterEach(() => {
  actor?.stop();
  actor = null;
});

/** Whether an actor of the machine is still running, apart from `sessionMonitor`. */
function isBusy({ children }: AuthSnapshot): boolean {
  return Object.entries(children).some(
    ([id, child]) => id !== 'sessionMonitor' && child?.getSnapshot().status === 'active',
  );
}

/**
 * Advances the clock until the machine is not busy. Returns by how many milliseconds.
 *
 * @param isHanging whether a request never gets a response; for any other the clock waits
 */
async function settle(auth: AuthActor, isHanging = false): Promise<number> {
  const from = Date.now();
  do {
    await vi.advanceTimersByTimeAsync(CLOCK_STEP);
    for (let round = 0; round < 3 || (harness.unanswered > 0 && !isHanging); round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      // Digests take real time, and end in about the order in which they began.
      await digestOf('');
    }
  } while (isBusy(auth.getSnapshot()) && Date.now() - from < 4 * CALL_TIMEOUT);
  return Date.now() - from;
}

/** What this browser holds of a session and of an intermediate session. */
const held = () => ({
  state: localStorage.getItem(SDK_STATE_KEY),
  session: readCookie(COOKIES.session),
  intermediate: readCookie(COOKIES.intermediate),
});

/** How the notice of each fault ends. The provider's own words are shown where the product has none. */
const SENTENCES: Readonly<Record<string, RegExp>> = {
  'error 401':
    /(?:sign in again|sign-in expired after 10 minutes\. Choose your organization to try again|The provider said 401)\.$/,
  'error 429':
    /Too many (?:requests\. Wait a moment, then try again|tries\. Wait a moment, then send a new code)\.$/,
  'error 500': /The provider said 500\.$/,
  drop: /We could not reach the sign-in service\. Check your connection and try again\.$/,
  hang: /That took too long\. Check your connection and try again\.$/,
  wrongShape: /We could not reach the sign-in service\. Check your connection and try again\.$/,
};

const organizationOf = (slug: string) => ({ id: harness.organizationId(slug), slug, name: slug });

/** The page is loaded by a callback, whose token it redeems by itself. */
const callback = (path: string, answer: () => Promise<CallbackParams | null>) => async () =>
  harness.load({ callbackParams: await answer(), path });

/** The page is loaded with an intermediate session and its list of organizations. */
const discovered = (email: string) => async () => {
  await harness.discover(email);
  return harness.load();
};

async function signedIn() {
  await harness.signIn(ADA, 'acme');
  return harness.load();
}

const send = (event: AuthEvent) => () => event;
const choose = (slug: string) => (): AuthEvent => ({
  type: 'organization.choose',
  organization: organizationOf(slug),
});
const sendCode = send({ type: 'code.send' });
const list = send({ type: 'organization.list' });

/**
 * What brings the product to call each endpoint, with the machine and the actors but without screens: how the page is
 * loaded, and what a person sends then. The last event leads to the call; without one, the page makes it by itself.
 */
const calls: Record<
  EndpointName,
  readonly [load: () => Promise<StytchAuth>, ...events: (() => AuthEvent)[]]
> = {
  redeemDiscovery: [
    callback('/discovery', async () => harness.throughGoogle(await harness.load(), ADA)),
  ],
  redeemOAuth: [
    callback('/authenticate', async () =>
      harness.throughGoogle(await harness.load(), ADA, organizationOf('acme')),
    ),
  ],
  redeemLink: [
    callback('/discovery', async () => {
      const { actors } = await harness.discover(BEN);
      await harness.run(actors.sendLink, { emailAddress: BEN, organizationId: 'o' });
      return harness.openNewestLink(BEN);
    }),
  ],
  redeemOrganizationLink: [
    callback('/authenticate', () => harness.invite('new@acme.example')),
    send({ type: 'link.confirm' }),
  ],
  redeemSso: [
    callback('/authenticate', () => harness.answerIdentityProvider('kim@kestrel.example')),
    send({ type: 'link.confirm' }),
  ],
  redeemImpersonation: [callback('/authenticate', () => harness.impersonate())],
  readOrganizations: [
    async () => {
      await harness.discover(ADA);
      // A new tab has the cookie but not the list.
      sessionStorage.clear();
      return harness.load();
    },
  ],
  exchange: [discovered(ADA), choose('acme')],
  create: [
    discovered('cleo@cleo.example'),
    send({ type: 'organization.type' }),
    send({ type: 'organization.submit', name: 'New Team' }),
  ],
  sendCode: [discovered(BEN), choose('birch'), sendCode],
  verifyCode: [
    discovered(BEN),
    choose('birch'),
    sendCode,
    () => {
      const mail = harness.handler.store.state.mail.findLast(({ kind }) => kind === 'otp');
      return { type: 'code.verify', code: mail?.secret ?? '' };
    },
  ],
  sendLink: [discovered(BEN), choose('birch'), send({ type: 'link.send' })],
  verifySecondFactor: [
    discovered(ADA),
    choose('fjord'),
    () => ({ type: 'factor.verify', code: totpCode(SEED_TOTP_SECRET, totpStep(Date.now())) }),
  ],
  recoverSecondFactor: [
    discovered(ADA),
    choose('fjord'),
    send({ type: 'factor.useRecoveryCode' }),
    send({ type: 'factor.recover', code: 'rc-ada-0001' }),
  ],
  enrolSecondFactor: [discovered('ezra@fjord.example'), choose('fjord')],
  readMemberships: [signedIn, list],
  switchOrganization: [
    signedIn,
    list,
    () => ({ type: 'organization.switch', id: harness.organizationId('harbor') }),
  ],
  refresh: [
    signedIn,
    () => {
      vi.setSystemTime(Date.now() + REFRESH_INTERVAL);
      return { type: 'network.online' };
    },
  ],
  revoke: [signedIn, send({ type: 'signOut' })],
};

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);

const SIGNED_IN = 'signedIn.session.authenticated';
const MINUTES = { session_duration_minutes: 1440 };
const VERIFIER = { pkce_code_verifier: expect.stringMatching(/^\w{64}$/) };

/** Where each call leads when the provider does what it asks, and what its request holds. */
const ANSWERED: Readonly<Record<EndpointName, readonly [state: string, body: object]>> = {
  redeemDiscovery: ['signedOut.selecting.browsing', VERIFIER],
  redeemOAuth: [SIGNED_IN, { ...MINUTES, ...VERIFIER }],
  redeemLink: ['signedOut.selecting.browsing', {}],
  redeemOrganizationLink: [SIGNED_IN, MINUTES],
  redeemSso: [SIGNED_IN, MINUTES],
  redeemImpersonation: [SIGNED_IN, {}],
  readOrganizations: ['signedOut.selecting.browsing', {}],
  exchange: [SIGNED_IN, MINUTES],
  create: [SIGNED_IN, { ...MINUTES, organization_name: 'New Team', organization_slug: 'new-team' }],
  sendCode: ['stepUp.otp.awaitingCode', { email_address: BEN }],
  verifyCode: [SIGNED_IN, { email_address: BEN }],
  sendLink: ['stepUp.magicLink.awaitingLink', { email_address: BEN }],
  verifySecondFactor: [SIGNED_IN, MINUTES],
  recoverSecondFactor: [SIGNED_IN, MINUTES],
  enrolSecondFactor: ['signedOut.secondFactor', {}],
  readMemberships: [SIGNED_IN, {}],
  switchOrganization: [SIGNED_IN, MINUTES],
  refresh: [SIGNED_IN, {}],
  revoke: ['signedOut.default', {}],
};

describe.each(names)('%s', (name) => {
  it('leads on when the provider does what it asks [R7.1, R7.2, R14.4, R14.5, R14.6]', async () => {
    const [load, ...events] = calls[name];
    const auth = startAuthActor(await load(), () => undefined);
    actor = auth;
    await settle(auth);
    for (const event of events) {
      auth.send(event());
      await settle(auth);
    }
    const [state, body] = ANSWERED[name];
    expect(statePath(auth.getSnapshot().value)).toContain(state);
    const { requests } = harness.handler.store.state;
    const sent = requests.findLast(({ path }) => path.endsWith(endpoints[name].path));
    expect(sent?.body ?? {}).toMatchObject(body);
  });

  it.each(faultCases)(
    'shows a notice and a next step after $name, and changes no session [R14.18, R15.7]',
    async ({ name: kind, fault }) => {
      const [load, ...events] = calls[name];
      const last = events.pop();
      const stytchAuth = await load();
      const addFault = () => harness.fault(endpoints[name].path, fault, 1);
      if (last === undefined) await addFault();
      let before = held();
      const auth = startAuthActor(stytchAuth, () => undefined);
      actor = auth;
      let wasSignedIn = false;
      if (last !== undefined) {
        await settle(auth);
        for (const event of events) {
          auth.send(event());
          await settle(auth);
        }
        await addFault();
        before = held();
        wasSignedIn = auth.getSnapshot().matches('signedIn');
        const call = () => auth.send(last());
        if (kind === 'error 401' && (name === 'exchange' || name === 'create')) {
          // The intermediate session has ended: Google is the next step, at once.
          expect((await navigatedUrl(call)).pathname).toContain('/public/oauth/google/');
          expect([held().intermediate, held().session]).toEqual([null, before.session]);
          return;
        }
        call();
      }
      const waited = await settle(auth, kind === 'hang');

      const snapshot = auth.getSnapshot();
      const view = authView(snapshot);
      expect(harness.handler.store.state.faults, 'the call was not made').toEqual([]);
      expect(waited).toBeLessThanOrEqual(CALL_TIMEOUT + 2_000);
      expect(isBusy(snapshot)).toBe(false);
      expect(view.screen).not.toBe('loading');
      expect(NEXT_STEPS.some((event) => snapshot.can(event))).toBe(true);
      if (name === 'revoke') return;
      const quiet = view.screen === 'app' && view.reconnecting;
      const notice = 'notice' in view ? view.notice : null;
      if (!quiet) {
        expect(notice?.tone).not.toBe('success');
        expect(notice && sentenceOf(notice)).toMatch(SENTENCES[kind] ?? /^$/);
      }
      // A fault signs nobody in; it ends a session only when the provider says that the session is over.
      const isOver = kind === 'error 401';
      if (!isOver) expect(held()).toEqual(before);
      expect(snapshot.matches('signedIn')).toBe(wasSignedIn && !isOver);
      if (wasSignedIn && isOver) expect(held().session).toBeNull();
    },
  );
});
