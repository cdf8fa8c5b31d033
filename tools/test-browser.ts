import { spawnSync } from 'node:child_process';
import { BROWSERS, ensureChromium } from './browsers/install.ts';

/** Uses the build that `vite build --mode emulator` has just made. */
const NO_BUILD = '--no-build';
/** Runs what is too slow for every change: all tests in every engine, and builds with other settings. */
const NIGHTLY = '--nightly';

/** What runs in Chromium: the model's tours, and what no model sees. */
const CHROMIUM = ['bfcache', 'browser', 'emulator'];
/** The projects in other engines, which are left out where the engine is missing. */
const ENGINES = ['firefox', 'webkit'] as const;

/**
 * Builds the product for the emulator and runs the browser tests: those of `npm test`, those of the night, or the
 * projects that `--project` names. Other arguments are passed on to Playwright.
 *
 * @throws an error of one sentence that says what to install
 */
async function main(args: readonly string[]): Promise<number> {
  const isNightly = args.includes(NIGHTLY);
  const chromium = await ensureChromium();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    HEADLESS_SHELL_PATH: BROWSERS.headlessShell.find() ?? chromium,
    FIREFOX_PATH: BROWSERS.firefox.find() ?? '',
    NIGHTLY: isNightly ? 'yes' : '',
  };
  const run = (...command: string[]) =>
    spawnSync('npx', command, { stdio: 'inherit', env }).status ?? 1;
  const passedOn = args.filter((argument) => argument !== NIGHTLY && argument !== NO_BUILD);
  if (!args.some((argument) => argument.startsWith('--project'))) {
    const engines = ENGINES.filter((engine) => BROWSERS[engine].find() !== null);
    const projects = [...(isNightly ? ['nightly'] : CHROMIUM), ...engines];
    passedOn.push(...projects.map((name) => `--project=${name}`));
  }
  const hasBuild = args.includes(NO_BUILD);
  const built = hasBuild ? 0 : run('vite', 'build', '--mode', 'emulator', '--logLevel', 'warn');
  return built || run('playwright', 'test', '--config', 'tests/playwright.config.ts', ...passedOn);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
