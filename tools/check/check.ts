import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { scripts } from '../../package.json' with { type: 'json' };
import {
  coverageOf,
  definedRequirements,
  renderCoverage,
  unknownMentions,
} from './requirements.ts';
import { BudgetsSchema, measureSizes, type TrackedFile } from './sizes.ts';
import { youngFeatures } from './young-features.ts';

const TEXT = /\.(?:tsx?|m?js|md|css|html|json|ya?ml|sql)$|^\.ci\/run$/;
/** Also the specification, whose rows are walked, and the measures of a build. */
const TEST =
  /^tests\/.*\.tsx?$|\/tests\/.*\.tsx?$|^tests\/model\/specification\/.*\.md$|^tools\/measure\//;

/** What browsers load. */
const SHIPPED = /^(?:src|machines|chart|packages\/statechart\/(?:explore|feed|page))\//;
const NOT_SHIPPED = /\.d\.ts$|gen\.ts$|\/tests\//;

/**
 * Checks what no other tool does: that each requirement has a test and each mention of one exists, that what ships is
 * in every supported browser, and that the repository keeps within its budgets. Prints the sizes, and writes the tests
 * of each requirement to `reports/requirements.md`.
 */
function main(): void {
  const files = trackedFiles();
  const ids = definedRequirements(readFileSync('docs/requirements.md', 'utf8'));
  const coverage = coverageOf(
    ids,
    files.filter(({ path }) => TEST.test(path)),
  );
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/requirements.md', renderCoverage(coverage));

  const budgets = v.parse(
    BudgetsSchema,
    JSON.parse(readFileSync('tools/check/budgets.json', 'utf8')),
  );
  const sizes = measureSizes(files, Object.keys(scripts).length, budgets);
  process.stdout.write(`${sizes.lines.join('\n')}\n`);
  const problems = [
    ...ids.filter((id) => coverage.get(id)?.length === 0).map((id) => `${id} has no test.`),
    ...unknownMentions(ids, files),
    ...files.flatMap(findYoungFeatures),
    ...sizes.problems,
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

function trackedFiles(): readonly TrackedFile[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', list, { encoding: 'utf8' })
    .split('\n')
    .filter((path) => TEXT.test(path) && !path.endsWith('package-lock.json') && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

function findYoungFeatures({ path, text }: TrackedFile): readonly string[] {
  if (!SHIPPED.test(path) || NOT_SHIPPED.test(path) || !/\.(?:tsx?|css)$/.test(path)) return [];
  return youngFeatures(path, text).map(
    (found) => `${path}:${found}: not every supported browser has it (.browserslistrc).`,
  );
}

main();
