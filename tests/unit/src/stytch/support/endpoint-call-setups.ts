import { vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import type { AuthActor } from '#src/app/auth-actor.ts';
import { type CallbackParams, readCallbackParams } from '#src/stytch/callback.ts';
import type { EndpointName } from '#src/stytch/calls/calls.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { type Harness, runActor } from './harness.ts';

type Settle = (auth: AuthActor) => Promise<number>;

/** Brings the product to call one endpoint, with the machine and the actors but without screens. */
interface EndpointCallSetup {
  /** Whether the page calls the endpoint by itself when it is loaded. */
  readonly isCalledAtStart: boolean;
  readonly isSignedIn: boolean;
  /** Whether a failure shows no notice. */
  readonly isSilent: boolean;
  /** Whether Google is started when the intermediate session of the call has ended. */
  readonly startsGoogle: boolean;
  /** Loads the page. */
  load(harness: Harness): Promise<StytchAuth>;
  /** Takes the machine to the state before the call. */
  prepare(auth: AuthActor, harness: Harness, settle: Settle): Promise<void>;
  /** Sends the event that leads to the call. */
  call(auth: AuthActor, harness: Harness): void;
}

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';

const defaults = {
  isCalledAtStart: false,
  isSignedIn: false,
  isSilent: false,
  startsGoogle: false,
  prepare: async () => undefined,
  call: () => undefined,
};

function organization(harness: Harness, slug: string) {
  return { id: harness.organizationId(slug), slug, name: slug };
}

/** Loads the page with an intermediate session and its list of organizations. */
async function discovered(harness: Harness, email: string): Promise<StytchAuth> {
  await harness.discover(email);
  return harness.load();
}

const chosen =
  (slug: string): EndpointCallSetup['prepare'] =>
  async (auth, harness, settle) => {
    auth.send({ type: 'organization.choose', organization: organization(harness, slug) });
    await settle(auth);
  };

/** The page is loaded by a callback, whose token it redeems by itself. */
function callback(
  path: string,
  answer: (harness: Harness) => Promise<CallbackParams | null>,
): EndpointCallSetup {
  return {
    ...defaults,
    isCalledAtStart: true,
    load: async (harness) => harness.load({ callbackParams: await answer(harness), path }),
  };
}

/** The page is loaded by a signed-in member. */
function member(
  call: EndpointCallSetup['call'],
  more: Partial<EndpointCallSetup> = {},
): EndpointCallSetup {
  return {
    ...defaults,
    isSignedIn: true,
    async load(harness) {
      await harness.signIn(ADA, 'acme');
      return harness.load();
    },
    call,
    ...more,
  };
}

const stepUp = {
  ...defaults,
  load: (harness: Harness) => discovered(harness, BEN),
  prepare: chosen('birch'),
};
const secondFactor = {
  ...defaults,
  load: (harness: Harness) => discovered(harness, ADA),
  prepare: chosen('fjord'),
};

/** The setup of each endpoint. A new endpoint without one does not compile. */
export const endpointCallSetups: Record<EndpointName, EndpointCallSetup> = {
  redeemDiscovery: callback('/discovery', async (harness) =>
    harness.throughGoogle(await harness.load(), ADA),
  ),
  redeemOAuth: callback('/authenticate', async (harness) =>
    harness.throughGoogle(await harness.load(), ADA, organization(harness, 'acme')),
  ),
  redeemLink: callback('/discovery', async (harness) => {
    const { actors } = await harness.discover(BEN);
    await runActor(actors.sendLink, { emailAddress: BEN, organizationId: 'o' });
    const [{ link }] = await harness.control('GET', '/inbox');
    const response = await harness.handler.fetch(new Request(link));
    return readCallbackParams(new URL(response.headers.get('location') ?? link));
  }),
  redeemImpersonation: callback('/authenticate', (harness) => harness.impersonate()),
  readOrganizations: {
    ...defaults,
    isCalledAtStart: true,
    async load(harness) {
      await harness.discover(ADA);
      // A new tab has the cookie but not the list.
      sessionStorage.clear();
      return harness.load();
    },
  },
  exchange: {
    ...defaults,
    startsGoogle: true,
    load: (harness) => discovered(harness, ADA),
    call: (auth, harness) =>
      auth.send({ type: 'organization.choose', organization: organization(harness, 'acme') }),
  },
  create: {
    ...defaults,
    startsGoogle: true,
    load: (harness) => discovered(harness, 'cleo@cleo.example'),
    prepare: async (auth) => auth.send({ type: 'organization.type' }),
    call: (auth) => auth.send({ type: 'organization.submit', name: 'New Team' }),
  },
  sendCode: { ...stepUp, call: (auth) => auth.send({ type: 'code.send' }) },
  verifyCode: {
    ...stepUp,
    async prepare(auth, harness, settle) {
      await chosen('birch')(auth, harness, settle);
      auth.send({ type: 'code.send' });
      await settle(auth);
    },
    call(auth, harness) {
      const { mail } = harness.handler.store.state;
      const code = mail.findLast(({ kind }) => kind === 'otp')?.secret ?? '';
      auth.send({ type: 'code.verify', code });
    },
  },
  sendLink: { ...stepUp, call: (auth) => auth.send({ type: 'link.send' }) },
  verifyFactor: {
    ...secondFactor,
    call(auth, harness) {
      const code = totpCode(SEED_TOTP_SECRET, totpStep(harness.handler.store.clock.now()));
      auth.send({ type: 'factor.verify', code });
    },
  },
  recover: {
    ...secondFactor,
    async prepare(auth, harness, settle) {
      await chosen('fjord')(auth, harness, settle);
      auth.send({ type: 'factor.useRecoveryCode' });
    },
    call: (auth) => auth.send({ type: 'factor.recover', recoveryCode: 'rc-ada-0001' }),
  },
  enrol: {
    ...defaults,
    load: (harness) => discovered(harness, 'ezra@fjord.example'),
    call: (auth, harness) =>
      auth.send({ type: 'organization.choose', organization: organization(harness, 'fjord') }),
  },
  readMemberships: member((auth) => auth.send({ type: 'organization.list' })),
  switchOrganization: member(
    (auth, harness) =>
      auth.send({ type: 'organization.switch', id: harness.organizationId('harbor') }),
    {
      // The menu has read its list before.
      async prepare(auth, _, settle) {
        auth.send({ type: 'organization.list' });
        await settle(auth);
      },
    },
  ),
  refresh: member(() => undefined, {
    async prepare() {
      await new Promise((resolve) => setImmediate(resolve));
    },
    call: (auth) => {
      const { refreshedAt } = auth.getSnapshot().context;
      vi.setSystemTime(refreshedAt + REFRESH_INTERVAL);
      auth.send({ type: 'network.online' });
    },
  }),
  revoke: member((auth) => auth.send({ type: 'signOut' }), {
    isSignedIn: false,
    isSilent: true,
  }),
};
