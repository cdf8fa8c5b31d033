import type { Page } from '@playwright/test';
import {
  test as base,
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
} from '../support/product-test.ts';
import { type SlowProxy, startSlowProxy } from '../support/slow-proxy.ts';

const test = base.extend<{ readonly slowSite: SlowProxy }>({
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
  await expect(page).toHaveURL(/\/terms\.html$/, { timeout: 5_000 });
}

// Firefox and WebKit reject a pending import when a navigation starts, with the error of a missing file.
test.describe('a navigation that starts while a file of the page loads', () => {
  test('is not cancelled when it is the file of a route [R1.8]', async ({ page, slowSite }) => {
    const requested = slowSite.hold(/assets\/health-.*\.js/);
    await page.goto('/health', { waitUntil: 'commit' });
    await requested;
    await leave(page, slowSite);
  });

  test('is not cancelled when it is a late screen [R1.8]', { tag: '@smoke' }, async ({
    page,
    slowSite,
  }) => {
    await page.goto('/');
    const requested = slowSite.hold(/assets\/late-screens-.*\.js/);
    await continueWithGoogle(page, 'ben@birch.example');
    await organizationRow(page, 'birch').click();
    await requested;
    await expectState(page, /stepUp/);
    await leave(page, slowSite);
  });

  test('is not cancelled when it is the code of the calls after Google [R1.8]', async ({
    page,
    context,
    slowSite,
  }) => {
    const session = { name: 'stytch_session', value: 'any', url: slowSite.origin };
    await context.addCookies([session]);
    slowSite.hold(/assets\/actors-/);
    await page.goto('/', { waitUntil: 'commit' });
    await expectState(page, 'resuming');
    await leave(page, slowSite);
  });

  test('is not cancelled when it is the SDK [R1.8]', async ({ page, context, slowSite }) => {
    const session = { name: 'stytch_session', value: 'any', url: slowSite.origin };
    await context.addCookies([session]);
    const requested = slowSite.hold(/assets\/sdk-/);
    await page.goto('/', { waitUntil: 'commit' });
    await requested;
    await leave(page, slowSite);
  });
});
