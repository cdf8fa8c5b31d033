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

/** Results that are kept; older ones go. */
const KEPT = 8;

interface Sources {
  readonly root: string;
  /** Every file of this repository that the result is made by and of. */
  readonly files: readonly string[];
}

/**
 * A text that takes long to make, kept in `node_modules/.cache` under a hash of everything it is made by and
 * of: the files, by name and content, the libraries' versions (`package-lock.json`) and Node's. Whatever
 * changes any of it makes the text anew.
 *
 * @param make makes the text, which is JSON, and says whether it may be kept
 */
export async function cached(
  { root, files }: Sources,
  make: () => Promise<{ readonly text: string; readonly mayBeKept: boolean }>,
): Promise<string> {
  const folder = join(root, 'node_modules/.cache/charter-chart');
  const path = join(folder, `${hashOf({ root, files })}.json`);
  const before = read(path);
  if (before !== null) return before;
  const { text, mayBeKept } = await make();
  if (mayBeKept) write(folder, path, text);
  return text;
}

function hashOf({ root, files }: Sources): string {
  const hash = createHash('sha256').update(process.version);
  const named = [...new Set([...files, join(root, 'package-lock.json')])].sort();
  for (const file of named) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 32);
}

/** What was kept, if it is whole. */
function read(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

/** Two builds at once may write the same: each writes its own file and puts it in place. */
function write(folder: string, path: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
  const kept = readdirSync(folder)
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  for (const { name } of kept.slice(KEPT)) rmSync(join(folder, name), { force: true });
}
