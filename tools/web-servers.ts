import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './apt.ts';

/** The web servers that the host tests start. */
export type WebServer = 'nginx' | 'caddy';

const PACKAGES = ['nginx-light', 'caddy'];

const NOT_FOUND = (server: WebServer) =>
  `The host tests need ${server}: install it (Debian: "apt-get install ${PACKAGES.join(' ')}"; macOS: "brew install nginx caddy") or set ${variable(server)}.`;

/** Installs nginx and Caddy with apt when one of them is missing and apt is there. */
export function installWebServers(): void {
  if (find('nginx') !== null && find('caddy') !== null) return;
  installPackages(PACKAGES);
}

/**
 * Finds a web server: the one at `NGINX_PATH` or `CADDY_PATH`, or the system's.
 *
 * @returns the path of its executable
 * @throws an error that names what to install
 */
export function findWebServer(server: WebServer): string {
  const found = find(server);
  if (found === null) throw new Error(NOT_FOUND(server));
  return found;
}

function find(server: WebServer): string | null {
  // Debian installs nginx where the path of a user does not look.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const named = process.env[variable(server)];
  const candidates = named ? [named] : folders.map((folder) => join(folder, server));
  return candidates.find((path) => existsSync(path)) ?? null;
}

function variable(server: WebServer): string {
  return `${server.toUpperCase()}_PATH`;
}
