import { vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import type { AuthActor } from '#src/app/auth-actor.ts';
import { readCallbackParams } from '#src/stytch/callback.ts';
import type { EndpointName } from '#src/stytch/sdk/endpoints.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { type Harness, run } from './harness.ts';

type Settle = (auth: AuthActor) => Promise<number>;

/** How a person comes to make one call of the provider, in the whole product but its pixels. */
interface EndpointScenario {
  readonly call: EndpointName;
  /** Whether the page makes the call by itself when it opens. */
  readonly atStart: boolean;
  /** Whether somebody is signed in when it is made. */
  readonly signedIn: boolean;
  /** Whether there is nothing to say when it fails. */
  readonly silent: boolean;
  /** Opens the page. */
  load(harness: Harness): Promise<StytchAuth>;
  /** Leads to where the call is made. */
  lead(auth: AuthActor, harness: Harness, settle: Settle): Promise<void>;
  /** Makes it. */
  act(auth: AuthActor, harness: Harness): void;
}

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';

const none = {
  atStart: false,
  signedIn: false,
  silent: false,
  lead: async () => undefined,
  act: () => undefined,
};

function organization(harness: Harness, slug: string) {
  return { id: harness.organizationId(slug), slug, name: slug };
}

/** The page is opened with an intermediate session, and the list is there. */
async function discovered(harness: Harness, who: string): Promise<StytchAuth> {
  await harness.discover(who);
  return harness.load();
}

const chosen =
  (slug: string): EndpointScenario['lead'] =>
  async (auth, harness, settle) => {
    auth.send({ type: 'organization.choose', organization: organization(harness, slug) });
    await settle(auth);
  };

/** The page is opened by coming back from Google. */
function callbackParams(call: EndpointName, path: string, slug?: string): EndpointScenario {
  return {
    ...none,
    call,
    atStart: true,
    async load(harness) {
      const wanted = slug === undefined ? null : organization(harness, slug);
      const back = await harness.throughGoogle(await harness.load(), ADA, wanted);
      return harness.load({ callbackParams: back, path });
    },
  };
}

/** The page is opened by somebody who is signed in. */
function member(
  call: EndpointName,
  act: EndpointScenario['act'],
  more: Partial<EndpointScenario> = {},
): EndpointScenario {
  return {
    ...none,
    call,
    signedIn: true,
    async load(harness) {
      await harness.signIn(ADA, 'acme');
      return harness.load();
    },
    act,
    ...more,
  };
}

const stepUp = {
  ...none,
  load: (harness: Harness) => discovered(harness, BEN),
  lead: chosen('birch'),
};
const secondFactor = {
  ...none,
  load: (harness: Harness) => discovered(harness, ADA),
  lead: chosen('fjord'),
};

/** One way to each call; a call that joins the provider without one fails the matrix. */
export const endpointScenarios: Record<EndpointName, EndpointScenario> = {
  redeemDiscovery: callbackParams('redeemDiscovery', '/discovery'),
  redeemOAuth: callbackParams('redeemOAuth', '/authenticate', 'acme'),
  redeemLink: {
    ...none,
    call: 'redeemLink',
    atStart: true,
    async load(harness) {
      await run((await harness.load()).actors.sendLink, { emailAddress: BEN });
      const [{ link }] = await harness.control('GET', '/inbox');
      const answer = await harness.handler.fetch(new Request(link));
      const back = readCallbackParams(new URL(answer.headers.get('location') ?? link));
      return harness.load({ callbackParams: back, path: '/discovery' });
    },
  },
  redeemImpersonation: {
    ...none,
    call: 'redeemImpersonation',
    atStart: true,
    async load(harness) {
      const who = { email: 'dora@acme.example', organizationSlug: 'acme' };
      const { url } = await harness.control('POST', '/impersonate', who);
      return harness.load({
        callbackParams: readCallbackParams(new URL(url)),
        path: '/authenticate',
      });
    },
  },
  readOrganizations: {
    ...none,
    call: 'readOrganizations',
    atStart: true,
    async load(harness) {
      await harness.discover(ADA);
      // A new tab knows only the cookie.
      sessionStorage.clear();
      return harness.load();
    },
  },
  exchange: {
    ...none,
    call: 'exchange',
    load: (harness) => discovered(harness, ADA),
    act: (auth, harness) =>
      auth.send({ type: 'organization.choose', organization: organization(harness, 'acme') }),
  },
  create: {
    ...none,
    call: 'create',
    load: (harness) => discovered(harness, 'cleo@cleo.example'),
    lead: async (auth) => auth.send({ type: 'organization.type' }),
    act: (auth) => auth.send({ type: 'organization.submit', name: 'New Team' }),
  },
  sendCode: { ...stepUp, call: 'sendCode', act: (auth) => auth.send({ type: 'code.send' }) },
  verifyCode: {
    ...stepUp,
    call: 'verifyCode',
    async lead(auth, harness, settle) {
      await chosen('birch')(auth, harness, settle);
      auth.send({ type: 'code.send' });
      await settle(auth);
    },
    act(auth, harness) {
      const { mail } = harness.handler.store.state;
      const code = mail.findLast(({ kind }) => kind === 'otp')?.secret ?? '';
      auth.send({ type: 'code.verify', code });
    },
  },
  sendLink: { ...stepUp, call: 'sendLink', act: (auth) => auth.send({ type: 'link.send' }) },
  verifyFactor: {
    ...secondFactor,
    call: 'verifyFactor',
    act(auth, harness) {
      const code = totpCode(SEED_TOTP_SECRET, totpStep(harness.handler.store.clock.now()));
      auth.send({ type: 'factor.verify', code });
    },
  },
  recover: {
    ...secondFactor,
    call: 'recover',
    async lead(auth, harness, settle) {
      await chosen('fjord')(auth, harness, settle);
      auth.send({ type: 'factor.useRecoveryCode' });
    },
    act: (auth) => auth.send({ type: 'factor.recover', recoveryCode: 'rc-ada-0001' }),
  },
  enrol: {
    ...none,
    call: 'enrol',
    load: (harness) => discovered(harness, 'ezra@fjord.example'),
    act: (auth, harness) =>
      auth.send({ type: 'organization.choose', organization: organization(harness, 'fjord') }),
  },
  readMemberships: member('readMemberships', (auth) => auth.send({ type: 'organization.list' })),
  switchOrganization: member('switchOrganization', (auth, harness) =>
    auth.send({ type: 'organization.switch', id: harness.organizationId('harbor') }),
  ),
  refresh: member('refresh', () => undefined, {
    async lead() {
      await new Promise((resolve) => setImmediate(resolve));
    },
    act: (auth) => {
      // The wait before a refresh is over.
      const { refreshedAt } = auth.getSnapshot().context;
      vi.setSystemTime(refreshedAt + REFRESH_INTERVAL);
      auth.send({ type: 'network.online' });
    },
  }),
  revoke: member('revoke', (auth) => auth.send({ type: 'signOut' }), {
    signedIn: false,
    silent: true,
  }),
};
