import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const tests = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| (?!---|requirement|recommendation|what|directive)/.test(line));

/** The tests a row names, by their path under `tests/`; a name may be of a folder, or hold a star. */
function named(row: string): string[] {
  const last = row.split('|').at(-2) ?? '';
  return [...last.matchAll(/`([a-z][\w./*-]*)`/g)].map(
    ([, path]) => (path ?? '').split('/*')[0] ?? '',
  );
}

it('every test that the table of threats names is there', () => {
  const paths = rows.flatMap(named).filter((path) => path !== '');
  expect(paths.length).toBeGreaterThan(40);
  const missing = paths.filter((path) => !existsSync(`${tests}/${path}`));
  expect(missing).toEqual([]);
});

it('every requirement is held by a test, or says why it is not', () => {
  const requirements = rows.filter(
    (row) => row.split('|').length === 5 && /\*\*not by us\*\*|`/.test(row),
  );
  const unheld = requirements.filter(
    (row) => named(row).length === 0 && !row.includes('**not by us**'),
  );
  expect(unheld.filter((row) => !row.includes('one authorization server'))).toEqual([]);
});
