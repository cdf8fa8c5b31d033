import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import {
  coverageOf,
  definedRequirements,
  renderCoverage,
  type SourceFile,
  unknownMentions,
} from './requirements.ts';

/**
 * Writes docs/requirements-coverage.md. With `--check` it compares instead, and fails when the document is
 * outdated, when a requirement has no test, or when a file mentions a requirement that does not exist.
 */
const REQUIREMENTS = 'docs/requirements.md';
const DOCUMENT = 'docs/requirements-coverage.md';
const TEXT = /\.(?:tsx?|js|md|css|html|json|ya?ml)$|^\.ci\/run$/;
const IGNORED = ['package-lock.json', DOCUMENT];

/** How many steps each requirement is walked by; the machine model test keeps the file up to date. */
const WALKED = 'tests/model/machine/data/walked-requirements.json';

const walked = v.parse(v.record(v.string(), v.number()), JSON.parse(readFileSync(WALKED, 'utf8')));
const requirements = readFileSync(REQUIREMENTS, 'utf8');
const ids = definedRequirements(requirements);
const files = trackedFiles();
const tests = files.filter(({ path }) => /^tests\/.*\.tsx?$/.test(path));
const coverage = coverageOf(ids, tests);
const document = renderCoverage(requirements, coverage, walked);

const problems = [
  ...ids.filter((id) => coverage.get(id)?.length === 0).map((id) => `${id} has no test.`),
  ...unknownMentions(ids, files),
];

if (process.argv.includes('--check')) {
  const current = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
  if (current !== document) problems.push(`${DOCUMENT} is outdated: run "npm run docs".`);
  if (problems.length > 0) process.exitCode = 1;
} else {
  writeFileSync(DOCUMENT, document);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);

function trackedFiles(): readonly SourceFile[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', list, { encoding: 'utf8' })
    .split('\n')
    .filter((path) => TEXT.test(path) && !IGNORED.includes(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
