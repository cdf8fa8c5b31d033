import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts the walk of the views first. It takes almost half of the suite's time, and would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/views.test.tsx');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  // Below this level Vite complains about the source maps of dependencies.
  logLevel: 'error',
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // By default Vitest leaves one core to its main process, which has little to do.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/setup/web-storage.ts', 'tests/setup/console.ts'],
    testTimeout: 20_000,
    environmentOptions: {
      happyDOM: {
        settings: { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true },
      },
    },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
