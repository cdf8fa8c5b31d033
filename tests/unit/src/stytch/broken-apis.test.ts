// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import { fillStorage } from './support/browser.ts';
import { runActor, SDK_STATE_KEY, setUpHarness } from './support/harness.ts';

const ADA = 'ada@acme.example';
const harness = setUpHarness();

const fail = () => {
  throw new DOMException('broken', 'InvalidStateError');
};
const reject = () => Promise.reject(new DOMException('broken', 'InvalidStateError'));
const never = () => new Promise(() => undefined);

/** The area of storage that throws on every write. The SDK keeps the storage that it is imported with. */
let brokenArea = '';
fillStorage((area) => area === brokenArea);

const breakStorage = (area: string) => () => {
  brokenArea = area;
};
const breakLocks = (request: unknown) => () =>
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });

/** What a browser lacks, or has and does not work. */
const broken: Readonly<Record<string, () => unknown>> = {
  'locks are absent': () => undefined,
  'locks throw': breakLocks(fail),
  'locks reject': breakLocks(reject),
  'locks never settle': breakLocks(never),
  'local storage throws': breakStorage('localStorage'),
  'session storage throws': breakStorage('sessionStorage'),
};

/** What a person or the machine does; each resolves to the kind of its result. */
const acts: Readonly<Record<string, (stytchAuth: StytchAuth) => Promise<{ kind: string }>>> = {
  async 'sign in'({ actors }) {
    const organizationId = harness.organizationId('acme');
    return runActor(actors.exchange, { organizationId, ...(await harness.ownIntermediate()) });
  },
  refresh: ({ actors }) => runActor(actors.refresh, { mode: 'scheduled' }),
  extend: ({ actors }) => runActor(actors.refresh, { mode: 'extend' }),
  resume: ({ actors }) => runActor(actors.resume, undefined),
  async 'sign out'({ actors }) {
    await runActor(actors.revoke, { reason: 'requested' });
    return { kind: document.cookie === '' ? 'signed out' : 'still signed in' };
  },
};

const WORKS = ['authenticated', 'refreshed', 'signed out'];

afterEach(() => {
  brokenArea = '';
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
});

describe.each(Object.entries(broken))('when %s', (_, breakApi) => {
  it.each(Object.entries(acts))('%s works, or says one true sentence', async (name, act) => {
    if (name === 'sign in') await harness.discover(ADA);
    else await harness.signIn(ADA, 'acme');
    if (name === 'resume') localStorage.removeItem(SDK_STATE_KEY);
    breakApi();
    // With the late code, whose import takes real time.
    const stytchAuth = await harness.load();
    // Only the date: what the emulator signs takes real time.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + REFRESH_INTERVAL });
    const { kind, code }: { kind: string; code?: string } = await act(stytchAuth);
    expect(WORKS.includes(kind) ? kind : code).toEqual(
      expect.toSatisfy((text: string) => [...WORKS, 'storageFull'].includes(text)),
    );
  });
});
