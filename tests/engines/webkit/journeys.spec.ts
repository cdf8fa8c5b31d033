import { expect } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { startSlowProxy } from '#tests/e2e/support/slow-proxy.ts';
import { totp } from '#tests/e2e/support/totp.ts';
import { eventually, KEYS, type WebKitBrowser } from './webdriver.ts';
import { test } from './webkit-test.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const SIGNED_IN = 'signedIn.authenticated';
const MINUTE = 60_000;
const CODE_FIELD = 'input[autocomplete="one-time-code"]';

/** Starts Google and chooses an account. */
async function continueWithGoogle(webkit: WebKitBrowser, person: string): Promise<void> {
  await webkit.click('button', 'Google');
  await webkit.click('button', person);
}

async function signIn(webkit: WebKitBrowser, address: string): Promise<void> {
  await webkit.goto(address);
  await continueWithGoogle(webkit, ADA);
  await webkit.click('[data-organization-id]', '@acme');
  await webkit.expectState(SIGNED_IN);
}

async function signOut(webkit: WebKitBrowser): Promise<void> {
  await webkit.click('button[aria-label^="Account: "]');
  await webkit.click('button', 'Sign out');
}

/** Waits for an e-mail and returns it. */
async function newestMail(emulator: EmulatorClient, kind: 'otp' | 'magic_link') {
  const find = async () => (await emulator.inbox(BEN)).find((mail) => mail.kind === kind);
  await eventually(async () => (await find()) !== undefined, `a mail ${kind}`);
  return (await find()) ?? { code: '', link: '' };
}

async function goToStepUp(webkit: WebKitBrowser, origin: string, slug: string): Promise<void> {
  await webkit.goto(`${origin}/policies`);
  await continueWithGoogle(webkit, BEN);
  await webkit.click('[data-organization-id]', `@${slug}`);
  await webkit.expectState('signedOut.stepUp');
}

/** Runs in the page. Counts the refreshes that its machine has completed, in `data-refreshes`. */
function countRefreshes(): void {
  const { dataset } = document.documentElement;
  let wasRefreshing = false;
  new MutationObserver(() => {
    const isRefreshing = dataset.authState?.startsWith('signedIn.refreshing') === true;
    if (wasRefreshing && !isRefreshing)
      dataset.refreshes = String(Number(dataset.refreshes ?? 0) + 1);
    wasRefreshing = isRefreshing;
  }).observe(document.documentElement, { attributeFilter: ['data-auth-state'] });
}

