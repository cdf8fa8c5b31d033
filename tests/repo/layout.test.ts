import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';

const MAX_SOURCE_FILES = 20;

/** One file per component, all of the same kind. */
const LARGE_FOLDER = 'src/ui';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));

it(`no folder but ${LARGE_FOLDER} has more than ${MAX_SOURCE_FILES} source files`, () => {
  const counts = new Map<string, number>();
  for (const path of files.filter((file) => /\.(?:ts|tsx|js)$/.test(file))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > MAX_SOURCE_FILES);
  expect(large.map(([folder]) => folder)).toEqual([LARGE_FOLDER]);
});

it('.ci contains run and nothing else', () => {
  expect(files.filter((path) => path.startsWith('.ci/'))).toEqual(['.ci/run']);
});
