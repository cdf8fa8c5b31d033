import type { Page, Route } from '@playwright/test';
import { holdRequests } from '../support/hold-requests.ts';
import {
  chooseAccount,
  expect,
  expectState,
  googleButton,
  organizationRow,
  test,
} from '../support/product-test.ts';

const STARTING = 'Starting...';
const SENTENCE = 'That took too long. Check your connection and try again.';
const GOOGLE_START = /\/oauth\/google\/discovery\/start/;

/** The card's button, under either label. */
const button = (page: Page) => page.getByRole('button', { name: /^(?:Google|Starting\.\.\.)$/ });

/**
 * Opens the login while the modules that match wait until the returned function is called.
 *
 * @param answer what happens to them then
 */
async function openWithout(
  page: Page,
  modules: RegExp,
  answer?: (route: Route) => Promise<void>,
): Promise<() => void> {
  const release = await holdRequests(page, modules, answer);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(googleButton(page)).toBeVisible();
  return release;
}

const CORE = /\/assets\/core-/;

for (const [name, activate] of [
  ['a click', (page: Page) => googleButton(page).click()],
  ['Enter', (page: Page) => googleButton(page).press('Enter')],
] as const) {
  test(`${name} before the product runs shows at once that Google is started, and starts it once [R1.18, R4.2]`, async ({
    page,
  }) => {
    const starts: string[] = [];
    page.on('request', (request) => {
      if (GOOGLE_START.test(request.url())) starts.push(request.url());
    });
    const release = await openWithout(page, CORE);
    await activate(page);
    await expect(button(page)).toHaveText(STARTING);
    await expect(button(page)).toBeDisabled();
    await expect(button(page)).toHaveAttribute('aria-busy', 'true');
    release();
    await page.waitForURL(GOOGLE_START);
    expect(starts).toHaveLength(1);
  });
}

test.describe('in a browser that remembers an organization', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/terms.html');
    await page.evaluate(() =>
      localStorage.setItem('last_organization', 'organization-test-1 acme Acme'),
    );
  });

  const way = (page: Page) => page.locator('button[name="organization.continue"]');

  test('a click on the way back shows that it starts, and Google starts for the organization [R1.18, R4.7]', async ({
    page,
  }) => {
    const release = await openWithout(page, CORE);
    await page.getByRole('button', { name: 'Continue to Acme' }).click();
    await expect(way(page)).toHaveText(STARTING);
    await expect(way(page)).toHaveAttribute('aria-busy', 'true');
    await expect(googleButton(page)).toBeDisabled();
    release();
    await page.waitForURL(/\/oauth\/google\/start\?.*organization_id=organization-test-1/);
  });

  test('a click on another account shows that Google starts, and asks which account to use [R1.18, R4.7]', async ({
    page,
  }) => {
    const release = await openWithout(page, CORE);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await expect(page.locator('button[name="google.start"]')).toHaveText(STARTING);
    await expect(page.locator('button[name="google.start"]')).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('button', { name: 'Continue to Acme' })).toBeDisabled();
    release();
    await page.waitForURL(/\/oauth\/google\/discovery\/start\?.*prompt=select_account/);
  });

  test('a forgotten organization reaches the machine [R1.18, R4.8]', async ({ page }) => {
    const release = await openWithout(page, CORE);
    await page.getByRole('button', { name: 'Forget this organization' }).click();
    await expect(way(page)).toBeHidden();
    release();
    await expectState(page, 'signedOut.default.idle');
    await expect(page.locator('html')).toHaveAttribute('data-first-paint', 'app');
    await expect(way(page)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('last_organization'))).toBeNull();
  });

  test('a click that nothing takes leaves the name in its button [R1.18, R4.7]', async ({
    page,
  }) => {
    await page.clock.install();
    await openWithout(page, CORE);
    await page.getByRole('button', { name: 'Continue to Acme' }).click();
    await page.clock.runFor(15_000);
    await expect(page.getByRole('alert')).toHaveText(SENTENCE);
    await expect(page.getByRole('button', { name: 'Continue to Acme' })).toBeFocused();
    await expect(googleButton(page)).toBeEnabled();
  });
});

