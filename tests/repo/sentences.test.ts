import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryFiles } from './support/repository-files.ts';

/** Writes an inserted value as `{}`, and joins a sentence that is in several strings. */
const comparable = (text: string) =>
  text
    .replaceAll("\\'", "'")
    .replace(/\$\{[^{}]+\}|\{[\w ]+\}/g, '{}')
    .replace(/',\s*'/g, '')
    .replace(/\s+/g, ' ');

it('the product has each sentence that docs/requirements.md quotes', () => {
  const paths = repositoryFiles('src', 'machines', 'chart', 'server', 'packages');
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !path.includes('/tests/'));
  const source = comparable(sources.map((path) => readFileSync(path, 'utf8')).join('\n'));
  const rows = readFileSync('docs/requirements.md', 'utf8').matchAll(
    /^- \*\*(R\d+\.\d+)\*\* .*$/gm,
  );
  const quoted = [...rows].flatMap(([row, id]) =>
    [...row.matchAll(/"([^"]+)"/g)].map(([, text = '']) => `${id} ${text}`),
  );
  expect(quoted.length).toBeGreaterThan(60);
  const isShown = (each: string) => source.includes(comparable(each.slice(each.indexOf(' ') + 1)));
  expect(quoted.filter((each) => !isShown(each))).toEqual([]);
});
