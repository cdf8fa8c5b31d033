import { defineConfig } from '@playwright/test';
import chromium from '../playwright.config.ts';

/** The browser tests in other engines than Chromium's; see docs/browsers.md. */
export default defineConfig({
  ...chromium,
  testDir: '..',
  outputDir: '../../test-results',
  // Each engine is slower than Chromium.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 1,
  reporter: process.env.CI
    ? [['dot'], ['json', { outputFile: '../../reports/engines.json' }]]
    : 'list',
  projects: [
    {
      name: 'firefox',
      testMatch: [
        'e2e/sign-in/*.spec.ts',
        'e2e/session/*.spec.ts',
        'e2e/screens/*.spec.ts',
        'e2e/chart/{narrow,chart-modes}.spec.ts',
        'e2e/platform/{security,telemetry,leaving}.spec.ts',
      ],
      // A test with this tag says why only Chromium can run it.
      grepInvert: /@chromium/,
    },
    { name: 'webkit', testMatch: 'engines/webkit/*.spec.ts' },
  ],
  use: {
    ...chromium.use,
    trace: 'off',
    // Playwright adds a style to the page for a screenshot, which the policy refuses in Firefox.
    screenshot: 'off',
    browserName: 'firefox',
    // The system's Firefox over WebDriver BiDi.
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
      // Over WebDriver BiDi, Playwright waits for ever for a page that comes out of the back/forward cache.
      firefoxUserPrefs: { 'browser.sessionhistory.max_total_viewers': 0 },
    },
  },
});
