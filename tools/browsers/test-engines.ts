import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { ensureFirefox, ensureWebKit } from './engines.ts';

/** Runs five journeys in each engine that can be had, in place of all tests in both. */
const SMOKE = '--smoke';

/** Uses the build that `npm run test:browser` has just made. */
const NO_BUILD = '--no-build';

/** The report of the last run, which `.ci/run` counts: without an engine there is none. */
const REPORT = 'reports/engines.json';

/** The executable of each engine, by its project in Playwright's configuration. */
const ENGINES = { firefox: ensureFirefox, webkit: () => ensureWebKit().browser };

/**
 * Builds the product for the emulator and runs its browser tests in Firefox and WebKit. Arguments other than
 * `--smoke` and `--no-build` are passed on to Playwright, for example `--project=webkit`.
 *
 * @throws an error that says what to install
 */
function main(args: readonly string[]): number {
  const isSmoke = args.includes(SMOKE);
  const env: NodeJS.ProcessEnv = { ...process.env };
  const projects: string[] = [];
  rmSync(REPORT, { force: true });
  for (const [project, ensure] of Object.entries(ENGINES)) {
    try {
      const path = ensure();
      process.stdout.write(`${path}\n`);
      projects.push(`--project=${project}`);
      if (project === 'firefox') env.FIREFOX_PATH = path;
    } catch (error) {
      if (!isSmoke) throw error;
      process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  if (projects.length === 0) return 0;
  const run = (command: string[]) =>
    spawnSync('npx', command, { stdio: 'inherit', env }).status ?? 1;
  const rest = isSmoke ? ['--grep', '@smoke', '--workers', '2', ...projects] : [];
  const config = ['--config', 'tests/engines/engines.config.ts'];
  const passedOn = args.filter((argument) => argument !== SMOKE && argument !== NO_BUILD);
  const build = () =>
    args.includes(NO_BUILD)
      ? 0
      : run(['vite', 'build', '--mode', 'emulator', '--logLevel', 'warn']);
  return build() || run(['playwright', 'test', ...config, ...rest, ...passedOn]);
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
