import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The build that the browser tests use, and the files for hosts beside it. */
const BUILD = resolve('dist-emulator');
const HOSTS = `${BUILD}-hosts`;

/** Returns the security headers of the build. */
export function generatedHeaders(): Record<string, string> {
  return JSON.parse(readFileSync(`${HOSTS}/headers.json`, 'utf8')).security;
}
