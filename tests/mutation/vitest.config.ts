import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { warmPool } from './warm-pool.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What can tell a changed machine from the reviewed one, the cheapest first. */
const CHEAPEST_FIRST = [
  'tests/machine/loads.test.ts',
  'tests/machine/tags.test.ts',
  'tests/machine/lints.test.ts',
  'tests/machine/guards.test.ts',
  'tests/machine/context.test.ts',
  'tests/machine/updates.test.ts',
  'tests/machine/actors.test.ts',
  'tests/machine/stories.test.ts',
  'tests/machine/time.test.ts',
  'tests/rules/limits.test.ts',
  'tests/rules/messages.test.ts',
  'tests/machine/view.test.ts',
  'tests/machine/behaviour.test.ts',
  'tests/machine/negative.test.ts',
  'tests/rules/backoff.test.ts',
  'tests/rules/email.test.ts',
  'tests/rules/organization.test.ts',
  'tests/rules/code.test.ts',
  'tests/machine/level-1.test.ts',
  'tests/rules/policy.test.ts',
  'tests/policies/policy.test.ts',
  'tests/rules/redirect.test.ts',
];

class CheapestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      CHEAPEST_FIRST.findIndex((file) => moduleId.endsWith(file));
    return [...files].sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'warm-pool',
      // Stryker names its own pool on the command line, which beats a configuration.
      configureVitest: ({ project }) => {
        project.config.poolRunner = warmPool(ROOT);
        project.config.pool = project.config.poolRunner.name;
      },
    },
  ],
  test: {
    include: CHEAPEST_FIRST,
    setupFiles: ['tests/mutation/setup.ts'],
    sequence: { sequencer: CheapestFirst },
    // One thread, in which each module is evaluated once for all files of a run.
    isolate: false,
    fileParallelism: false,
    bail: 1,
    // A busy computer must not be taken for a mutant that was found.
    testTimeout: 600_000,
  },
});
