import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';

/*
 * Before `npm pack`: compiles the package in this folder into `dist/`, with the licence. The arguments are the files and
 * folders that its modules read.
 */

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.json'], { stdio: 'inherit' });
cpSync('../../LICENSE', 'dist/LICENSE');
for (const path of process.argv.slice(2)) cpSync(path, `dist/${path}`, { recursive: true });
