import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scripts } from '../../package.json';

/** Commands of npm itself, which need no script. */
const NPM_COMMANDS = ['ci', 'start', 'test', 'run', 'install'];

/** Paths in documents that do not exist, each with the reason. */
const PATHS_WITHOUT_FILE: Readonly<Record<string, string>> = {
  'src/features/*': 'stands for the folder of every feature',
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));

const documents = files
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const topLevelFolders = new Set(
  files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]),
);

/** Returns what the first group of a pattern matched, for all matches. */
function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, group]) => (group === undefined ? [] : [group]));
}

/** Returns the paths in backticks that start with a top-level folder. */
function repositoryPaths(text: string): readonly string[] {
  return matches(text, /`([\w.-]+\/[^`\s]*)`/g).filter((path) =>
    topLevelFolders.has(path.split('/')[0]),
  );
}

describe.each(documents)('$path', ({ path, text }) => {
  it('links only to files that exist', () => {
    const links = matches(text, /(?<!\\)\]\((?![a-z]+:|#)([^)#\s]+)/g);
    expect(links.filter((link) => !existsSync(join(dirname(path), link)))).toEqual([]);
  });

  it('names only npm commands that exist', () => {
    const commands = matches(text, /\bnpm (?:run )?([a-z][\w:]*)/g);
    const existing = [...Object.keys(scripts), ...NPM_COMMANDS];
    expect(commands.filter((command) => !existing.includes(command))).toEqual([]);
  });

  it('names only paths of the repository that exist', () => {
    const missing = repositoryPaths(text).filter((named) => !existsSync(named));
    expect(missing.filter((named) => PATHS_WITHOUT_FILE[named] === undefined)).toEqual([]);
  });
});

it('every path that is listed as without a file is named and does not exist', () => {
  const named = documents.flatMap(({ text }) => repositoryPaths(text));
  expect(named.length).toBeGreaterThan(100);
  const outdated = Object.keys(PATHS_WITHOUT_FILE).filter(
    (path) => existsSync(path) || !named.includes(path),
  );
  expect(outdated).toEqual([]);
});

/** Returns the test files in backticks, with their paths under `tests/`. */
function namedTests(text: string): readonly string[] {
  return matches(text, /`([a-z0-9]+\/[\w./-]+\.(?:test|spec)\.tsx?)`/g);
}

/** Returns the tests in the last cell of a row: files or folders under `tests/`, without a trailing glob. */
function testsOf(row: string): readonly string[] {
  const cell = row.split('|').at(-2) ?? '';
  return matches(cell, /`([a-z][\w./*-]*)`/g).map((path) => path.split('/*')[0] ?? '');
}

describe('docs/security.md', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => /^\| (?!---|requirement|recommendation|what|directive)/.test(line));

  it('names only tests that exist', () => {
    const tests = namedTests(text);
    expect(tests.length).toBeGreaterThan(20);
    expect(tests.filter((test) => !existsSync(join('tests', test)))).toEqual([]);
  });

  it('names only tests and folders of tests that exist in the last column of its tables', () => {
    const paths = rows.flatMap(testsOf).filter((path) => path !== '');
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !existsSync(join('tests', path)))).toEqual([]);
  });

  it('names a test for every requirement, or says why there is none', () => {
    const requirements = rows.filter(
      (row) => row.split('|').length === 5 && /\*\*not by us\*\*|`/.test(row),
    );
    const untested = requirements.filter(
      (row) => testsOf(row).length === 0 && !row.includes('**not by us**'),
    );
    expect(untested.filter((row) => !row.includes('one authorization server'))).toEqual([]);
  });
});

describe('docs/accessibility.md', () => {
  /** The criteria of WCAG 2.2, levels A and AA. 4.1.1 was removed from it. */
  const criteria = [
    ...['1.1.1', '1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.5', '1.3.1', '1.3.2', '1.3.3', '1.3.4'],
    ...['1.3.5', '1.4.1', '1.4.2', '1.4.3', '1.4.4', '1.4.5', '1.4.10', '1.4.11', '1.4.12'],
    ...['1.4.13', '2.1.1', '2.1.2', '2.1.4', '2.2.1', '2.2.2', '2.3.1', '2.4.1', '2.4.2', '2.4.3'],
    ...['2.4.4', '2.4.5', '2.4.6', '2.4.7', '2.4.11', '2.5.1', '2.5.2', '2.5.3', '2.5.4', '2.5.7'],
    ...['2.5.8', '3.1.1', '3.1.2', '3.2.1', '3.2.2', '3.2.3', '3.2.4', '3.2.6', '3.3.1', '3.3.2'],
    ...['3.3.3', '3.3.4', '3.3.7', '3.3.8', '4.1.2', '4.1.3'],
  ];
  const text = readFileSync('docs/accessibility.md', 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \d\.\d/.test(line));

  it('has one row for each criterion, in their order', () => {
    expect(rows.map((row) => row.split(' ')[1])).toEqual(criteria);
  });

  it('says of each whether it holds', () => {
    const states = ['holds', 'does not apply', 'does not hold yet'];
    expect(rows.filter((row) => !states.includes(row.split('|')[3]?.trim() ?? ''))).toEqual([]);
  });

  it('supports each with a test or a look', () => {
    expect(rows.filter((row) => testsOf(row).length === 0 && !row.includes('looked at:'))).toEqual(
      [],
    );
  });

  it('names only tests that exist', () => {
    const tests = [...rows.flatMap(testsOf), ...namedTests(text)];
    expect(tests.length).toBeGreaterThan(40);
    expect(tests.filter((path) => !existsSync(join('tests', path)))).toEqual([]);
  });
});
