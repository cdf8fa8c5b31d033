import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installPackages } from './apt.ts';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';

const SYSTEM_PATHS = [
  DEBIAN_CHROMIUM,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const NOT_FOUND =
  'The browser tests need Chromium: install it (Debian: "apt-get install chromium"; elsewhere: "npx playwright install chromium") or set CHROMIUM_PATH.';

/**
 * Finds the Chromium for the browser tests: the one at `CHROMIUM_PATH`, the system's, or Playwright's.
 * Installs one with Playwright or apt when there is none.
 *
 * @returns the path of its executable
 * @throws an error that names what to install
 */
export function ensureChromium(): string {
  const found = findChromium() ?? installChromium();
  if (found === null) throw new Error(NOT_FOUND);
  return found;
}

function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  const candidates = [...(named ? [named] : SYSTEM_PATHS), chromium.executablePath()];
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null;
}

function installChromium(): string | null {
  const attempts = [
    ['npx', ['playwright', 'install', '--with-deps', 'chromium']],
    ['apt-get', ['update']],
    ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']],
  ] as const;
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'inherit' });
    const found = findChromium();
    if (found !== null) return found;
  }
  return null;
}

/**
 * Finds Chromium's headless shell: the one at `HEADLESS_SHELL_PATH` or Debian's, which is installed with apt when the
 * browser is Debian's. It has the same engine without windows, and needs two thirds of the CPU time.
 *
 * @param browser the path of the Chromium, which takes its place where there is none
 * @returns the path of its executable
 */
export function ensureHeadlessShell(browser: string): string {
  const named = process.env.HEADLESS_SHELL_PATH;
  if (named) return named;
  if (browser === DEBIAN_CHROMIUM && !existsSync(DEBIAN_SHELL)) {
    installPackages(['chromium-headless-shell']);
  }
  return existsSync(DEBIAN_SHELL) ? DEBIAN_SHELL : browser;
}

/** Returns the version of a Chromium, for the log of a run. */
export function chromiumVersion(path: string): string {
  return execFileSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();
}