test('a click before React runs keeps the page that the person asked for [R1.18, R2.11]', async ({
  page,
}) => {
  const release = await holdRequests(page, /\/assets\/react-/);
  await page.goto('/policies?filter=yes', { waitUntil: 'commit' });
  await googleButton(page).click();
  await page.waitForURL(GOOGLE_START);
  release();
  await chooseAccount(page, 'ada@acme.example');
  await organizationRow(page, 'acme').click();
  await expect(page).toHaveURL(/\/policies\?filter=yes$/);
});

test('a click that comes between the auth actor and React reaches the actor [R1.18]', async ({
  page,
}) => {
  const release = await openWithout(page, /\/assets\/react-/);
  await expectState(page, 'signedOut.default.idle');
  await googleButton(page).click();
  await page.waitForURL(GOOGLE_START);
  release();
});

test('React hydrates the card of a click that still waits, and keeps the busy button [R1.18]', async ({
  page,
  emulator,
}) => {
  await emulator.injectFault('/projects/bootstrap/*', { kind: 'hang' });
  const release = await openWithout(page, CORE);
  const card = await page.getByRole('main').evaluateHandle((element) => element);
  await googleButton(page).click();
  release();
  await expect(page.locator('html')).toHaveAttribute('data-first-paint', 'app');
  await expectState(page, 'signedOut.default.starting');
  await expect(button(page)).toHaveText(STARTING);
  await expect(button(page)).toBeDisabled();
  expect(await page.getByRole('main').evaluate((element, old) => element === old, card)).toBe(true);
});

test.describe('when the product does not start', () => {
  test.use({
    expectedConsoleErrors: { patterns: [/Failed to load resource/, /dynamically imported module/] },
  });

  test('a click with a blocked script of the SDK ends in the error page [R1.18]', async ({
    page,
  }) => {
    await page.clock.install();
    const release = await openWithout(page, /\/assets\/sdk-/, (route) =>
      route.abort('blockedbyclient'),
    );
    await googleButton(page).click();
    release();
    await expect(page.getByText('An unexpected error occurred.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
    await page.clock.fastForward(20_000);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a click without a network ends in a sentence, and the next one reloads the page [R1.18]', async ({
    page,
  }) => {
    let isOffline = true;
    const release = await openWithout(page, CORE, (route) =>
      isOffline ? route.abort('internetdisconnected') : route.continue(),
    );
    await googleButton(page).click();
    release();
    await expect(page.getByRole('alert')).toHaveText(SENTENCE);
    isOffline = false;
    await googleButton(page).click();
    await expectState(page, 'signedOut.default.idle');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a click that nothing takes ends in a sentence after the time-out, and the next one is recorded [R1.18]', async ({
  page,
}) => {
  await page.clock.install();
  const release = await openWithout(page, CORE);
  await googleButton(page).click();
  await expect(button(page)).toHaveText(STARTING);
  await page.clock.runFor(15_000);
  await expect(page.getByRole('alert')).toHaveText(SENTENCE);
  await expect(googleButton(page)).toBeFocused();
  await googleButton(page).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(button(page)).toHaveText(STARTING);
  await page.clock.resume();
  release();
  await page.waitForURL(GOOGLE_START);
});

test('a click that ended in a sentence starts nothing when the product comes later [R1.18]', async ({
  page,
}) => {
  await page.clock.install();
  const release = await openWithout(page, CORE);
  await googleButton(page).click();
  await page.clock.runFor(15_000);
  await expect(page.getByRole('alert')).toHaveText(SENTENCE);
  await page.clock.resume();
  release();
  await expectState(page, 'signedOut.default.idle');
  await expect(googleButton(page)).toBeEnabled();
});

test('the project’s settings are requested once, before any module runs [R14.13]', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/projects/bootstrap/')) requested.push(request.url());
  });
  const release = await openWithout(page, CORE);
  await expect.poll(() => requested.length).toBe(1);
  release();
  await expectState(page, 'signedOut.default.idle');
  await googleButton(page).click();
  await page.waitForURL(GOOGLE_START);
  expect(requested).toHaveLength(1);
});
