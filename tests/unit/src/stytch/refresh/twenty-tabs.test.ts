import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createHandler, type Handler } from '#emulator/handler.ts';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { RawClient } from '#tests/unit/emulator/support/raw-client.ts';
import { bundleStytchAuth, SimulatedBrowser } from '../support/simulated-tab.ts';

const API = 'http://localhost:4290';
const REFRESH = '/sdk/v1/b2b/sessions/authenticate';
const TABS = 20;

let script = '';
let handler: Handler;
let browser: SimulatedBrowser;

beforeAll(async () => {
  script = await bundleStytchAuth();
}, 60_000);

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  handler = createHandler({ now: () => Date.now() });
  browser = new SimulatedBrowser(handler, script);
  await storeSession();
});
afterEach(() => vi.useRealTimers());

/** Stores a session in the browser, as an earlier visit does. */
async function storeSession(): Promise<void> {
  const client = new RawClient(handler);
  const { json } = await client.signIn('ada@acme.example', 'acme');
  const { member_session: session, member, organization, session_token, session_jwt } = json.data;
  browser.cookies.set('stytch_session', session_token);
  browser.cookies.set('stytch_session_jwt', session_jwt);
  browser.storage.setItem('auth_confirmed_session', session.member_session_id);
  browser.storage.setItem(
    `stytch_sdk_state_${EMULATOR_PUBLIC_TOKEN}`,
    JSON.stringify({ session, member, organization }),
  );
}

/** Opens a tab with the Stytch module and a machine, as the app does. */
async function openTab() {
  const stytchAuth = await browser.open().createStytchAuth({
    publicToken: EMULATOR_PUBLIC_TOKEN,
    apiOrigin: API,
    callbackParams: null,
    now: () => Date.now(),
    random: () => 0.5,
  });
  const input = {
    ...stytchAuth.startInput(),
    storedSignIn: NO_STORED_SIGN_IN,
    lastOrganization: null,
    wasIdentityAsked: false,
    now: () => Date.now(),
    random: () => 0.5,
  };
  return createActor(authMachine.provide({ actors: stytchAuth.actors }), { input }).start();
}

/** Advances the clock in steps, and waits after each for the emulator's signatures, which take real time. */
async function advance(milliseconds: number, step = 1_000): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    await vi.advanceTimersByTimeAsync(step);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const refreshes = () => handler.store.state.requests.filter(({ path }) => path === REFRESH).length;

describe('twenty restored tabs with the real SDK', () => {
  it('send one request at boot and one per interval, and none for the SDK’s workers [R11.8, R11.16]', async () => {
    const tabs = await Promise.all(Array.from({ length: TABS }, openTab));
    await advance(10_000);
    expect(refreshes()).toBe(1);
    expect(tabs.map((tab) => tab.getSnapshot().value)).toEqual(
      Array.from({ length: TABS }, () => ({ signedIn: 'authenticated' })),
    );
    await advance(REFRESH_INTERVAL - 20_000);
    expect(refreshes()).toBe(1);
    await advance(25_000);
    expect(refreshes()).toBe(2);
    await advance(3 * REFRESH_INTERVAL);
    expect(refreshes()).toBe(5);
  }, 60_000);

  it('all sign out when one of them does', async () => {
    const tabs = await Promise.all(Array.from({ length: TABS }, openTab));
    await advance(10_000);
    const reasons: string[] = [];
    for (const tab of tabs) tab.on('signedOut', ({ reason }) => reasons.push(reason));
    tabs[3]?.send({ type: 'signOut' });
    await advance(1_000, 50);
    expect(tabs.every((tab) => tab.getSnapshot().hasTag('signedOut'))).toBe(true);
    expect(reasons.sort()).toEqual([
      ...Array.from({ length: TABS - 1 }, () => 'elsewhere'),
      'requested',
    ]);
    await advance(10 * 60_000, 5_000);
    expect(refreshes()).toBe(1);
    expect([...browser.cookies.keys()]).toEqual([]);
  }, 60_000);
});
