import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'vite';

/*
 * Compiles the package into `dist/`: every module for apps that bundle it, and the page with React in one script for the
 * command, which draws a machine in a project without either.
 */

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.json'], { stdio: 'inherit' });
copyFileSync('page/statechart.css', 'dist/page/statechart.css');
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
