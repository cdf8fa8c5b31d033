import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cachedText } from '#chart/layout/cache.ts';

let root = '';
let made = 0;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'charter-cache-'));
  made = 0;
  write('machine.ts', 'one');
  write('layout.ts', 'spacing = 20');
  write('package-lock.json', '{}');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(root, name), text);
}

function make(isCacheable = true): Promise<string> {
  const files = ['machine.ts', 'layout.ts'].map((name) => join(root, name));
  return cachedText({ root, files }, async () => {
    made += 1;
    return { text: JSON.stringify({ made }), isCacheable };
  });
}

test('what nothing changed of is made once', async () => {
  expect(await make()).toBe('{"made":1}');
  expect(await make()).toBe('{"made":1}');
});

test.each(['machine.ts', 'layout.ts', 'package-lock.json'])(
  'a change of %s makes it anew, and taking it back finds it again',
  async (name) => {
    const before =
      name === 'package-lock.json' ? '{}' : name === 'machine.ts' ? 'one' : 'spacing = 20';
    expect(await make()).toBe('{"made":1}');
    write(name, `${before} changed`);
    expect(await make()).toBe('{"made":2}');
    write(name, before);
    expect(await make()).toBe('{"made":1}');
  },
);

test('what is half written is made anew, and what failed is not kept', async () => {
  expect(await make(false)).toBe('{"made":1}');
  expect(await make()).toBe('{"made":2}');
  const folder = join(root, 'node_modules/.cache/charter-chart');
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"made":');
  expect(await make()).toBe('{"made":3}');
});

test('only the last few are kept', async () => {
  for (let round = 0; round < 12; round += 1) {
    write('machine.ts', String(round));
    await make();
  }
  expect(readdirSync(join(root, 'node_modules/.cache/charter-chart'))).toHaveLength(8);
});
