import type { Script } from 'node:vm';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createHandler, type Handler } from '#emulator/handler.ts';
import { RawClient } from '#emulator/tests/support/raw-client.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { bundlePage } from '#tests/model/tabs/bundle-page.ts';
import { SimulatedBrowser } from '#tests/model/tabs/simulated-browser.ts';

const REFRESH = '/sdk/v1/b2b/sessions/authenticate';
const TABS = 20;

let script: Script;
let handler: Handler;
let browser: SimulatedBrowser;

beforeAll(async () => {
  script = await bundlePage();
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
  browser.cookies.write(`stytch_session=${session_token}; path=/`);
  browser.cookies.write(`stytch_session_jwt=${session_jwt}; path=/`);
  browser.storage.setItem('auth_confirmed_session', session.member_session_id);
  browser.storage.setItem(
    `stytch_sdk_state_${EMULATOR_PUBLIC_TOKEN}`,
    JSON.stringify({ session, member, organization }),
  );
}

/** Opens the tabs, as a browser does when it restores them. Returns their actors. */
async function openTabs() {
  const tabs = Array.from({ length: TABS }, (_, index) => browser.openTab(`${index}`));
  for (const tab of tabs) tab.load('/policies');
  await browser.settle();
  return tabs.flatMap(({ page }) => page?.core?.actor ?? []);
}

const refreshes = () => handler.store.state.requests.filter(({ path }) => path === REFRESH).length;

describe('twenty restored tabs with the real SDK', () => {
  it('send one request at boot and one per interval, and none for the SDK’s workers [R11.8, R11.16]', async () => {
    const tabs = await openTabs();
    await browser.pass(10_000);
    expect(refreshes()).toBe(1);
    expect(tabs.map((tab) => tab.getSnapshot().value)).toEqual(
      Array.from({ length: TABS }, () => ({ signedIn: 'authenticated' })),
    );
    await browser.pass(REFRESH_INTERVAL - 20_000);
    expect(refreshes()).toBe(1);
    await browser.pass(25_000);
    expect(refreshes()).toBe(2);
    await browser.pass(3 * REFRESH_INTERVAL);
    expect(refreshes()).toBe(5);
  }, 60_000);

  it('all sign out when one of them does', async () => {
    const tabs = await openTabs();
    await browser.pass(10_000);
    const reasons: string[] = [];
    for (const tab of tabs) tab.on('signedOut', ({ reason }) => reasons.push(reason));
    tabs[3]?.send({ type: 'signOut' });
    await browser.pass(1_000);
    expect(tabs.some((tab) => tab.getSnapshot().hasTag('signedIn'))).toBe(false);
    expect(reasons.sort()).toEqual([
      ...Array.from({ length: TABS - 1 }, () => 'elsewhere'),
      'requested',
    ]);
    await browser.pass(10 * 60_000);
    expect(refreshes()).toBe(1);
    expect(browser.cookies.text()).toBe('');
  }, 60_000);
});
