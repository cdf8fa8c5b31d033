import { execSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A part of a document under a heading, with its blocks of code in order. */
export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

interface Block {
  readonly language: string;
  readonly lines: readonly string[];
}

/** Splits a document at its headings of the second level. */
export function sectionsOf(markdown: string): readonly Section[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ title: text.slice(0, text.indexOf('\n')), blocks: blocksOf(text) }));
}

function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(
    ([, language = '', content = '']) => ({ language, lines: content.split('\n') }),
  );
}

/**
 * Does what the blocks of a section say: each line of `sh` is run in the root, `diff` changes the files that it names, and any other
 * block is a new file, which its first line names in a comment.
 *
 * @param root the folder of a copy of the repository
 * @throws when a file does not have exactly one place for a change, or a new file exists
 */
export function applySection({ blocks }: Section, root: string): void {
  for (const { language, lines } of blocks) {
    if (language === 'sh') for (const line of lines) execSync(line, { cwd: root, stdio: 'pipe' });
    else if (language === 'diff') applyDiffs(lines, root);
    else createFile(lines, root);
  }
}

function createFile([first = '', ...content]: readonly string[], root: string): void {
  const [, path = ''] = /^(?:\/\/|--|\/\*) (\S+)/.exec(first) ?? [];
  if (path === '') throw new Error(`The block does not begin with the name of its file: ${first}`);
  const file = join(root, path);
  if (existsSync(file)) throw new Error(`${path} exists.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${content.join('\n')}\n`);
}

function applyDiffs(lines: readonly string[], root: string): void {
  for (const diff of lines.join('\n').split(/^--- /m).slice(1)) applyDiff(diff, root);
}

function applyDiff(diff: string, root: string): void {
  const [path = ''] = diff.split('\n', 1);
  const hunks = diff.slice(path.length + 1).split(/^@@$/m);
  const text = hunks.reduce(
    (changed, hunk) => applyHunk(changed, hunk.split('\n').filter(Boolean), path),
    readFileSync(join(root, path), 'utf8'),
  );
  writeFileSync(join(root, path), text);
}

/** A line of a hunk begins with `-` (is removed), `+` (is added) or a space (stays). */
function applyHunk(text: string, lines: readonly string[], path: string): string {
  const without = (mark: string) =>
    lines.flatMap((line) => (line.startsWith(mark) ? [] : `${line.slice(1)}\n`)).join('');
  const [before, after] = [without('+'), without('-')];
  const places = `\n${text}`.split(`\n${before}`).length - 1;
  if (places !== 1) throw new Error(`${path} has ${places} places for\n${before}`);
  return `\n${text}`.replace(`\n${before}`, () => `\n${after}`).slice(1);
}
