import { spawnSync } from 'node:child_process';
import { chromiumVersion, ensureChromium } from './chromium.ts';

/** Builds the product on the emulator and runs the browser tests; further words go to Playwright. */
function main(): number {
  const chromium = ensureChromium();
  process.stdout.write(`${chromiumVersion(chromium)}\n`);
  const words = process.argv.slice(2);
  return (
    run('npx', ['vite', 'build', '--mode', 'emulator', '--logLevel', 'warn'], chromium) ||
    run('npx', ['playwright', 'test', '--config', 'tests/playwright.config.ts', ...words], chromium)
  );
}

function run(command: string, args: string[], chromium: string): number {
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  return spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1;
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
