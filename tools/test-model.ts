import { spawnSync } from 'node:child_process';

/** The machine and view model tests, then the browser model tests. */
const COMMANDS = [
  ['vitest', 'run', '--config', 'tests/vitest.config.ts', 'tests/model'],
  ['tsx', 'tools/test-browser.ts', '--project=model', '--project=model-coverage'],
] as const;

/** Runs the model tests, which print their coverage, and stops at the first command that fails. */
function main(): number {
  const env = { ...process.env, MODEL_REPORT: 'print' };
  for (const command of COMMANDS) {
    const { status } = spawnSync('npx', command, { stdio: 'inherit', env });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

process.exitCode = main();
