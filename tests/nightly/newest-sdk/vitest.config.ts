import { defineConfig } from 'vitest/config';
import unitTests from '../../vitest.config.ts';

export default defineConfig({
  ...unitTests,
  test: { ...unitTests.test, include: ['tests/nightly/**/*.test.ts'], exclude: [] },
});
