import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';

/** How many results are kept: the most recent ones. */
const MAX_ENTRIES = 8;

interface Sources {
  readonly root: string;
  /** Every file of this repository that the result depends on. */
  readonly files: readonly string[];
}

/**
 * Caches a slow computation in `node_modules/.cache`, under a hash of everything it depends on: the names and
 * contents of the files, `package-lock.json` and the version of Node.
 *
 * @param compute computes the JSON text, and tells whether it may be cached
 * @returns the cached or computed text
 */
export async function cachedText(
  { root, files }: Sources,
  compute: () => Promise<{ readonly text: string; readonly isCacheable: boolean }>,
): Promise<string> {
  const folder = join(root, 'node_modules/.cache/charter-chart');
  const path = join(folder, `${hashOf({ root, files })}.json`);
  const entry = readEntry(path);
  if (entry !== null) return entry;
  const { text, isCacheable } = await compute();
  if (isCacheable) writeEntry(folder, path, text);
  return text;
}

function hashOf({ root, files }: Sources): string {
  const hash = createHash('sha256').update(process.version);
  const paths = [...new Set([...files, join(root, 'package-lock.json')])].sort();
  for (const file of paths) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 32);
}

/** @returns `null` when there is no entry, or an incomplete one */
function readEntry(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

/** Concurrent builds may write the same entry, so each writes a temporary file and renames it. */
function writeEntry(folder: string, path: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
  const entries = readdirSync(folder)
    .map((name) => ({ name, modifiedAt: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.modifiedAt - a.modifiedAt);
  for (const { name } of entries.slice(MAX_ENTRIES)) rmSync(join(folder, name), { force: true });
}
