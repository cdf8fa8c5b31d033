import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The largest sizes of the first load in kB, gzip -9: the chunks of the sign-in screen and the SDK included. */
const BUDGETS = { firstLoad: 185, css: 12 } as const;

const DIST = 'dist';
const KB = 1_000;

/**
 * Measures the first load of the production build, and fails when it is over its budget. Size Limit does not fit:
 * its current version needs Node 22.19, and no version follows the imports of hashed chunks.
 */
function main(): void {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path);
  const scripts = reachable(entries.filter((path) => path?.endsWith('.js')));
  const styles = entries.filter((path) => path?.endsWith('.css'));
  const rows = [
    ['JavaScript of the first load', total(scripts), BUDGETS.firstLoad],
    ['CSS of the first load', total(styles), BUDGETS.css],
  ] as const;
  for (const [name, size, budget] of rows) {
    const verdict = size <= budget ? 'within' : 'OVER';
    process.stdout.write(`${name}: ${size.toFixed(1)} kB gz, ${verdict} ${budget} kB\n`);
    if (size > budget) process.exitCode = 1;
  }
}

/** Returns the scripts that a page loads at once: the entries, what they import statically, and the SDK. */
function reachable(entries: (string | undefined)[]): string[] {
  const found = new Set(entries.filter((path) => path !== undefined));
  for (const path of found) {
    const source = readFileSync(join(DIST, path), 'utf8');
    for (const [, name] of source.matchAll(/from\s*["']\.\/([^"']+\.js)["']/g)) {
      if (name !== undefined) found.add(`assets/${name}`);
    }
    for (const name of readdirSync(join(DIST, 'assets'))) {
      if (name.startsWith('index.headless') && source.includes(name)) found.add(`assets/${name}`);
    }
  }
  return [...found];
}

function total(paths: (string | undefined)[]): number {
  const sizes = paths.map((path) =>
    path === undefined ? 0 : gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
}

main();
