import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'vite';

/* Adds to `dist/` the page with React in one script, with which the command draws a machine in a project without either. */

writeFileSync(
  'dist/virtual.d.ts',
  readFileSync('virtual.d.ts', 'utf8').replaceAll('.types.ts', '.types.js'),
);
await build({
  configFile: false,
  logLevel: 'warn',
  define: {
    'process.env.NODE_ENV': '"production"',
    // The command serves the script in development, too.
    'import.meta.env.DEV': 'import.meta.env.DEV',
    'import.meta.env.BASE_URL': 'import.meta.env.BASE_URL',
  },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: 'page/standalone.tsx', formats: ['es'], fileName: 'standalone' },
    rolldownOptions: { output: { assetFileNames: 'standalone[extname]' } },
  },
});
