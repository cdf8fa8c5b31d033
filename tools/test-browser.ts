import { spawnSync } from 'node:child_process';
import { chromiumVersion, ensureChromium, ensureHeadlessShell } from './chromium.ts';
import { installWebServers } from './web-servers.ts';

/** Builds the product for the emulator and runs the browser tests. Arguments are passed on to Playwright. */
function main(): number {
  const chromium = ensureChromium();
  const shell = ensureHeadlessShell(chromium);
  installWebServers();
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
  const run = (args: string[]) => spawnSync('npx', args, { stdio: 'inherit', env }).status ?? 1;
  return (
    run(['vite', 'build', '--mode', 'emulator', '--logLevel', 'warn']) ||
    run(['playwright', 'test', '--config', 'tests/playwright.config.ts', ...process.argv.slice(2)])
  );
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
