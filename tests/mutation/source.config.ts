import { defineConfig } from 'vitest/config';
import unitTests from '../vitest.config.ts';
import { inOrder } from './in-order.ts';

/** The tests of an area, which `mutate.ts` sets. */
const tests = (process.env.MUTATION_TESTS ?? '').split(' ');

export default defineConfig({
  ...unitTests,
  test: {
    ...unitTests.test,
    include: tests.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.test.{ts,tsx}`)),
    setupFiles: [...(unitTests.test?.setupFiles ?? []), 'tests/mutation/setup.ts'],
    sequence: { sequencer: inOrder(tests) },
    bail: 1,
    // Many mutants make a test wait for ever.
    testTimeout: 10_000,
  },
});
