import { defineConfig } from '@playwright/test';
import type { SiteOptions } from './e2e/support/site-test.ts';

/** The seed of every emulator that a run starts. The run prints it, so that it can be repeated. */
process.env.SEED ??= '1';
const seed = process.env.SEED;
if (process.env.TEST_WORKER_INDEX === undefined) process.stdout.write(`SEED=${seed}\n`);

const MODEL = 'model/browser/browser.spec.ts';

const E2E = 'e2e/**/*.spec.ts';

/** The tag of tests whose pages must go into the back/forward cache, which the headless shell does not have. */
const BFCACHE = /@bfcache/;
/** The tag of the journeys that every change runs in Firefox. All others run at night. */
const SMOKE = process.env.NIGHTLY ? /./ : /@smoke/;

/**
 * The features that Playwright disables: a second switch replaces its own. Then what costs a third of the browser
 * tests' CPU time and no test sees: two of Chromium's own pages, which the address bar of every window loads, and a
 * process in reserve.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

const CHROMIUM = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
/** Chromium without windows, for the tests that need no back/forward cache. */
const SHELL = process.env.HEADLESS_SHELL_PATH || CHROMIUM;

const LAUNCH_OPTIONS = {
  executablePath: CHROMIUM,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
  ],
  // Playwright disables the back/forward cache, which the browsers of members have.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};

/** The code of the telemetry services takes a part of every page's time. Tests that need it set `telemetry`. */
const IN_SHELL = {
  launchOptions: { ...LAUNCH_OPTIONS, executablePath: SHELL },
  telemetry: false,
};

const FIREFOX = {
  browserName: 'firefox',
  // The system's Firefox over WebDriver BiDi.
  channel: 'moz-firefox',
  telemetry: false,
  // Playwright adds a style to the page for a screenshot, which the policy refuses in Firefox.
  screenshot: 'off',
  launchOptions: {
    executablePath: process.env.FIREFOX_PATH || '/usr/bin/firefox-esr',
    // Over WebDriver BiDi, Playwright waits for ever for a page that comes out of the back/forward cache.
    firefoxUserPrefs: { 'browser.sessionhistory.max_total_viewers': 0 },
  },
} as const;

/** Milliseconds of each test and of each expectation: they end what hangs, and a busy machine must not reach them. */
const TIMEOUTS = { timeout: 120_000, expect: { timeout: 30_000 } };

export default defineConfig<SiteOptions>({
  ...TIMEOUTS,
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: process.env.CI
    ? [['dot'], ['json', { outputFile: '../reports/browser.json' }]]
    : 'list',
  metadata: { seed },
  // What starts another browser comes first, each in one worker: a start takes longer than most tests.
  projects: [
    { name: 'webkit', testMatch: 'engines/*.spec.ts', workers: 1 },
    // A test with the tag @chromium says why only Chromium can run it.
    {
      name: 'firefox',
      testMatch: E2E,
      grep: SMOKE,
      grepInvert: [/@chromium/, BFCACHE],
      // The emulator's console: no page of members, and its tests read the clipboard.
      testIgnore: '**/console.spec.ts',
      use: FIREFOX,
      workers: 1,
    },
    {
      name: 'bfcache',
      testMatch: [MODEL, E2E],
      grep: BFCACHE,
      use: { telemetry: false },
      workers: 1,
    },
    { name: 'browser', testMatch: [MODEL, E2E], grepInvert: BFCACHE, use: IN_SHELL },
    {
      name: 'emulator',
      testDir: '../packages/stytch-emulator/tests/examples',
      testMatch: '*.spec.ts',
    },
    { name: 'nightly', testMatch: 'nightly/*.spec.ts', use: IN_SHELL },
    {
      name: 'gallery',
      testMatch: [MODEL, 'e2e/screens/screens.spec.ts'],
      // The tours that come back need the back/forward cache.
      use: { telemetry: false },
      snapshotPathTemplate: '../reports/gallery/{arg}{ext}',
    },
  ],
  use: {
    // Recording a trace takes a sixth of a test's time. `--trace retain-on-failure` records one of a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: LAUNCH_OPTIONS,
  },
});
