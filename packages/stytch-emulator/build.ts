import { build } from 'vite';

/*
 * Before `npm pack`, after `compile.ts`: replaces the command in `dist/` by one file with all modules of the package,
 * which starts in half the time. The dependencies stay imports.
 */
await build({
  configFile: false,
  logLevel: 'warn',
  build: { ssr: 'main.ts', outDir: 'dist', emptyOutDir: false, target: 'node20' },
});
