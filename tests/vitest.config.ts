import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const TESTS = '{tests,packages/*/tests}/**/*.test.{ts,tsx}';

/** They run code of others that keeps what it finds when it is imported: the SDK, and the telemetry services. */
const OWN_PROCESS = [
  'tests/unit/src/{stytch,telemetry}/**/*.test.ts',
  'packages/stytch-emulator/tests/**/*.test.ts',
];

export default defineConfig({
  // Below this level Vite complains about the source maps of dependencies.
  logLevel: 'error',
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // By default Vitest leaves one core to its main process, which has little to do.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'isolated', include: OWN_PROCESS } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: [TESTS],
          exclude: ['**/node_modules/**', 'tests/nightly/**', ...OWN_PROCESS],
          // A process for each file takes a third of the time of all tests.
          isolate: false,
          // It keeps the document that it finds.
          server: { deps: { inline: [/@testing-library/] } },
          setupFiles: ['tests/setup/fresh-file.ts'],
        },
      },
    ],
    setupFiles: [
      'tests/setup/web-storage.ts',
      'tests/setup/console.ts',
      'tests/setup/text-nodes.ts',
      'tests/setup/waits.ts',
    ],
    // They end what hangs, and a busy machine must not reach them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    environmentOptions: {
      happyDOM: {
        settings: { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true },
      },
    },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
