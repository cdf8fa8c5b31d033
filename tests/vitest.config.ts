import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // Every core: by itself Vitest leaves one to its own process, which has little to do.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubGlobals: true,
  },
});
