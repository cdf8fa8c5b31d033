import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'vite';

/* Adds to `dist/` what has React in it: the command draws a machine in a project that has none. */

writeFileSync(
  'dist/virtual.d.ts',
  readFileSync('virtual.d.ts', 'utf8').replaceAll('.types.ts', '.types.js'),
);
// Otherwise Vite compiles JSX for development when the tests pack the package.
process.env.NODE_ENV = 'production';
const define = { 'process.env.NODE_ENV': '"production"' };
await build({
  configFile: false,
  logLevel: 'warn',
  define,
  ssr: { noExternal: true },
  build: {
    ssr: 'page/drawing/drawing-image.tsx',
    outDir: 'dist/page/drawing',
    emptyOutDir: false,
    minify: true,
  },
});
await build({
  configFile: false,
  logLevel: 'warn',
  define: {
    ...define,
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
