import { writeFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { adaptFirefox, replaceFill } from './firefox.ts';
import { siteTest } from './site-test.ts';
import { isLeft, problemsOfTraces, recordTraces } from './traces.ts';

/** The fixtures of every browser test. */
interface Fixtures {
  /** Console errors of the page that a test expects. Any other console error fails the test. */
  readonly expectedConsoleErrors: { readonly patterns: readonly RegExp[] };
  readonly failOnConsoleErrors: undefined;
  readonly followSpecification: undefined;
}

/**
 * The test of every browser that Playwright drives. An unexpected console error fails it, and so does a step of a page
 * that the specification does not allow.
 */
export const test = siteTest.extend<Fixtures, object>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') adaptFirefox(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  page: async ({ page, browserName }, use) => {
    if (browserName === 'firefox') replaceFill(page);
    await use(page);
  },
  expectedConsoleErrors: [{ patterns: [] }, { option: true }],
  failOnConsoleErrors: [
    // The pages are left when their steps are read: what they log then counts no more.
    async ({ context, browserName, expectedConsoleErrors, followSpecification: _ }, use) => {
      const errors = collectErrors(context, browserName === 'firefox');
      await use(undefined);
      const unexpected = errors.filter(
        (text) => !expectedConsoleErrors.patterns.some((pattern) => pattern.test(text)),
      );
      expect(unexpected, 'console errors of the pages').toEqual([]);
    },
    { auto: true },
  ],
  followSpecification: [
    async ({ browser, context }, use, testInfo) => {
      const recorded = recordTraces(context);
      await use(undefined);
      const traces = await recorded.read(browser);
      // `npm run replay` and the chart read the file.
      writeFileSync(testInfo.outputPath('steps.json'), JSON.stringify(traces));
      // A page from the cache takes back what a page after it has stored, and with it a part of the log.
      if (testInfo.project.name === 'bfcache') return;
      expect(problemsOfTraces(traces), 'steps that no row of the specification allows').toEqual([]);
    },
    { auto: true },
  ],
});

/** The SDK logs these when a navigation aborts its calls. */
const ABORTED = [
  '[Stytch] StytchAPIUnreachableError: Unable to contact our servers.',
  '[Stytch] Unable to retrieve RBAC policy from servers.',
];

/** Firefox reports an aborted call of the SDK without its message. */
const ABORTED_IN_FIREFOX = '[Stytch] Error';

function collectErrors(context: BrowserContext, isFirefox: boolean): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    // The browser logs an error response of the provider like a missing file.
    const isResponse = /\/(?:sdk\/)?v1\//.test(message.location().url);
    const isAborted =
      ABORTED.some((text) => message.text().startsWith(text)) ||
      (isFirefox && message.text() === ABORTED_IN_FIREFOX);
    if (message.type() === 'error' && !isResponse && !isAborted) errors.push(message.text());
  });
  context.on('weberror', (error) => {
    if (!isLeft(error.page())) errors.push(error.error().message);
  });
  return errors;
}

export { expect };

/** Locates the Google button of the login screen. */
export function googleButton(page: Page) {
  return page.getByRole('button', { name: 'Google' });
}

/** Starts Google on the login screen and chooses an account. */
export async function continueWithGoogle(page: Page, person: string): Promise<void> {
  await googleButton(page).click();
  await chooseAccount(page, person);
}

/** Chooses an account in Google's account chooser. */
export async function chooseAccount(page: Page, person: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByRole('button', { name: person, exact: true }).click();
}

/** Locates the row of an organization in the list. */
export function organizationRow(page: Page, slug: string) {
  return page.getByRole('button', { name: `@${slug}` });
}

/** Waits until the machine of a page is in a state, given by its full path. */
export async function expectState(page: Page, state: string | RegExp): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-auth-state', state);
}

/** Signs in with Google to an organization that needs neither step-up nor second factor. */
export async function signIn(page: Page, person: string, slug: string, path = '/'): Promise<void> {
  await page.goto(path);
  await continueWithGoogle(page, person);
  await organizationRow(page, slug).click();
  await expectState(page, 'signedIn.authenticated');
}

/** Signs out from the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Goes back in the history. `page.goBack` waits for a load event, which the back/forward cache does not fire. */
export async function back(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => window.history.back()));
}
