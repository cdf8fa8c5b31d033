import { vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import type { AuthActor } from '#src/app/auth-actor.ts';
import { readReturned } from '#src/stytch/callback.ts';
import type { CallName } from '#src/stytch/sdk/endpoints.ts';
import type { Provider } from '#src/stytch/stytch-auth.ts';
import { type Bench, run } from './harness.ts';

type Settle = (auth: AuthActor) => Promise<number>;

/** How a person comes to make one call of the provider, in the whole product but its pixels. */
interface Journey {
  readonly call: CallName;
  /** Whether the page makes the call by itself when it opens. */
  readonly atStart: boolean;
  /** Whether somebody is signed in when it is made. */
  readonly signedIn: boolean;
  /** Whether there is nothing to say when it fails. */
  readonly silent: boolean;
  /** Opens the page. */
  load(bench: Bench): Promise<Provider>;
  /** Leads to where the call is made. */
  lead(auth: AuthActor, bench: Bench, settle: Settle): Promise<void>;
  /** Makes it. */
  act(auth: AuthActor, bench: Bench): void;
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

function organization(bench: Bench, slug: string) {
  return { id: bench.organizationId(slug), slug, name: slug };
}

/** The page is opened with an intermediate session, and the list is there. */
async function discovered(bench: Bench, who: string): Promise<Provider> {
  await bench.discover(who);
  return bench.load();
}

const chosen =
  (slug: string): Journey['lead'] =>
  async (auth, bench, settle) => {
    auth.send({ type: 'organization.choose', organization: organization(bench, slug) });
    await settle(auth);
  };

/** The page is opened by coming back from Google. */
function returned(call: CallName, path: string, slug?: string): Journey {
  return {
    ...none,
    call,
    atStart: true,
    async load(bench) {
      const wanted = slug === undefined ? null : organization(bench, slug);
      const back = await bench.throughGoogle(await bench.load(), ADA, wanted);
      return bench.load({ returned: back, path });
    },
  };
}

/** The page is opened by somebody who is signed in. */
function member(call: CallName, act: Journey['act'], more: Partial<Journey> = {}): Journey {
  return {
    ...none,
    call,
    signedIn: true,
    async load(bench) {
      await bench.signIn(ADA, 'acme');
      return bench.load();
    },
    act,
    ...more,
  };
}

const stepUp = { ...none, load: (bench: Bench) => discovered(bench, BEN), lead: chosen('birch') };
const secondFactor = {
  ...none,
  load: (bench: Bench) => discovered(bench, ADA),
  lead: chosen('fjord'),
};

/** One way to each call; a call that joins the provider without one fails the matrix. */
export const journeys: Record<CallName, Journey> = {
  redeemDiscovery: returned('redeemDiscovery', '/discovery'),
  redeemOAuth: returned('redeemOAuth', '/authenticate', 'acme'),
  redeemLink: {
    ...none,
    call: 'redeemLink',
    atStart: true,
    async load(bench) {
      await run((await bench.load()).actors.sendLink, { emailAddress: BEN });
      const [{ link }] = await bench.control('GET', '/inbox');
      const answer = await bench.handler.fetch(new Request(link));
      const back = readReturned(new URL(answer.headers.get('location') ?? link));
      return bench.load({ returned: back, path: '/discovery' });
    },
  },
  redeemImpersonation: {
    ...none,
    call: 'redeemImpersonation',
    atStart: true,
    async load(bench) {
      const who = { email: 'dora@acme.example', organizationSlug: 'acme' };
      const { url } = await bench.control('POST', '/impersonate', who);
      return bench.load({ returned: readReturned(new URL(url)), path: '/authenticate' });
    },
  },
  readOrganizations: {
    ...none,
    call: 'readOrganizations',
    atStart: true,
    async load(bench) {
      await bench.discover(ADA);
      // A new tab knows only the cookie.
      sessionStorage.clear();
      return bench.load();
    },
  },
  exchange: {
    ...none,
    call: 'exchange',
    load: (bench) => discovered(bench, ADA),
    act: (auth, bench) =>
      auth.send({ type: 'organization.choose', organization: organization(bench, 'acme') }),
  },
  create: {
    ...none,
    call: 'create',
    load: (bench) => discovered(bench, 'cleo@cleo.example'),
    lead: async (auth) => auth.send({ type: 'organization.type' }),
    act: (auth) => auth.send({ type: 'organization.submit', name: 'New Team' }),
  },
  sendCode: { ...stepUp, call: 'sendCode', act: (auth) => auth.send({ type: 'code.send' }) },
  verifyCode: {
    ...stepUp,
    call: 'verifyCode',
    async lead(auth, bench, settle) {
      await chosen('birch')(auth, bench, settle);
      auth.send({ type: 'code.send' });
      await settle(auth);
    },
    act(auth, bench) {
      const { mail } = bench.handler.store.state;
      const code = mail.findLast(({ kind }) => kind === 'otp')?.secret ?? '';
      auth.send({ type: 'code.verify', code });
    },
  },
  sendLink: { ...stepUp, call: 'sendLink', act: (auth) => auth.send({ type: 'link.send' }) },
  verifyFactor: {
    ...secondFactor,
    call: 'verifyFactor',
    act(auth, bench) {
      const code = totpCode(SEED_TOTP_SECRET, totpStep(bench.handler.store.clock.now()));
      auth.send({ type: 'factor.verify', code });
    },
  },
  recover: {
    ...secondFactor,
    call: 'recover',
    async lead(auth, bench, settle) {
      await chosen('fjord')(auth, bench, settle);
      auth.send({ type: 'factor.useRecoveryCode' });
    },
    act: (auth) => auth.send({ type: 'factor.recover', recoveryCode: 'rc-ada-0001' }),
  },
  enrol: {
    ...none,
    call: 'enrol',
    load: (bench) => discovered(bench, 'ezra@fjord.example'),
    act: (auth, bench) =>
      auth.send({ type: 'organization.choose', organization: organization(bench, 'fjord') }),
  },
  readMemberships: member('readMemberships', (auth) => auth.send({ type: 'organization.list' })),
  switchOrganization: member('switchOrganization', (auth, bench) =>
    auth.send({ type: 'organization.switch', id: bench.organizationId('harbor') }),
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
