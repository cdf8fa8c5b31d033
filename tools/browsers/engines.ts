import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from '../apt.ts';

/** The programs that drive WebKit. */
export interface WebKitPaths {
  readonly driver: string;
  readonly browser: string;
  /** Draws on a screen in memory, because the driver's browser needs one. */
  readonly xvfb: string;
}

const LIBRARIES = '/usr/lib';
const MINI_BROWSERS = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'];

/**
 * Finds Firefox, the one at `FIREFOX_PATH` or the system's, or installs Firefox ESR with apt.
 *
 * @returns the path of its executable
 * @throws an error that says what to install
 */
export function ensureFirefox(): string {
  const find = () => process.env.FIREFOX_PATH ?? onPath('firefox-esr') ?? onPath('firefox');
  const found = find() ?? installAndFind(['firefox-esr'], find);
  if (found !== null) return found;
  throw new Error('Firefox cannot be had: install firefox-esr (Debian) or set FIREFOX_PATH.');
}

/**
 * Finds WebKit's driver with its browser and a display, or installs them with apt.
 *
 * @throws an error that says what to install
 */
export function ensureWebKit(): WebKitPaths {
  const found = findWebKit() ?? installAndFind(['webkit2gtk-driver', 'xvfb'], findWebKit);
  if (found !== null) return found;
  throw new Error('WebKit cannot be had: install webkit2gtk-driver and xvfb (Debian).');
}

function installAndFind<Found>(packages: readonly string[], find: () => Found): Found {
  installPackages(packages);
  return find();
}

function findWebKit(): WebKitPaths | null {
  const [driver, xvfb] = [onPath('WebKitWebDriver'), onPath('Xvfb')];
  const browser = miniBrowser();
  return driver === null || xvfb === null || browser === null ? null : { driver, browser, xvfb };
}

/** Debian installs MiniBrowser in a folder of the library, which is in one of the machine's architecture. */
function miniBrowser(): string | null {
  if (!existsSync(LIBRARIES)) return null;
  const folders = [LIBRARIES, ...readdirSync(LIBRARIES).map((name) => join(LIBRARIES, name))];
  const paths = folders.flatMap((folder) =>
    MINI_BROWSERS.map((name) => join(folder, name, 'MiniBrowser')),
  );
  return paths.find((path) => existsSync(path)) ?? null;
}

function onPath(program: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
