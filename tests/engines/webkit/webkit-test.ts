import { siteTest } from '#tests/e2e/support/site-test.ts';
import { ensureWebKit } from '#tools/browsers/engines.ts';
import { startWebKitDriver, type WebKitBrowser, type WebKitDriver } from './webdriver.ts';

interface Fixtures {
  /** A browser without any data. */
  readonly webkit: WebKitBrowser;
}

interface WorkerFixtures {
  readonly driver: WebKitDriver;
}

/** The test of what WebKit does, driven by WebKitWebDriver: Playwright drives only its own build of WebKit. */
export const test = siteTest.extend<Fixtures, WorkerFixtures>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const driver = await startWebKitDriver(ensureWebKit());
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
