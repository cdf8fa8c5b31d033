import type { Page } from '@playwright/test';
import { type SlowProxy, startSlowProxy } from '../support/slow-proxy.ts';
import {
  BEN,
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  test as productTest,
} from '../support/test.ts';

const test = productTest.extend<{ readonly slowSite: SlowProxy }>({
  slowSite: async ({ site }, use) => {
    const proxy = await startSlowProxy(site.origin);
    await use(proxy);
    proxy.stop();
  },
  baseURL: ({ slowSite }, use) => use(slowSite.origin),
});

/** Opens the terms in place of a page that waits for a file. The server takes its time to answer. */
async function leave(page: Page, slowSite: SlowProxy): Promise<void> {
  slowSite.delay(/^\/terms\.html/, 1_500);
  await page.evaluate(() => {
    setTimeout(() => window.location.assign('/terms.html'), 0);
  });
  await expect(page).toHaveURL(/\/terms\.html$/);
}

// Firefox and WebKit reject a pending import when a navigation starts, with the error of a missing file.
test.describe('a navigation that starts while a file of the page loads', () => {
  test('is not cancelled when it is a late screen [R1.8]', { tag: '@smoke' }, async ({
    page,
    slowSite,
  }) => {
    await page.goto('/');
    const requested = slowSite.hold(/assets\/late-screens-.*\.js/);
    await continueWithGoogle(page, BEN);
    await organizationRow(page, 'birch').click();
    await requested;
    await expectState(page, /stepUp/);
    await leave(page, slowSite);
  });

  for (const [name, path, file] of [
    ['the file of a route', '/health', /assets\/health-.*\.js/],
    ['the SDK', '/', /assets\/sdk-/],
  ] as const) {
    test(`is not cancelled when it is ${name} [R1.8]`, async ({ page, slowSite }) => {
      const requested = slowSite.hold(file);
      await page.goto(path, { waitUntil: 'commit' });
      await requested;
      await leave(page, slowSite);
    });
  }
});
