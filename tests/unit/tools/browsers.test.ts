import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { buildTargets, oldestVersions } from '#tools/browsers/baseline.ts';
import { createBaselineLinter } from '#tools/browsers/check-baseline.ts';

const linter = createBaselineLinter();

/** Returns the lines of a file in `src` in which the linter finds something. */
async function linesWithFindings(name: string, lines: readonly string[]) {
  const [result] = await linter.lintText(lines.join('\n'), { filePath: `src/${name}` });
  return [...new Set(result?.messages.map(({ line }) => lines[line - 1]))];
}

describe('the check of the supported browsers [R19.10]', () => {
  it('finds what a supported browser does not have', async () => {
    const young = [
      "URL.canParse('/');",
      'Response.json({});',
      "URL.parse('/');",
      'AbortSignal.any([]);',
      "navigation.navigate('/');",
      'document.startViewTransition(() => undefined);',
      'new URLPattern();',
      'Promise.withResolvers();',
      'Object.groupBy([], () => 1);',
      'window.requestIdleCallback(() => undefined);',
    ];
    expect(await linesWithFindings('young.ts', young)).toEqual(young);
    const styles = ['a { interpolate-size: allow-keywords }', '@starting-style { a { top: 0 } }'];
    expect(await linesWithFindings('young.css', styles)).toEqual(styles);
  });

  it('accepts what every supported browser has', async () => {
    const old = [
      'AbortSignal.timeout(1);',
      'crypto.randomUUID();',
      'new Intl.Segmenter();',
      "new BroadcastChannel('name');",
      '[1].toReversed().findLast(Boolean);',
      '/(?<=a)b/;',
    ];
    expect(await linesWithFindings('old.ts', old)).toEqual([]);
    const styles = ['a:has(b) { color: color-mix(in srgb, red, blue); block-size: 1dvh }'];
    expect(await linesWithFindings('old.css', styles)).toEqual([]);
  });
});

describe('the supported browsers', () => {
  const versions = [...oldestVersions()];

  it('are what the build targets', () => {
    expect(buildTargets()).toHaveLength(versions.length);
    expect(buildTargets()).toContain('safari16.4');
  });

  it('are named by the sentence for older browsers and by the documents [R1.16]', () => {
    for (const file of ['index.html', 'README.md', 'docs/browsers.md']) {
      const text = readFileSync(file, 'utf8');
      for (const [, version] of versions) expect(text, file).toContain(` ${version}`);
    }
  });
});

describe('the table of docs/browsers.md', () => {
  const table = readFileSync('docs/browsers.md', 'utf8');

  it('names every journey in WebKit', () => {
    const source = readFileSync('tests/engines/webkit/journeys.spec.ts', 'utf8');
    const titles = [...source.matchAll(/test\(\s*'([^'[]+?)(?: \[[^']*)?'/g)].map(
      ([, title]) => title,
    );
    expect(titles.length).toBeGreaterThan(10);
    for (const title of titles) expect(table).toContain(`| ${title} |`);
  });

  it('names only files that Firefox runs, too', () => {
    const config = readFileSync('tests/engines/engines.config.ts', 'utf8');
    const patterns = [...config.matchAll(/'(e2e\/[^']+)'/g)].map(([, pattern = '']) => pattern);
    const files = [...table.matchAll(/`tests\/(e2e\/[^`]+\.spec\.ts)`(?!, only in Chromium)/g)];
    expect(files.length).toBeGreaterThan(10);
    for (const [, file = ''] of files) {
      expect(
        patterns.some((pattern) => matchesGlob(file, pattern)),
        file,
      ).toBe(true);
    }
  });
});

/** Whether a path matches a pattern with `*` and `{a,b}`. */
function matchesGlob(path: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[.]/g, '\\.')
    .replace(/\*/g, '[^/]*')
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${expression}$`).test(path);
}

describe('the table of the journeys in docs/browsers.md', () => {
  const titlesOf = (text: string) =>
    [...text.matchAll(/\btest\(\s*'(.+?)(?: \[R[^\]]+\])?'/g)].map(([, title]) => title);
  const rows = readFileSync('docs/browsers.md', 'utf8')
    .split('\n')
    .filter((line) => line.includes('| `tests/e2e/'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it('names every journey in WebKit, and no other', () => {
    const titles = titlesOf(readFileSync('tests/engines/webkit/journeys.spec.ts', 'utf8'));
    const named = rows.map((cells) => cells[3]).filter((cell) => cell !== 'not tested');
    expect(named.sort()).toEqual(titles.sort());
  });

  it('names only files that Firefox runs too', async () => {
    vi.stubEnv('TEST_WORKER_INDEX', '0');
    const { default: config } = await import('#tests/engines/engines.config.ts');
    const globs = [config.projects?.[0]?.testMatch ?? []].flat().map(String);
    const patterns = globs.map(
      (glob) =>
        new RegExp(
          `^tests/${glob.replaceAll('*', '[^/]*').replace(/\{(.+)\}/, (_, names: string) => `(${names.replaceAll(',', '|')})`)}$`,
        ),
    );
    const files = rows.flatMap((cells) =>
      [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
    );
    expect(files.length).toBeGreaterThan(12);
    expect(files.filter((file) => !patterns.some((pattern) => pattern.test(file)))).toEqual([]);
  });
});

it('the table of the fields in docs/browsers.md is what the screens have [R1.17]', () => {
  const folder = 'tests/e2e/screens/baselines/accessibility-tree';
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n'),
  );
  const fields = lines
    .filter((line) => line.startsWith('field: |'))
    .map((line) => `${line.slice('field: '.length)} |`);
  const rows = readFileSync('docs/browsers.md', 'utf8')
    .split('\n')
    .filter((line) => / \| (?:may fill|ignore) \|$/.test(line));
  expect([...new Set(fields)].sort()).toEqual(rows.sort());
});
