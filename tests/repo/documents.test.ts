import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scripts } from '../../package.json';

/** Commands of npm itself, which need no script. */
const NPM_COMMANDS = ['ci', 'start', 'test', 'run', 'install', 'uninstall', 'pack'];

/** What stands for many paths, exists only after a command, or is the example that a guide adds. */
const PATTERN = /[*{]|^(?:reports|dist)|\/projects/;

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
    const named = repositoryPaths(text).filter((each) => !PATTERN.test(each));
    expect(named.filter((each) => !existsSync(each))).toEqual([]);
  });
});
