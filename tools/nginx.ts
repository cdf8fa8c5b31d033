import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './apt.ts';

/** Debian installs nginx where the path of a user does not look. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** Installs nginx with apt when it is missing and apt is there. */
export function installNginx(): void {
  if (find() === undefined) installPackages(['nginx-light']);
}

/**
 * Finds nginx: the one at `NGINX_PATH`, or the system's.
 *
 * @returns the path of its executable
 * @throws an error that says what to install
 */
export function findNginx(): string {
  const found = find();
  if (found !== undefined) return found;
  throw new Error('The host tests need nginx: install nginx-light (Debian) or set NGINX_PATH.');
}

function find(): string | undefined {
  const candidates = [process.env.NGINX_PATH ?? '', ...FOLDERS.map((path) => join(path, 'nginx'))];
  return candidates.find((path) => path !== '' && existsSync(path));
}
