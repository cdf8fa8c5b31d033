import { defineConfig } from 'vitest/config';
import unitTests from '../../vitest.config.ts';

/** The unit tests of what is mutated. The walks of the model take too long to run for each mutant. */
export default defineConfig({
  ...unitTests,
  test: {
    ...unitTests.test,
    include: ['tests/unit/{machines,src}/**/*.test.{ts,tsx}'],
    setupFiles: [...(unitTests.test?.setupFiles ?? []), 'tests/mutation/stryker/setup.ts'],
  },
});
