import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveSourceMaps } from '#tools/source-maps.ts';

const folder = mkdtempSync(join(tmpdir(), 'charter-source-maps-'));
const dist = join(folder, 'dist');
const maps = join(folder, 'maps');

const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/main.js"></script>');
  writeFileSync(
    join(folder, 'main.js'),
    'import("./late.js").then(({ late }) => console.log(late));',
  );
  writeFileSync(join(folder, 'late.js'), 'export const late = "late";');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { sourcemap: 'hidden' },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('moves every source map out of the build, with a copy of its script [R19.7]', () => {
  const before = filesOf(dist);
  const built = before.filter((path) => path.endsWith('.map'));
  expect(built.length).toBeGreaterThan(1);
  expect(moveSourceMaps(dist, maps)).toBe(built.length);
  expect(filesOf(dist)).toEqual(before.filter((path) => !path.endsWith('.map')));
  expect(filesOf(maps).sort()).toEqual(
    built.flatMap((path) => [path.replace(/\.map$/, ''), path]).sort(),
  );
  for (const path of filesOf(dist)) {
    expect(readFileSync(join(dist, path), 'utf8'), path).not.toContain('sourceMappingURL');
  }
});

it('leaves nothing of an earlier build behind', () => {
  writeFileSync(join(maps, 'old.js.map'), '{}');
  expect(moveSourceMaps(dist, maps)).toBe(0);
  expect(() => readdirSync(maps)).toThrow('ENOENT');
});
