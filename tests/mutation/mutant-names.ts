/** A place in a file. The first line and the first column are 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

interface Change {
  readonly file: string;
  /** The text of the file. */
  readonly source: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
}

/** Names a mutant by its text: `file | before «original → replacement» after`. The name stays when lines move. */
export function nameOf({ file, source, location: { start, end }, replacement }: Change): string {
  const lines = source.split('\n');
  const first = lines[start.line - 1] ?? '';
  const last = lines[end.line - 1] ?? '';
  const original =
    start.line === end.line
      ? first.slice(start.column - 1, end.column - 1)
      : [
          first.slice(start.column - 1),
          ...lines.slice(start.line, end.line - 1),
          last.slice(0, end.column - 1),
        ].join('\n');
  const before = first.slice(0, start.column - 1).trimStart();
  const after = last.slice(end.column - 1).trimEnd();
  const [from, to] = excerpts(squash(original), squash(replacement));
  return `${file} | ${before.slice(-50)}«${from} → ${to}»${after.slice(0, 30)}`;
}

function squash(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Both texts, and of long ones the part in which they begin to differ. */
function excerpts(original: string, replacement: string): readonly [string, string] {
  const letters = [...original];
  const same = letters.findIndex((letter, index) => letter !== replacement[index]);
  const start = original.length > 60 ? Math.max(0, same - 20) : 0;
  const cut = (text: string) => {
    const end = start + 60;
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
  };
  return [cut(original), cut(replacement)];
}

/**
 * The changed lines of each file in a diff without context, as Stryker takes them: `file:first-last`.
 *
 * @param diff the output of `git diff --unified=0`
 */
export function changedRanges(diff: string): readonly { file: string; range: string }[] {
  let file = '';
  return diff.split('\n').flatMap((line) => {
    if (line.startsWith('+++ ')) file = line.replace(/^\+\+\+ (?:b\/)?/, '');
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    // Lines were only removed.
    if (first === undefined || count === '0') return [];
    return [{ file, range: `${file}:${first}-${Number(first) + Number(count) - 1}` }];
  });
}
