import { spawnSync } from 'node:child_process';

/** The scripts that generate documents. With `--check`, each fails when its document is outdated. */
const GENERATORS = [
  'tools/docs/machine-docs.ts',
  'tools/docs/emulator-docs.ts',
  'tools/docs/requirements-docs.ts',
];

const options = process.argv.slice(2);
for (const generator of GENERATORS) {
  const { status } = spawnSync('npx', ['tsx', generator, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
