import { spawnSync } from 'node:child_process';
import { chromiumVersion, ensureChromium, ensureHeadlessShell } from './chromium.ts';
import { installNginx } from './nginx.ts';

/** Uses the build that `npm run build:emulator` has just made. */
const NO_BUILD = '--no-build';

const CONFIG = '--config';

/**
 * Builds the product for the emulator and runs the browser tests, or those of `--config FILE`. Other arguments are
 * passed on to Playwright.
 */
function main(args: readonly string[]): number {
  const chromium = ensureChromium();
  const shell = ensureHeadlessShell(chromium);
  installNginx();
  process.stdout.write(`${chromiumVersion(chromium)}\n${shell}\n`);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    HEADLESS_SHELL_PATH: shell,
  };
  if (env.NO_COLOR !== undefined) {
    // Playwright sets FORCE_COLOR for its workers, and Node warns in each worker when both are set.
    env.NO_COLOR = undefined;
    env.FORCE_COLOR = '0';
  }
  const passedOn = args.filter((argument) => argument !== NO_BUILD);
  const run = (command: string[]) =>
    spawnSync('npx', command, { stdio: 'inherit', env }).status ?? 1;
  const build = () =>
    args.includes(NO_BUILD)
      ? 0
      : run(['vite', 'build', '--mode', 'emulator', '--logLevel', 'warn']);
  const config = args.includes(CONFIG) ? [] : [CONFIG, 'tests/playwright.config.ts'];
  return build() || run(['playwright', 'test', ...config, ...passedOn]);
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
