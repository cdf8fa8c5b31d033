import * as v from 'valibot';

/** A tracked file, with its path from the root. */
export interface TrackedFile {
  readonly path: string;
  readonly text: string;
}

/** How much an area has at most: lines of code and of tests, and words of its documents. */
const AreaSchema = v.object({
  paths: v.array(v.string()),
  code: v.number(),
  tests: v.number(),
  words: v.number(),
});

/** The budgets of each area. Paths are beginnings; the first match counts, and what matches none is not counted. */
export const BudgetsSchema = v.record(v.string(), AreaSchema);

type Budgets = v.InferOutput<typeof BudgetsSchema>;

const COUNTS = ['code', 'tests', 'words'] as const;

/** What the check prints, and what fails it. */
interface Report {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

/** Which count a file belongs to. The tables of the specification are tests. */
function countOf(path: string): (typeof COUNTS)[number] | null {
  const isTest = /^tests\/|\/tests\//.test(path);
  if (path.endsWith('.md'))
    return /^tests\/model\/specification\/(?!README)/.test(path) ? 'tests' : 'words';
  if (!/\.(?:tsx?|m?js|css|sql)$/.test(path)) return null;
  return isTest ? 'tests' : 'code';
}

const sizeOf = ({ path, text }: TrackedFile) =>
  countOf(path) === 'words'
    ? text.split(/\s+/).filter(Boolean).length
    : text.split('\n').length - 1;

/** Compares the size of each area with its budget, which has 3 % of room when it is set. */
export function measureSizes(files: readonly TrackedFile[], budgets: Budgets): Report {
  const areas = Object.entries(budgets);
  const areaOf = (path: string) =>
    areas.find(([, { paths }]) => paths.some((start) => path.startsWith(start)))?.[0];
  const rows = areas.map(([name, budget]) => {
    const own = files.filter(({ path }) => areaOf(path) === name);
    const sizes = COUNTS.map((count) => {
      const counted = own.filter(({ path }) => countOf(path) === count);
      return {
        count,
        size: counted.reduce((sum, file) => sum + sizeOf(file), 0),
        most: budget[count],
      };
    });
    return { name, sizes };
  });
  const total = COUNTS.map((_, index) => ({
    size: rows.reduce((sum, { sizes }) => sum + (sizes[index]?.size ?? 0), 0),
    most: rows.reduce((sum, { sizes }) => sum + (sizes[index]?.most ?? 0), 0),
  }));
  const line = (name: string, cells: readonly { size: number; most: number }[]) =>
    name.padEnd(28) + cells.map(({ size, most }) => `${size} of ${most}`.padStart(18)).join('');
  return {
    lines: [
      `at most${' '.repeat(21)}${['lines of code', 'lines of tests', 'words'].map((head) => head.padStart(18)).join('')}`,
      ...rows.map(({ name, sizes }) => line(name, sizes)),
      line('all', total),
    ],
    problems: [
      ...rows.flatMap(({ name, sizes }) =>
        sizes
          .filter(({ size, most }) => size > most)
          .map(
            ({ count, size, most }) => `${name}: ${size} of ${count}, over the budget of ${most}.`,
          ),
      ),
      ...areas
        .flatMap(([, { paths }]) => paths)
        .filter((start) => !files.some(({ path }) => path.startsWith(start)))
        .map((start) => `The budgets name ${start}, which does not exist.`),
    ],
  };
}
