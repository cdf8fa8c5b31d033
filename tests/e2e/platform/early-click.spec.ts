import type { Page, Route } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import {
  ADA,
  button,
  expect,
  expectState,
  googleButton,
  holdRequests,
  LOGIN,
  storedText,
  test,
} from '../support/test.ts';

const STARTING = 'Starting...';
const SENTENCE = 'That took too long. Check your connection and try again.';
const GOOGLE_START = /\/oauth\/google\/discovery\/start/;
const MODULES = /\/assets\/google-/;
/** The auth machine, without which Google can be started all the same. */
const MACHINE = /\/assets\/core-/;

/** The card's button, under either label. */
const google = (page: Page) => button(page, /^(?:Google|Starting\.\.\.)$/);

/**
 * Opens a page that shows the login, while the modules that match wait until the returned function is called.
 *
 * @param answer what happens to them then
 */
async function openWithout(
  page: Page,
  modules: RegExp,
  answer?: (route: Route) => Promise<void>,
  path = '/',
): Promise<() => void> {
  const release = await holdRequests(page, modules, answer);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(googleButton(page)).toBeVisible();
  return release;
}

test('a click before the product runs shows at once that Google is started, and starts it once [R1.18, R4.2, R14.13]', async ({
  page,
}) => {
  const [starts, settings]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (GOOGLE_START.test(request.url())) starts.push(request.url());
    if (request.url().includes('/projects/bootstrap/')) settings.push(request.url());
  });
  const release = await openWithout(page, MODULES);
  // A key makes the same click.
  await googleButton(page).press('Enter');
  await expect(google(page)).toHaveText(STARTING);
  await expect(google(page)).toBeDisabled();
  await expect(google(page)).toHaveAttribute('aria-busy', 'true');
  // The project's settings are requested once, before any module runs.
  await expect.poll(() => settings.length).toBe(1);
  release();
  await page.waitForURL(GOOGLE_START);
  expect([starts.length, settings.length]).toEqual([1, 1]);
});

test('Google is started before the auth machine has been fetched: the page is stored, and the screens are on their way [R1.3, R1.18, R2.11]', async ({
  page,
}) => {
  await page.goto('/terms.html');
  await page.evaluate((shownPerson) => {
    sessionStorage.setItem('sign_in', JSON.stringify({ shownPerson }));
  }, ADA);
  const screens = page.waitForRequest(/\/assets\/react-/);
  await openWithout(page, MACHINE, undefined, `${FIRST_PAGE}?filter=yes#part`);
  await screens;
  await googleButton(page).click();
  await page.waitForURL(GOOGLE_START);
  await page.goto('/terms.html');
  const stored = await storedText(page);
  expect(stored).toContain(`${FIRST_PAGE}?filter=yes#part`);
  // Who comes back from Google needs no notice that it is another person.
  expect(stored).not.toContain(ADA);
});

test.describe('in a browser that remembers an organization', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/terms.html');
    await page.evaluate(() =>
      localStorage.setItem('last_organization', 'organization-test-1 acme Acme'),
    );
  });

  for (const [pressed, name, leadsTo] of [
    ['Continue to Acme', 'organization.continue', /start\?.*organization_id=organization-test-1/],
    ['Use another account', 'google.start', /discovery\/start\?.*prompt=select_account/],
  ] as const) {
    test(`a click on “${pressed}” shows that it starts, and is not lost [R1.18, R4.7]`, async ({
      page,
    }) => {
      const release = await openWithout(page, MODULES);
      await button(page, pressed).click();
      const buttons = page.locator('button[aria-disabled="true"]');
      await expect(buttons.filter({ hasText: STARTING })).toHaveAttribute('name', name);
      await expect(buttons).not.toHaveCount(1);
      release();
      await page.waitForURL(leadsTo);
    });
  }
});

test.describe('when the product does not start', () => {
  test.use({
    expectedConsoleErrors: { patterns: [/Failed to load resource/, /dynamically imported module/] },
  });

  test('a click without a network ends in a sentence, and the next one reloads the page [R1.18]', async ({
    page,
  }) => {
    let isOffline = true;
    const release = await openWithout(page, MODULES, (route) =>
      isOffline ? route.abort('internetdisconnected') : route.continue(),
    );
    await googleButton(page).click();
    release();
    await expect(page.getByRole('alert')).toHaveText(SENTENCE);
    isOffline = false;
    await googleButton(page).click();
    await expectState(page, LOGIN);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a click that nothing takes ends in a sentence after the time-out, and the product that comes later starts nothing [R1.18]', async ({
  page,
}) => {
  await page.clock.install();
  const release = await openWithout(page, MODULES);
  await googleButton(page).click();
  await expect(google(page)).toHaveText(STARTING);
  await page.clock.runFor(15_000);
  await expect(page.getByRole('alert')).toHaveText(SENTENCE);
  await expect(googleButton(page)).toBeFocused();
  await page.clock.resume();
  release();
  await expectState(page, LOGIN);
  await expect(googleButton(page)).toBeEnabled();
});
