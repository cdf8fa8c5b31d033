import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { BudgetsSchema, measureSizes, type TrackedFile } from './sizes.ts';

const TEXT = /\.(?:tsx?|m?js|md|css|html|json|ya?ml|sql)$|^\.ci\/run$/;

/** The budgets are those of the template's authors. Who adopts it removes the file. */
const BUDGETS = 'tools/check/budgets.json';

/** Checks that each area keeps its budget. */
function main(): void {
  if (!existsSync(BUDGETS)) return;
  const budgets = v.parse(BudgetsSchema, JSON.parse(readFileSync(BUDGETS, 'utf8')));
  const { lines, problems } = measureSizes(trackedFiles(), budgets);
  process.stdout.write(`${lines.join('\n')}\n`);
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

main();
