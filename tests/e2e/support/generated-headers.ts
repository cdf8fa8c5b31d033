import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The build that the browser tests use, and the files for hosts beside it. */
export const BUILD = resolve('dist-emulator');
export const HOSTS = `${BUILD}-hosts`;

/** Returns the security headers of the build, read from its generated file for Netlify. */
export function generatedHeaders(): Record<string, string> {
  const [, ...lines] = readFileSync(`${HOSTS}/netlify/_headers`, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('  '));
  return Object.fromEntries(
    lines.slice(0, end).map((line): [string, string] => {
      const [name = '', value = ''] = line.trim().split(/: (.*)/s);
      return [name, value];
    }),
  );
}
