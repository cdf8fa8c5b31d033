import { defineConfig } from '@playwright/test';

/** The seed of every emulator a run starts; printed, so that a run can be repeated. */
process.env.SEED ??= '1';
const seed = process.env.SEED;
/** One name for all of a run: what the tours of the model leave behind is summed up by it. */
process.env.MODEL_RUN ??= new Date().toISOString();
if (process.env.TEST_WORKER_INDEX === undefined) process.stdout.write(`SEED=${seed}\n`);

const MODEL = 'model/browser/browser.spec.ts';
const SUM = 'model/browser/coverage-merge.spec.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/{testFileDir}/baselines/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI
    ? [['dot'], ['json', { outputFile: '../reports/browser.json' }]]
    : 'list',
  metadata: { seed },
  projects: [
    // Level 3 of the model: its tours, and the sum of them once all were walked.
    { name: 'model', testMatch: MODEL, use: { trace: 'off', actionTimeout: 15_000 } },
    { name: 'model-coverage', testMatch: SUM, dependencies: ['model'] },
    {
      name: 'browser',
      testMatch: ['e2e/**/*.spec.ts'],
      testIgnore: [MODEL, SUM],
    },
  ],
  use: {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      // Playwright switches the back/forward cache off; members have it.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
  },
});
