import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { preview } from 'vite';
import { EmulatorClient } from '#emulator/control/control-client.ts';

/** What every browser test is given. */
interface Fixtures {
  readonly emulator: EmulatorClient;
  /** Complaints of the page that a test expects: console errors that match are not a failure. */
  readonly expectedComplaints: { readonly patterns: readonly RegExp[] };
  readonly complaints: undefined;
}

interface WorkerFixtures {
  readonly site: { readonly origin: string };
}

/**
 * Playwright's test on the production bundle with its security headers: each worker serves its own copy
 * with its own emulator, each test starts from the seed, and a page that complains fails its test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const server = await preview({
        mode: 'emulator',
        logLevel: 'silent',
        preview: { port: 4400 },
      });
      const [origin] = server.resolvedUrls?.local ?? [];
      if (origin === undefined) throw new Error('The preview server did not say where it listens.');
      await use({ origin: origin.replace(/\/$/, '') });
      await server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  // For every test, whether it names it or not: nothing of the last test may be left.
  emulator: [
    async ({ site }, use) => {
      const emulator = new EmulatorClient(site.origin);
      await emulator.reset();
      await use(emulator);
    },
    { auto: true },
  ],
  expectedComplaints: [{ patterns: [] }, { option: true }],
  complaints: [
    async ({ context, expectedComplaints }, use) => {
      const complaints = listen(context);
      await use(undefined);
      const unexpected = complaints.filter(
        (text) => !expectedComplaints.patterns.some((pattern) => pattern.test(text)),
      );
      expect(unexpected, 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
});

const CUT_OFF = [
  '[Stytch] StytchAPIUnreachableError: Unable to contact our servers.',
  '[Stytch] Unable to retrieve RBAC policy from servers.',
];

function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    // A refusal of the provider is an answer; the browser reports it like a missing file.
    const refusal = /\/(?:sdk\/)?v1\//.test(message.location().url);
    // The SDK logs a call that a navigation cut off, in the moment in which its page goes.
    const cutOff = CUT_OFF.some((text) => message.text().startsWith(text));
    if (message.type() === 'error' && !refusal && !cutOff) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  return complaints;
}

export { expect };

/** The Google button of the login screen. */
export function googleButton(page: Page) {
  return page.getByRole('button', { name: 'Google' });
}

/** Presses Google on the login screen and chooses a person in its account chooser. */
export async function throughGoogle(page: Page, person: string): Promise<void> {
  await googleButton(page).click();
  await chooseAccount(page, person);
}

/** Chooses a person in Google's account chooser. */
export async function chooseAccount(page: Page, person: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByRole('button', { name: person, exact: true }).click();
}

/** The row of an organization in the list. */
export function organizationRow(page: Page, slug: string) {
  return page.getByRole('button', { name: `@${slug}` });
}

/** Waits for the machine of a page to be in a state, by its full path. */
export async function expectState(page: Page, state: string | RegExp): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-auth-state', state);
}

/** Signs a person in to an organization that asks for nothing more than Google. */
export async function signIn(page: Page, person: string, slug: string, path = '/'): Promise<void> {
  await page.goto(path);
  await throughGoogle(page, person);
  await organizationRow(page, slug).click();
  await expectState(page, 'signedIn.authenticated');
}

/** Goes back in the history. Not `goBack`: a page out of the back/forward cache fires no load event. */
export async function back(page: Page): Promise<void> {
  await page.evaluate(() => window.history.back());
}
