import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The budgets are those of the template's authors. Who adopts it removes the file. */
const BUDGETS = 'tools/check/budgets.json';

const COUNTS = ['code', 'tests', 'words'] as const;
type Count = (typeof COUNTS)[number];

/** At most how many lines of code and of tests, and words of documents, an area has. Its paths are beginnings. */
type Budget = { readonly paths: readonly string[] } & Readonly<Record<Count, number>>;

/** Returns which count a file belongs to. The tables of the specification are tests. */
function countOf(path: string): Count | null {
  const isDocument = path.endsWith('.md') && !/^tests\/model\/specification\/(?!README)/.test(path);
  if (isDocument) return 'words';
  if (!/\.(?:tsx?|m?js|css|sql|md)$/.test(path)) return null;
  return /^tests\/|\/tests\//.test(path) ? 'tests' : 'code';
}

function sizeOf(paths: readonly string[], count: Count): number {
  const texts = paths.filter((path) => countOf(path) === count);
  const unit = count === 'words' ? /\S+/g : /\n/g;
  return texts.reduce(
    (sum, path) => sum + (readFileSync(path, 'utf8').match(unit)?.length ?? 0),
    0,
  );
}

/** Prints the size of each area, and fails for one that is over its budget, and for a path that does not exist. */
function main(): void {
  if (!existsSync(BUDGETS)) return;
  const budgets: Readonly<Record<string, Budget>> = JSON.parse(readFileSync(BUDGETS, 'utf8'));
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8' }).split('\n').filter(existsSync);
  const counted = new Set<string>();
  const sizes: Record<string, Record<string, string>> = {};
  const problems: string[] = [];
  for (const [area, budget] of Object.entries(budgets)) {
    // A file belongs to the first area that names it.
    const own = files.filter(
      (path) => !counted.has(path) && budget.paths.some((start) => path.startsWith(start)),
    );
    for (const path of own) counted.add(path);
    const missing = budget.paths.filter((start) => !own.some((path) => path.startsWith(start)));
    problems.push(...missing.map((path) => `${area}: ${path} does not exist.`));
    const row: Record<string, string> = {};
    for (const count of COUNTS) {
      const size = sizeOf(own, count);
      row[count] = `${size} of ${budget[count]}`;
      if (size > budget[count])
        problems.push(`${area}: ${size} of ${count}, over the budget of ${budget[count]}.`);
    }
    sizes[area] = row;
  }
  console.table(sizes);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

main();
