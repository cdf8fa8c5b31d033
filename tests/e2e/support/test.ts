import { type BrowserContext, expect } from '@playwright/test';
import { App } from './app.ts';
import { adaptFirefox, replaceFill } from './firefox.ts';
import { siteTest } from './site-test.ts';

export { expect };

interface Fixtures {
  readonly app: App;
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
  app: ({ page }, use) => use(new App(page)),
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