/** Runs in the page. Selects an option as a person does. */
function selectOption(value: string): void {
  const select = document.querySelector(`option[value="${value}"]`)?.closest('select');
  if (!select) throw new Error(`There is no option ${value}.`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

test.describe('signing in', () => {
  test('leads to the requested page [R3.1, R7.1]', { tag: '@smoke' }, async ({ webkit, site }) => {
    await signIn(webkit, `${site.origin}/policies?tab=x#y`);
    await webkit.find('h1', 'Policies');
    await webkit.expectPath('/policies?tab=x#y');
  });

  test('refuses a wrong code and takes the right one [R8.4, R8.15]', { tag: '@smoke' }, async ({
    webkit,
    site,
    emulator,
  }) => {
    await goToStepUp(webkit, site.origin, 'cedar');
    await webkit.click('button', 'Send verification code');
    const { code } = await newestMail(emulator, 'otp');
    await webkit.type(CODE_FIELD, code === '000000' ? '000001' : '000000');
    await webkit.find('[role="alert"]', 'That code is wrong');
    // The text is selected, so that typing replaces it.
    await webkit.press(...(code ?? ''));
    await webkit.expectState(SIGNED_IN);
  });

  test('completes in the tab that waits for a link opened in another [R9.1]', async ({
    webkit,
    site,
    emulator,
  }) => {
    await goToStepUp(webkit, site.origin, 'dune');
    await webkit.click('button', 'Send magic link');
    const { link } = await newestMail(emulator, 'magic_link');
    const waiting = await webkit.tab();
    await webkit.openTab();
    await webkit.goto(link ?? '');
    await webkit.expectState('signedIn');
    await webkit.switchTo(waiting);
    await webkit.expectState(SIGNED_IN);
  });

  test('enrols an authenticator app, and copies and offers the recovery codes [R10.4]', async ({
    webkit,
    site,
  }) => {
    await webkit.goto(site.origin);
    await continueWithGoogle(webkit, 'ezra@fjord.example');
    await webkit.click('[data-organization-id]', '@fjord');
    const secret = await webkit.find('code');
    const text = String(await webkit.send('GET', `/element/${secret}/text`));
    await webkit.type(CODE_FIELD, totp(text, Date.now()));
    const download = await webkit.find('a[download]');
    const file = String(await webkit.send('GET', `/element/${download}/property/href`));
    expect(decodeURIComponent(file)).toContain('Fjord');
    await webkit.click('button', 'Copy');
    await webkit.find('[role="status"]', 'Copied.');
    await webkit.click('button', 'I have saved');
    await webkit.expectState(SIGNED_IN);
  });

  test('creates a typed organization [R7.2]', { tag: '@smoke' }, async ({ webkit, site }) => {
    await webkit.goto(site.origin);
    await continueWithGoogle(webkit, 'cleo@cleo.example');
    await webkit.click('button', '+ Enter organization name');
    await webkit.type('input[autocomplete="organization"]', `Kelp Forest${KEYS.enter}`);
    await webkit.expectState(SIGNED_IN);
    await webkit.expectPath('/policies');
  });

  test('by a support link shows the banner until it is stopped [R12.1, R12.4]', async ({
    webkit,
    site,
    emulator,
  }) => {
    const { url } = await emulator.impersonate('dora@acme.example', 'acme');
    await webkit.goto(url);
    await webkit.expectState(SIGNED_IN);
    await webkit.find('*', 'IMPERSONATING USER');
    await webkit.click('button', 'Stop Impersonation');
    await webkit.find('button', 'Google');
    expect((await webkit.address()).href).toBe(`${site.origin}/`);
  });
});

test.describe('the session', () => {
  test('is shared by two tabs, and ends in both [R11.7]', { tag: '@smoke' }, async ({
    webkit,
    site,
  }) => {
    await signIn(webkit, site.origin);
    const first = await webkit.tab();
    const second = await webkit.openTab();
    await webkit.goto(`${site.origin}/policies`);
    await webkit.expectState(SIGNED_IN);
    await webkit.switchTo(first);
    await signOut(webkit);
    await webkit.expectState('signedOut.default');
    await webkit.switchTo(second);
    await webkit.expectState('signedOut.default');
  });

  test('is refreshed by one request per interval for two tabs [R11.3, R11.8]', async ({
    webkit,
    site,
    emulator,
  }) => {
    test.setTimeout(7 * MINUTE);
    const refreshes = async () =>
      (await emulator.calls()).filter((call) => call.endsWith('/sessions/authenticate')).length;
    await signIn(webkit, `${site.origin}/policies`);
    const tabs = [await webkit.tab(), await webkit.openTab()];
    await webkit.goto(`${site.origin}/policies`);
    await webkit.expectState(SIGNED_IN);
    for (const tab of tabs) {
      await webkit.switchTo(tab);
      await webkit.evaluate(countRefreshes);
    }
    await emulator.clearRequests();
    // In real time, because only a real engine shows what it does to the timers of a hidden tab.
    for (const tab of tabs) {
      await webkit.switchTo(tab);
      await webkit.find('html[data-refreshes="1"]', '', 5 * MINUTE);
      await webkit.expectState(SIGNED_IN);
    }
    expect(await refreshes()).toBe(1);
  });

  test('does not come back with Back after a sign-out [R11.12]', async ({ webkit, site }) => {
    await signIn(webkit, site.origin);
    await webkit.goto(`${site.origin}/health`);
    await webkit.goto(`${site.origin}/policies`);
    await webkit.expectState(SIGNED_IN);
    await signOut(webkit);
    await webkit.expectState('signedOut.default');
    await webkit.back();
    await webkit.forward();
    await webkit.find('button', 'Google');
  });

  test('stays with Back and Forward [R11.14]', async ({ webkit, site }) => {
    await signIn(webkit, `${site.origin}/policies?first`);
    await webkit.goto(`${site.origin}/policies?second`);
    await webkit.expectState(SIGNED_IN);
    await webkit.back();
    await webkit.expectPath('/policies?first');
    await webkit.expectState(SIGNED_IN);
    await webkit.forward();
    await webkit.expectPath('/policies?second');
    await webkit.expectState(SIGNED_IN);
  });
});

test.describe('policies', () => {
  test('are created by keyboard in a dialog that keeps its size [R17.7]', {
    tag: '@smoke',
  }, async ({ webkit, site }) => {
    await signIn(webkit, site.origin);
    await webkit.find('h1', 'Policies');
    await webkit.press('n');
    await webkit.find('dialog input');
    const height = () =>
      webkit.evaluate(() => document.querySelector('dialog')?.getBoundingClientRect().height);
    const before = await height();
    await webkit.press('A');
    expect(await height()).toBe(before);
    await webkit.press(...'ccess', KEYS.enter);
    await webkit.find('li', 'Access');
  });
});

test.describe('the chart', () => {
  test('follows the sign-in of another tab live', async ({ webkit, site }) => {
    await webkit.goto(site.origin);
    await webkit.find('button', 'Google');
    const product = await webkit.tab();
    const chart = await webkit.openTab();
    await webkit.goto(`${site.origin}/chart`);
    await webkit.find('[data-drawing]');
    await webkit.switchTo(product);
    await continueWithGoogle(webkit, ADA);
    await webkit.expectState('signedOut.selecting');
    await webkit.find('html[data-chart-tab]');
    const id = await webkit.evaluate(() => document.documentElement.dataset.chartTab ?? '');
    await webkit.switchTo(chart);
    await webkit.find(`select:has(option[value="${id}"])`);
    await webkit.evaluate(selectOption, id);
    await webkit.find('[data-testid="live-state"]', 'signedOut.selecting.browsing');
    await webkit.switchTo(product);
    await webkit.click('[data-organization-id]', '@acme');
    await webkit.expectState(SIGNED_IN);
    await webkit.switchTo(chart);
    await webkit.find('[data-testid="live-state"]', SIGNED_IN);
    await webkit.find('[data-testid="live-log"]', 'signedOut.exchanging → signedIn.authenticated');
  });
});

test.describe('a file of the page', () => {
  test('that loads when a navigation starts does not cancel it [R1.8]', async ({
    webkit,
    site,
  }) => {
    const proxy = await startSlowProxy(site.origin);
    await webkit.goto(proxy.origin);
    await webkit.find('button', 'Google');
    const requested = proxy.hold(/assets\/late-screens-.*\.js/);
    await continueWithGoogle(webkit, BEN);
    await webkit.click('[data-organization-id]', '@birch');
    await requested;
    await webkit.expectState('signedOut.stepUp');
    proxy.delay(/^\/terms\.html/, 1_500);
    await webkit.evaluate(() => setTimeout(() => window.location.assign('/terms.html'), 0));
    await webkit.expectPath('/terms.html');
    proxy.stop();
  });
});
