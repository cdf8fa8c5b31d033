import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { PAGES } from '#src/pages/pages.ts';
import { adaptFirefox, replaceFill } from './firefox.ts';
import { siteTest } from './site-test.ts';

export { expect };

/** The people of the emulator's seed. */
export const ADA = 'ada@acme.example';
export const BEN = 'ben@birch.example';
export const CLEO = 'cleo@cleo.example';
export const DORA = 'dora@acme.example';

interface Fixtures {
  /** Console errors of the pages that a test expects. Any other console error fails the test. */
  readonly expectedConsoleErrors: { readonly patterns: readonly RegExp[] };
  readonly failOnConsoleErrors: undefined;
}

/** The test of every browser that Playwright drives. An unexpected console error fails it. */
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
    async ({ context, browserName, expectedConsoleErrors }, use) => {
      const errors = collectErrors(context, browserName === 'firefox');
      await use(undefined);
      const unexpected = errors.filter(
        (text) => !expectedConsoleErrors.patterns.some((pattern) => pattern.test(text)),
      );
      expect(unexpected, 'console errors of the pages').toEqual([]);
    },
    { auto: true },
  ],
});

/** The SDK logs these when a navigation aborts its calls. Firefox reports them without their message. */
const ABORTED = [
  '[Stytch] StytchAPIUnreachableError: Unable to contact our servers.',
  '[Stytch] Unable to retrieve RBAC policy from servers.',
];
const ABORTED_IN_FIREFOX = '[Stytch] Error';

function collectErrors(context: BrowserContext, isFirefox: boolean): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    const text = message.text();
    // The browser logs an error response of the provider like a missing file.
    const isResponse = /\/(?:sdk\/)?v1\//.test(message.location().url);
    const isAborted =
      ABORTED.some((start) => text.startsWith(start)) || (isFirefox && text === ABORTED_IN_FIREFOX);
    if (message.type() === 'error' && !isResponse && !isAborted) errors.push(text);
  });
  context.on('weberror', (error) => errors.push(error.error().message));
  return errors;
}

/** Waits until the machine of a page is in a state, given by its full path. */
export async function expectState(page: Page, state: string | RegExp): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-auth-state', state);
}

/** The state of a signed-in member's page at rest. */
export const SIGNED_IN =
  'signedIn.session.authenticated signedIn.menu.resting signedIn.warning.quiet';
export const LOGIN = 'signedOut.default';
export const LIST = 'signedOut.selecting.browsing';

/** Locates a text that is seen. What is announced beside it, for a moment, has the same words. */
export function shownText(page: Page, text: string | RegExp) {
  return page
    .getByText(text)
    .and(page.locator(':not([role="status"][data-volatile], [role="status"][data-volatile] *)'));
}

/** Locates a button by its name or a part of it. */
export function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name });
}

/** Locates the Google button of the login screen. */
export function googleButton(page: Page) {
  return button(page, 'Google');
}

/** Locates the row of an organization in the list. */
export function organizationRow(page: Page, slug: string) {
  return button(page, `@${slug}`);
}

/** Locates the field for the name of an organization. */
export function nameField(page: Page) {
  return page.getByPlaceholder('Enter organization name (will create if new)');
}

/** Locates the field for a code, by e-mail or from an authenticator app. */
export function codeField(page: Page) {
  return page.getByPlaceholder('Enter 6-digit code');
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

/** Opens the organization menu and chooses an organization. */
export async function switchTo(page: Page, slug: string): Promise<void> {
  await button(page, /^Organization: /).click();
  await organizationRow(page, slug).click();
}

/** Signs out from the account menu. */
export async function signOut(page: Page): Promise<void> {
  await button(page, /^Account: /).click();
  await button(page, 'Sign out').click();
}

/** The heading of the page that a sign-in leads to: its label in the navigation. */
export const LANDING_HEADING = PAGES[0].label;

/** Locates the heading of the page that a sign-in leads to. */
export function firstPageHeading(page: Page) {
  return page.getByRole('heading', { name: LANDING_HEADING, exact: true });
}

/** Waits for a mail, and returns the code or the link of the newest one. */
export async function waitForMail(
  emulator: EmulatorClient,
  person: string,
  kind: 'otp' | 'magic_link',
): Promise<string> {
  const find = async () => (await emulator.inbox(person)).find((mail) => mail.kind === kind);
  await expect.poll(find).toBeDefined();
  const mail = await find();
  return mail?.code ?? mail?.link ?? '';
}

/** Returns everything that a page has stored, as one text. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
}

/** Goes back in the history. `page.goBack` waits for a load event, which the back/forward cache does not fire. */
export async function back(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => window.history.back()));
}

/**
 * Holds back the requests of a page until the returned function is called.
 *
 * @param page the page, in which every later document is meant, too
 * @param pattern matches the addresses of the requests
 * @param answer what happens to them then; without it, they go on
 * @returns a function that releases the requests, also those that come later
 */
export async function holdRequests(
  page: Page,
  pattern: string | RegExp,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await answer(route);
  });
  return release;
}
