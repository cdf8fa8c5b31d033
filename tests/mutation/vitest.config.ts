import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { inOrder } from './in-order.ts';
import { warmPool } from './warm-pool.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The tests that can detect a mutant of the machine, the fastest first. */
export const FASTEST_FIRST = [
  'tests/unit/machines/auth/loads.test.ts',
  'tests/unit/machines/auth/tags.test.ts',
  'tests/unit/machines/auth/setup-machine.test.ts',
  'tests/unit/machines/auth/sign-in-under-way.test.ts',
  'tests/model/machine/lints.test.ts',
  'tests/unit/machines/auth/guards.test.ts',
  'tests/unit/machines/auth/context.test.ts',
  'tests/unit/machines/auth/assigns.test.ts',
  'tests/unit/machines/auth/identity-rules.test.ts',
  'tests/unit/machines/auth/identity.test.ts',
  'tests/unit/machines/auth/actors.test.ts',
  'tests/unit/machines/auth/scenarios.test.ts',
  'tests/unit/machines/auth/delays.test.ts',
  'tests/unit/machines/rules/checks.test.ts',
  'tests/unit/machines/rules/callback-path.test.ts',
  'tests/unit/machines/rules/display-text.test.ts',
  'tests/unit/machines/rules/slug-to-send.test.ts',
  'tests/unit/machines/rules/limits.test.ts',
  'tests/unit/machines/rules/messages.test.ts',
  'tests/unit/machines/auth/view.test.ts',
  'tests/model/machine/specification.test.ts',
  'tests/model/machine/unhandled-events.test.ts',
  'tests/unit/machines/rules/backoff.test.ts',
  'tests/unit/machines/rules/email.test.ts',
  'tests/unit/machines/rules/organization.test.ts',
  'tests/unit/machines/rules/code.test.ts',
  'tests/model/machine/transition-coverage.test.ts',
  'tests/unit/src/features/policies/policy.test.ts',
  'tests/unit/machines/rules/redirect.test.ts',
];

export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'warm-pool',
      // Stryker sets its own pool on the command line, which overrides the configuration.
      configureVitest: ({ project }) => {
        project.config.poolRunner = warmPool(ROOT);
        project.config.pool = project.config.poolRunner.name;
      },
    },
  ],
  test: {
    include: FASTEST_FIRST,
    setupFiles: ['tests/mutation/setup.ts'],
    sequence: { sequencer: inOrder(FASTEST_FIRST) },
    // One thread evaluates each module once for all files of a run.
    isolate: false,
    fileParallelism: false,
    bail: 1,
    // A timeout on a busy computer would count as a detected mutant.
    testTimeout: 600_000,
  },
});
