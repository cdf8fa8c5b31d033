import * as v from 'valibot';

/** A tracked file, with its path from the root. */
export interface TrackedFile {
  readonly path: string;
  readonly text: string;
}

/** The budgets of the whole, and what each area shall have at most. Paths are beginnings; the first match counts. */
export const BudgetsSchema = v.object({
  code: v.number(),
  tests: v.number(),
  words: v.number(),
  scripts: v.number(),
  areas: v.record(
    v.string(),
    v.object({ paths: v.array(v.string()), code: v.number(), tests: v.number() }),
  ),
});

type Budgets = v.InferOutput<typeof BudgetsSchema>;

/** What the check prints, and what fails it. */
interface Report {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

const isSource = (path: string) => /\.tsx?$/.test(path) && !path.includes('gen.ts');
const isTest = (path: string) => /^tests\/|\/tests\/|\.test\.tsx?$/.test(path);
const linesOf = ({ text }: TrackedFile) => text.split('\n').length - 1;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Compares the lines of each area with its target, and the whole with its budgets. A budget that is too small is
 * changed in the commit that needs more, so that a reader of the commit sees it.
 *
 * @param files the tracked files
 * @param scripts how many scripts `package.json` has
 */
export function measureSizes(
  files: readonly TrackedFile[],
  scripts: number,
  budgets: Budgets,
): Report {
  const sources = files.filter(({ path }) => isSource(path));
  const areas = Object.entries(budgets.areas);
  const areaOf = ({ path }: TrackedFile) =>
    areas.find(([, { paths }]) => paths.some((start) => path.startsWith(start)))?.[0];
  const count = (counted: readonly TrackedFile[], wantsTests: boolean) =>
    sum(counted.filter(({ path }) => isTest(path) === wantsTests).map(linesOf));
  const rows = areas.map(([name, target]) => {
    const own = sources.filter((file) => areaOf(file) === name);
    const cells = [count(own, false), target.code, count(own, true), target.tests];
    return [name, ...cells.map(String)];
  });
  // The tables of the specification are tests.
  const documents = files.filter(({ path }) => /(?:^|\/)(?:[A-Z]+|docs\/.*)\.md$/.test(path));
  const totals = {
    code: count(sources, false),
    tests: count(sources, true),
    words: sum(documents.map(({ text }) => text.split(/\s+/).filter(Boolean).length)),
    scripts,
  };
  const problems = (['code', 'tests', 'words', 'scripts'] as const)
    .filter((name) => totals[name] > budgets[name])
    .map((name) => `${name}: ${totals[name]}, over the budget of ${budgets[name]}.`);
  const head = ['lines of TypeScript', 'code', 'at most', 'tests', 'at most'];
  const all = ['all', ...[totals.code, budgets.code, totals.tests, budgets.tests].map(String)];
  const line = ([name = '', ...cells]: readonly string[]) =>
    name.padEnd(36) + cells.map((cell) => cell.padStart(9)).join('');
  const rest = `${totals.words} words in docs and READMEs (at most ${budgets.words}), ${scripts} scripts (at most ${budgets.scripts})`;
  return { lines: [...[head, ...rows, all].map(line), rest], problems };
}
