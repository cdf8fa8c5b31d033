import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const APPLICATIONS = '/Applications';

const HEADLESS_SHELL = 'chromium-headless-shell';

/** The programs of the browser tests: the packages of Debian that have them, and how they are found. */
export const BROWSERS = {
  chromium: {
    packages: ['chromium'],
    find: () =>
      named('CHROMIUM_PATH') ??
      onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
      existing(`${APPLICATIONS}/Google Chrome.app/Contents/MacOS/Google Chrome`) ??
      existing(chromium.executablePath()),
  },
  /** Chromium without windows, which needs two thirds of the CPU time. Chromium itself can take its place. */
  headlessShell: {
    packages: [HEADLESS_SHELL],
    find: () => named('HEADLESS_SHELL_PATH') ?? onPath(HEADLESS_SHELL),
  },
  firefox: {
    packages: ['firefox-esr'],
    find: () =>
      named('FIREFOX_PATH') ??
      onPath('firefox-esr', 'firefox') ??
      existing(`${APPLICATIONS}/Firefox.app/Contents/MacOS/firefox`),
  },
  /** The browser of WebKitWebDriver, which needs a screen. */
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: () => (onPath('WebKitWebDriver') && onPath('Xvfb') ? miniBrowser() : null),
  },
} as const;

/**
 * Finds Chromium, or installs it with apt.
 *
 * @returns the path of its executable
 * @throws an error of one sentence that says what to install
 */
export async function ensureChromium(): Promise<string> {
  const { packages, find } = BROWSERS.chromium;
  if (find() === null) await installPackages(packages);
  const found = find();
  if (found !== null) return found;
  throw new Error(
    'The browser tests need Chromium: run "apt-get install chromium" (Debian) or "npx playwright install chromium", or set CHROMIUM_PATH.',
  );
}

/** Returns the path of a program in one of the folders of `PATH`, by the first name that is there. */
export function onPath(...programs: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return paths.find((path) => existsSync(path)) ?? null;
}

function named(variable: string): string | null {
  return process.env[variable] || null;
}

function existing(path: string): string | null {
  return existsSync(path) ? path : null;
}

/** Debian installs MiniBrowser in a folder of the library, inside the folder of the machine's architecture. */
function miniBrowser(): string | null {
  const libraries = '/usr/lib';
  const folders = readdirSync(libraries).map((name) => join(libraries, name));
  const names = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name, 'MiniBrowser')));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Seconds for which another process may hold apt's locks. */
const LOCK_TIMEOUT = 600;
const IS_LOCKED = /Could not get lock/;

/** Installs packages of Debian. Without apt, or without the right to use it, nothing happens. */
async function installPackages(packages: readonly string[]): Promise<void> {
  if (onPath('apt-get') === null || process.getuid?.() !== 0) return;
  // Debian's packages do not start their services at this run level.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT}`, ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'inherit', 'pipe'],
    });
  // Unlike an installation, an update does not wait for the lock by itself.
  for (const end = Date.now() + LOCK_TIMEOUT * 1_000; ; await pause(3_000)) {
    const { stderr } = apt('update', '-qq');
    if (!IS_LOCKED.test(stderr) || Date.now() > end) break;
  }
  process.stderr.write(apt('install', '-yqq', '--no-install-recommends', ...packages).stderr);
}

const POSTGRES = 'tools/postgres';

/** Installs the browsers and databases of the tests before anything else runs. Only Chromium is necessary. */
async function main(): Promise<void> {
  if (!existsSync(join(POSTGRES, 'node_modules'))) {
    execFileSync('npm', ['ci', '--silent', '--prefix', POSTGRES], { stdio: 'inherit' });
  }
  await ensureChromium();
  for (const [name, { packages, find }] of Object.entries(BROWSERS)) {
    if (find() === null) await installPackages(packages);
    process.stdout.write(`${name}: ${find() ?? 'not found'}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
