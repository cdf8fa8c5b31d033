import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { areaOf, areas, filesOf, LEFT_TO_BROWSER_TESTS, shardOf } from './areas.ts';
import { recordsSchema, renderSourceMutants } from './document.ts';
import { changedRanges, nameOf } from './mutant-names.ts';
import { FASTEST_FIRST } from './vitest.config.ts';

describe('areas', () => {
  it('has files and tests that exist, and each file in one area', () => {
    for (const area of areas) {
      expect(filesOf(area).length, area.name).toBeGreaterThan(0);
      expect(area.tests.filter((path) => !existsSync(path))).toEqual([]);
    }
    const files = areas.flatMap(filesOf);
    expect(new Set(files).size).toBe(files.length);
    expect(Object.keys(LEFT_TO_BROWSER_TESTS).filter((file) => !existsSync(file))).toEqual([]);
  });

  it('run every unit test of the machine against its mutants', () => {
    const folder = 'tests/unit/machines';
    const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`);
    expect(tests.filter((file) => !FASTEST_FIRST.includes(file))).toEqual([]);
  });

  it('gives a file to the innermost area', () => {
    expect(areaOf('machines/auth/states/signed-in.ts')?.name).toBe('machines/auth/states');
    expect(areaOf('src/stytch/callback.ts')?.name).toBe('src/stytch');
    expect(areaOf('src/app/core.ts')).toBeUndefined();
    expect(areaOf('src/ui/button.tsx')).toBeUndefined();
  });

  it('has every area in one of the shards', () => {
    const shards = [1, 2, 3].map((index) => shardOf(index, 3));
    expect(new Set(shards.flat())).toEqual(new Set(areas));
    expect(shards.flat()).toHaveLength(areas.length);
  });
});

describe('the name of a mutant', () => {
  const source = 'const one = 1;\nif (one > 1) {\n  leave();\n}\n';
  it.each([
    ['one line', 2, 5, 2, 12, 'true', 'a.ts | if («one > 1 → true») {'],
    ['several lines', 2, 14, 4, 2, '{}', 'a.ts | if (one > 1) «{ leave(); } → {}»'],
  ])('shows what is replaced on %s', (_, line, column, endLine, endColumn, replacement, name) => {
    const location = { start: { line, column }, end: { line: endLine, column: endColumn } };
    expect(nameOf({ file: 'a.ts', source, location, replacement })).toBe(name);
  });
});

it('reads the lines that a change adds or replaces, of each file', () => {
  const diff = `--- a/src/a.ts
+++ b/src/a.ts
@@ -3 +3 @@ function
@@ -8,2 +7,0 @@
@@ -20,0 +18,4 @@
--- /dev/null
+++ b/src/b.ts
@@ -0,0 +1,2 @@`;
  expect(changedRanges(diff).map(({ range }) => range)).toEqual([
    'src/a.ts:3-3',
    'src/a.ts:18-21',
    'src/b.ts:1-2',
  ]);
});

it('docs/source-mutants.md is what the records say, and every survivor has a reason', () => {
  const text = readFileSync('tests/mutation/source-survivors.json', 'utf8');
  const records = v.parse(recordsSchema, JSON.parse(text));
  expect(readFileSync('docs/source-mutants.md', 'utf8')).toBe(renderSourceMutants(records));
  const reasons = Object.values(records).flatMap((record) => Object.values(record.reasons));
  expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
});
