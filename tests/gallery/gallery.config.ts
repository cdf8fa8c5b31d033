import { defineConfig } from '@playwright/test';
import chromium from '../playwright.config.ts';

const browser = chromium.projects?.find(({ name }) => name === 'browser');

/** Takes the pictures of every screen into `reports/gallery`, or compares the screens with those of an earlier run. */
export default defineConfig({
  ...chromium,
  testDir: '.',
  outputDir: '../../test-results',
  snapshotPathTemplate: '../../reports/gallery/{arg}{ext}',
  reporter: [['dot'], ['html', { outputFolder: '../../reports/gallery-report', open: 'never' }]],
  updateSnapshots: 'all',
  projects: [{ ...browser, name: 'gallery', testMatch: 'pictures.spec.ts' }],
});
