import type { TrackedFile } from './sizes.ts';

/** A row of the requirements document. */
const ROW = /^\| (R\d+\.\d+) \| (.+) \|$/gm;

/** Any mention of a requirement, in a comment, a document or a test title. */
const MENTION = /\bR\d+\.\d+\b/g;

/** The requirements that a test covers: in brackets, at the end of its title. */
const COVERED = /\[(R\d+\.\d+(?:, R\d+\.\d+)*)\](?=['"`])/g;

/** Those that a row of the machine's specification holds, in its last cell: a row that no walk takes fails. */
const SPECIFIED = /\| (R\d+\.\d+(?:, R\d+\.\d+)*) \|$/gm;

/**
 * Returns the ids that the requirements document defines, in its order.
 *
 * @param document the text of `docs/requirements.md`
 * @throws an error that names an id which is defined twice
 */
export function definedRequirements(document: string): readonly string[] {
  const ids = [...document.matchAll(ROW)].flatMap(([, id]) => id ?? []);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`${twice} is defined twice.`);
  return ids;
}

/**
 * Returns the test files that cover each requirement.
 *
 * @param ids the ids that are defined
 * @param tests the files of tests
 * @returns the sorted paths of the test files for each id
 */
export function coverageOf(
  ids: readonly string[],
  tests: readonly TrackedFile[],
): ReadonlyMap<string, readonly string[]> {
  const covered = tests.map(({ path, text }) => ({ path, ids: idsCoveredBy(text) }));
  return new Map(
    ids.map((id) => [
      id,
      covered
        .filter((file) => file.ids.has(id))
        .map(({ path }) => path)
        .sort(),
    ]),
  );
}

/**
 * Returns each mention of an id that is not defined, with its path and line.
 *
 * @param ids the ids that are defined
 * @param files every file that may mention a requirement
 */
export function unknownMentions(
  ids: readonly string[],
  files: readonly TrackedFile[],
): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(MENTION)]
          .filter(([id]) => !ids.includes(id))
          .map(([id]) => `${path}:${index + 1}: ${id} is not a requirement.`),
      ),
  );
}

/**
 * Returns a table of the tests of each requirement, as Markdown.
 *
 * @param coverage the test files for each id
 */
export function renderCoverage(coverage: ReadonlyMap<string, readonly string[]>): string {
  const rows = [...coverage].map(([id, paths]) => `| ${id} | ${paths.join(', ')} |`);
  return `# Tests of each requirement\n\n| Id | Tests |\n|---|---|\n${rows.join('\n')}\n`;
}

function idsCoveredBy(text: string): ReadonlySet<string> {
  const found = [...text.matchAll(COVERED), ...text.matchAll(SPECIFIED)];
  return new Set(found.flatMap(([, ids]) => ids?.split(', ') ?? []));
}
