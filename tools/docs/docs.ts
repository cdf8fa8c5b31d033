import { spawnSync } from 'node:child_process';

/** Every generated document; each script takes `--check` to say whether its document is still true. */
const GENERATORS = [
  'tools/docs/machine-docs.ts',
  'tools/docs/emulator-docs.ts',
  'tools/docs/requirements-docs.ts',
];

const words = process.argv.slice(2);
for (const generator of GENERATORS) {
  const { status } = spawnSync('npx', ['tsx', generator, ...words], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
