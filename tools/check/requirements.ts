import type { TrackedFile } from './sizes.ts';

/** An item of the requirements document. */
const ITEM = /^- \*\*(R\d+\.\d+)\*\* /gm;

/** Any mention of a requirement, in a comment, a document or a test title. */
const MENTION = /\bR\d+\.\d+\b/g;

/**
 * Returns each mention of a requirement that does not exist, with its path and line. That a test covers what its title
 * names is for its reader to see.
 *
 * @param document the text of `docs/requirements.md`
 * @param files every file that may mention a requirement
 */
export function unknownRequirements(
  document: string,
  files: readonly TrackedFile[],
): readonly string[] {
  const ids = new Set([...document.matchAll(ITEM)].map(([, id]) => id));
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(MENTION)]
          .filter(([id]) => !ids.has(id))
          .map(([id]) => `${path}:${index + 1}: ${id} is not a requirement.`),
      ),
  );
}
