import { defineConfig } from '@playwright/test';
import chromium from '../playwright.config.ts';

const browser = chromium.projects?.find(({ name }) => name === 'browser');

/** Takes the pictures of `npm run gallery`, then writes the page that shows them. */
export default defineConfig({
  ...chromium,
  testDir: '.',
  outputDir: '../../test-results',
  reporter: 'dot',
  projects: [
    { ...browser, name: 'pictures', testMatch: 'pictures.spec.ts', teardown: 'page' },
    { name: 'page', testMatch: 'page.spec.ts' },
  ],
});
