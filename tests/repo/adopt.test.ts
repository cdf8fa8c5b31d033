import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isNightly } from '#tests/model/support/nightly.ts';
import { applySection, sectionsOf } from './support/document-steps.ts';

const DOCUMENT = 'docs/adopt.md';
const COMMIT = '-c user.name=test -c user.email=test@test.example commit --allow-empty -qm Step';
const LINKED = ['node_modules', 'tools/unused-code/node_modules', 'tools/postgres/node_modules'];

const sections = sectionsOf(readFileSync(DOCUMENT, 'utf8'));
const root = mkdtempSync(join(tmpdir(), 'adopt-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Copies what git knows of the repository, and links what is installed. */
function copyRepository(): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8' }).split('\n');
  // Another test writes a file for a moment.
  for (const file of files) if (existsSync(file)) cpSync(file, join(root, file));
  for (const folder of LINKED)
    if (existsSync(folder)) symlinkSync(resolve(folder), join(root, folder));
  git('init', '--quiet');
  commit();
}

function git(...words: readonly string[]): void {
  execFileSync('git', words, { cwd: root });
}

/** Commits the copy, as the document asks for between its steps. */
function commit(): void {
  git('add', '--all');
  git(...COMMIT.split(' '));
}

/** Runs a command in the copy, and returns what it prints when it fails. */
function problemsOf(...[command = '', ...words]: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

describe(`a copy of the repository, changed as ${DOCUMENT} says`, () => {
  it('takes every step as it is written, and has no error of types', { timeout: 300_000 }, () => {
    expect(sections.length).toBeGreaterThan(2);
    copyRepository();
    for (const section of sections) {
      applySection(section, root);
      commit();
    }
    expect(problemsOf('node_modules/.bin/tsc', '--noEmit')).toBe('');
  });

  const checks = [
    ['lint', 'node_modules/.bin/biome ci --error-on-warnings .'],
    ['unused code', 'tools/unused-code/node_modules/.bin/knip'],
    ['the requirements and sizes', 'node_modules/.bin/tsx tools/check/check.ts'],
    ['unit tests', 'node_modules/.bin/vitest run --config tests/vitest.config.ts'],
    ['a build', 'node_modules/.bin/vite build --mode emulator'],
  ] as const;

  it.runIf(isNightly).each(checks)('passes %s', { timeout: 1_800_000 }, (_, command) => {
    expect(problemsOf(...command.split(' '))).toBe('');
  });
});
