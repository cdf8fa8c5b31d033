import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';

const MAX_SOURCE_FILES = 14;

/** Folders that may have more source files, each with the reason. */
const LARGE_FOLDERS: Readonly<Record<string, string>> = {
  'src/ui': 'one file per component, all of the same kind',
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));

function sourceFilesPerFolder(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of files.filter((file) => /\.(?:ts|tsx|js)$/.test(file))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return counts;
}

it(`no folder has more than ${MAX_SOURCE_FILES} source files, except those with a reason`, () => {
  const large = [...sourceFilesPerFolder()]
    .filter(([, count]) => count > MAX_SOURCE_FILES)
    .map(([folder]) => folder);
  expect(large.filter((folder) => LARGE_FOLDERS[folder] === undefined)).toEqual([]);
  expect(Object.keys(LARGE_FOLDERS).filter((folder) => !large.includes(folder))).toEqual([]);
});

it('.ci contains run and nothing else', () => {
  expect(files.filter((path) => path.startsWith('.ci/'))).toEqual(['.ci/run']);
});
