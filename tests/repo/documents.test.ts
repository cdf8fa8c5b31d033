import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scripts } from '../../package.json';

/** npm's own, which need no entry. */
const OWN_COMMANDS = ['ci', 'start', 'test'];

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.md') && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, first]) => (first === undefined ? [] : [first]));
}

describe.each(documents)('$path', ({ path, text }) => {
  it('leads only to files that are there', () => {
    const links = found(text, /\]\((?![a-z]+:|#)([^)#\s]+)/g);
    expect(links.filter((link) => !existsSync(join(dirname(path), link)))).toEqual([]);
  });

  it('names only commands that are there', () => {
    const named = found(text, /\bnpm (?:run )?([a-z][\w:]*)/g);
    const known = [...Object.keys(scripts), ...OWN_COMMANDS, 'run', 'install'];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

it('every test that the security document names is there', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const tests = found(text, /`([a-z0-9]+\/[\w./-]+\.(?:test|spec)\.tsx?)`/g);
  expect(tests.length).toBeGreaterThan(20);
  expect(tests.filter((test) => !existsSync(join('tests', test)))).toEqual([]);
});
