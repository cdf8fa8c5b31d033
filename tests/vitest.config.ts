import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Below this level Vite complains about the source maps of dependencies.
  logLevel: 'error',
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{tests,packages/*/tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/nightly/**'],
    // Each file has a thread of its own, which starts sooner than a process.
    pool: 'threads',
    // By default Vitest leaves one core to its main process, which has little to do.
    maxWorkers: '100%',
    setupFiles: [
      'tests/setup/web-storage.ts',
      'tests/setup/console.ts',
      'tests/setup/text-nodes.ts',
      'tests/setup/real-timers.ts',
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
