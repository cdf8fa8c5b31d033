import { spawnSync } from 'node:child_process';
import { ensureFirefox, ensureWebKit, versionOf } from './engines.ts';

/**
 * Builds the product for the emulator and runs its browser tests in Firefox and WebKit. Arguments are passed on to
 * Playwright, for example `--project=webkit`.
 */
function main(): number {
  const firefox = ensureFirefox();
  const webkit = ensureWebKit();
  process.stdout.write(`${versionOf(firefox)}\n${versionOf(webkit.browser)}\n`);
  const env: NodeJS.ProcessEnv = { ...process.env, FIREFOX_PATH: firefox };
  const run = (args: string[]) => spawnSync('npx', args, { stdio: 'inherit', env }).status ?? 1;
  const config = ['--config', 'tests/engines/engines.config.ts'];
  return (
    run(['vite', 'build', '--mode', 'emulator', '--logLevel', 'warn']) ||
    run(['playwright', 'test', ...config, ...process.argv.slice(2)])
  );
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
