import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isNightly } from '#tests/model/support/nightly.ts';
import { applySection, sectionsOf } from './support/document-steps.ts';
import { repositoryFiles } from './support/repository-files.ts';

const DOCUMENT = 'docs/adopt.md';
const COMMIT = '-c user.name=test -c user.email=test@test.example commit --allow-empty -qm Step';
const LINKED = ['node_modules', 'tools/unused-code/node_modules', 'tools/postgres/node_modules'];

const sections = sectionsOf(readFileSync(DOCUMENT, 'utf8'));
const root = mkdtempSync(join(tmpdir(), 'adopt-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Copies what git knows of the repository, and links what is installed. */
function copyRepository(): void {
  for (const file of repositoryFiles()) cpSync(file, join(root, file));
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

const CHECKS = [
  'node_modules/.bin/tsc --incremental --tsBuildInfoFile node_modules/.cache/tsbuildinfo',
  'node_modules/.bin/vitest run --config tests/vitest.config.ts tests/repo/documents.test.ts',
  'node_modules/.bin/biome ci --error-on-warnings .',
  'tools/unused-code/node_modules/.bin/knip',
  'node_modules/.bin/tsx tools/check/check.ts',
  'node_modules/.bin/vitest run --config tests/vitest.config.ts',
  'node_modules/.bin/vite build --mode emulator',
];

/** What fails: at night everything, otherwise types, documents and lint. */
const problems = () =>
  (isNightly ? CHECKS : CHECKS.slice(0, 3))
    .map((check) => problemsOf(...check.split(' ')))
    .join('');

const TIMEOUT = { timeout: isNightly ? 3_600_000 : 300_000 };

describe(`a copy of the repository, changed as ${DOCUMENT} says`, () => {
  it.each(sections.slice(0, 2))('passes the checks after "$title"', TIMEOUT, (section) => {
    if (section === sections[0]) copyRepository();
    applySection(section, root);
    commit();
    // By day once, with all that the sections have changed: each check takes half a minute.
    if (isNightly || section === sections[1]) expect(problems()).toBe('');
  });
});
