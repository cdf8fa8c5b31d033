import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cachedText } from '#chart/layout/cache.ts';

let root = '';
let computed = 0;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'charter-cache-'));
  computed = 0;
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

function compute(isCacheable = true): Promise<string> {
  const files = ['machine.ts', 'layout.ts'].map((name) => join(root, name));
  return cachedText({ root, files }, async () => {
    computed += 1;
    return { text: JSON.stringify({ computed }), isCacheable };
  });
}

test('computes a text once while its sources do not change', async () => {
  expect(await compute()).toBe('{"computed":1}');
  expect(await compute()).toBe('{"computed":1}');
});

test.each(['machine.ts', 'layout.ts', 'package-lock.json'])(
  'computes again after %s changes, and finds the entry when the change is undone',
  async (name) => {
    const before =
      name === 'package-lock.json' ? '{}' : name === 'machine.ts' ? 'one' : 'spacing = 20';
    expect(await compute()).toBe('{"computed":1}');
    write(name, `${before} changed`);
    expect(await compute()).toBe('{"computed":2}');
    write(name, before);
    expect(await compute()).toBe('{"computed":1}');
  },
);

test('ignores an incomplete entry, and does not keep what is not cacheable', async () => {
  expect(await compute(false)).toBe('{"computed":1}');
  expect(await compute()).toBe('{"computed":2}');
  const folder = join(root, 'node_modules/.cache/charter-chart');
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"computed":');
  expect(await compute()).toBe('{"computed":3}');
});

test('keeps the most recent cache entries', async () => {
  for (let round = 0; round < 12; round += 1) {
    write('machine.ts', String(round));
    await compute();
  }
  expect(readdirSync(join(root, 'node_modules/.cache/charter-chart'))).toHaveLength(8);
});
