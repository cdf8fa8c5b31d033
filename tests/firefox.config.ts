import { defineConfig } from '@playwright/test';
import chromium from './playwright.config.ts';

/** The browser tests in a stock Firefox over WebDriver BiDi; see docs/browsers.md. */
export default defineConfig({
  ...chromium,
  projects: [
    {
      name: 'firefox',
      testMatch: [
        'e2e/sign-in/*.spec.ts',
        'e2e/session/*.spec.ts',
        'e2e/chart/narrow.spec.ts',
        'e2e/platform/{security,telemetry,leaving}.spec.ts',
      ],
    },
  ],
  workers: 1,
  use: {
    ...chromium.use,
    trace: 'off',
    screenshot: 'off',
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
  },
});
