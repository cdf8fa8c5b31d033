import { expect } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { type Site, siteTest } from '#tests/e2e/support/site-test.ts';
import { ADA, BEN, LANDING_HEADING, SIGNED_IN, waitForMail } from '#tests/e2e/support/test.ts';
import { PROGRAMS } from '#tools/browsers/install.ts';
import { startWebKitDriver, type WebKitBrowser } from './webdriver.ts';

interface WorkerFixtures {
  readonly driver: Awaited<ReturnType<typeof startWebKitDriver>>;
}

/** Playwright drives only its own build of WebKit, so WebKitWebDriver drives the system's. */
const test = siteTest.extend<{ readonly webkit: WebKitBrowser }, WorkerFixtures>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const driver = await startWebKitDriver(PROGRAMS.webkit.find() ?? '');
      await use(driver);
      driver.stop();
    },
    { scope: 'worker' },
  ],
  webkit: async ({ driver }, use) => {
    const webkit = await driver.open();
    await use(webkit);
    await webkit.close();
  },
});

/** Whether Google is pressed before the product runs. */
const CLICKS = ['early', 'late'] as const;

const CODE_FIELD = 'input[autocomplete="one-time-code"]';

/** The login of the site, and whether the product runs before Google is pressed. */
interface Login {
  readonly site: Site;
  readonly click: (typeof CLICKS)[number];
  readonly path?: string;
}

/** Opens the login, starts Google and chooses an account. */
async function continueWithGoogle(
  webkit: WebKitBrowser,
  { site, click, path = '' }: Login,
  person: string,
): Promise<void> {
  site.blocksProduct = click === 'early';
  await webkit.goto(site.origin + path);
  if (click === 'late') await webkit.expectState('signedOut.default');
  await webkit.click('button', 'Google');
  await webkit.find('button', person);
  site.blocksProduct = false;
  await webkit.click('button', person);
}

async function signIn(webkit: WebKitBrowser, login: Login): Promise<void> {
  await continueWithGoogle(webkit, login, ADA);
  await webkit.click('[data-organization-id]', '@acme');
  await webkit.expectState(SIGNED_IN);
}

async function signOut(webkit: WebKitBrowser): Promise<void> {
  await webkit.click('button[aria-label^="Account: "]');
  await webkit.click('button', 'Sign out');
}

/** Runs in the page. Counts the refreshes that its machine has completed, in `data-refreshes`. */
function countRefreshes(): void {
  const { dataset } = document.documentElement;
  let wasRefreshing = false;
  new MutationObserver(() => {
    const isRefreshing = dataset.authState?.startsWith('signedIn.session.refreshing') === true;
    if (wasRefreshing && !isRefreshing)
      dataset.refreshes = String(Number(dataset.refreshes ?? 0) + 1);
    wasRefreshing = isRefreshing;
  }).observe(document.documentElement, { attributeFilter: ['data-auth-state'] });
}

for (const click of CLICKS) {
  test(`signing in leads to the requested page, after the ${click} click [R1.18, R3.1, R7.1]`, {
    tag: '@smoke',
  }, async ({ webkit, site }) => {
    await signIn(webkit, { site, click, path: `${FIRST_PAGE}?tab=x#y` });
    await webkit.find('h1', LANDING_HEADING);
    await webkit.expectPath(`${FIRST_PAGE}?tab=x#y`);
  });
}

test('a wrong code is refused and selected, and typing the right one replaces it [R8.4, R8.15]', {
  tag: '@smoke',
}, async ({ webkit, site, emulator }) => {
  await continueWithGoogle(webkit, { site, click: 'late' }, BEN);
  await webkit.click('[data-organization-id]', '@cedar');
  await webkit.click('button', 'Send verification code');
  const code = await waitForMail(emulator, BEN, 'otp');
  await webkit.type(CODE_FIELD, code === '000000' ? '000001' : '000000');
  await webkit.find('[role="alert"]', 'That code is wrong');
  await webkit.press(...code);
  await webkit.expectState(SIGNED_IN);
});

test('two tabs share a session, and it ends in both [R11.7]', { tag: '@smoke' }, async ({
  webkit,
  site,
}) => {
  await signIn(webkit, { site, click: 'late' });
  const first = await webkit.tab();
  const second = await webkit.openTab();
  await webkit.goto(`${site.origin}${FIRST_PAGE}`);
  await webkit.expectState(SIGNED_IN);
  await webkit.switchTo(first);
  await signOut(webkit);
  await webkit.expectState('signedOut.default');
  await webkit.switchTo(second);
  await webkit.expectState('signedOut.default');
});

test('two tabs send one refresh per interval [R11.3, R11.8]', async ({
  webkit,
  site,
  emulator,
}) => {
  const MINUTE = 60_000;
  test.setTimeout(10 * MINUTE);
  const sent = async () =>
    (await emulator.calls()).filter((call) => call.endsWith('/sessions/authenticate')).length;
  await signIn(webkit, { site, click: 'late', path: FIRST_PAGE });
  const tabs = [await webkit.tab(), await webkit.openTab()];
  await webkit.goto(`${site.origin}${FIRST_PAGE}`);
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
  expect(await sent()).toBe(1);
});
