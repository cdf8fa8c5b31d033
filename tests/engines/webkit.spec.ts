import { FIRST_PAGE } from '#src/pages/pages.ts';
import { ADA, BEN, LANDING_HEADING, SIGNED_IN, waitForMail } from '#tests/e2e/support/app.ts';
import { type Site, siteTest } from '#tests/e2e/support/site-test.ts';
import { BROWSERS } from '#tools/browsers/install.ts';
import { startWebKitDriver, type WebKitBrowser } from './webdriver.ts';

interface WorkerFixtures {
  readonly driver: Awaited<ReturnType<typeof startWebKitDriver>>;
}

/** Playwright drives only its own build of WebKit, so WebKitWebDriver drives the system's. */
const test = siteTest.extend<{ readonly webkit: WebKitBrowser }, WorkerFixtures>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const driver = await startWebKitDriver(BROWSERS.webkit.find() ?? '');
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

const CODE_FIELD = 'input[autocomplete="one-time-code"]';

interface Login {
  readonly site: Site;
  /** Whether Google is pressed before the product runs. */
  readonly isEarly: boolean;
  readonly path?: string;
}

/** Opens the login, starts Google and chooses an account. */
async function continueWithGoogle(
  webkit: WebKitBrowser,
  { site, isEarly, path = '' }: Login,
  person: string,
): Promise<void> {
  site.blocksProduct = isEarly;
  await webkit.goto(site.origin + path);
  if (!isEarly) await webkit.expectState('signedOut.default');
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

test('signing in leads to the requested page, after a click before the product runs [R1.18, R3.1, R7.1]', async ({
  webkit,
  site,
}) => {
  await signIn(webkit, { site, isEarly: true, path: `${FIRST_PAGE}?tab=x#y` });
  await webkit.find('h1', LANDING_HEADING);
  await webkit.expectPath(`${FIRST_PAGE}?tab=x#y`);
});

test('a wrong code is refused and selected, and typing the right one replaces it [R8.4, R8.15]', async ({
  webkit,
  site,
  emulator,
}) => {
  await continueWithGoogle(webkit, { site, isEarly: false }, BEN);
  await webkit.click('[data-organization-id]', '@cedar');
  await webkit.click('button', 'Send verification code');
  const code = await waitForMail(emulator, BEN, 'otp');
  await webkit.type(CODE_FIELD, code === '000000' ? '000001' : '000000');
  await webkit.find('[role="alert"]', 'That code is wrong');
  await webkit.press(...code);
  await webkit.expectState(SIGNED_IN);
});

test('two tabs share a session, and it ends in both [R11.7]', async ({ webkit, site }) => {
  await signIn(webkit, { site, isEarly: false });
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
