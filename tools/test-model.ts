import { spawnSync } from 'node:child_process';

/** The model tests of the machine and its views, then those that walk the product in a browser. */
const COMMANDS = [
  ['vitest', 'run', '--config', 'tests/vitest.config.ts', 'tests/model'],
  ['tsx', 'tools/test-browser.ts', '--project=model', '--project=model-coverage'],
] as const;

/** Runs the model tests and lets them print their coverage; stops at the first command that fails. */
function main(): number {
  const env = { ...process.env, MODEL_REPORT: 'print' };
  for (const command of COMMANDS) {
    const { status } = spawnSync('npx', command, { stdio: 'inherit', env });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

process.exitCode = main();
