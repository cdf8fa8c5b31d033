import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a build with VITE_CHART=off holds no chart, and its route says so [R2.4]', {
  timeout: 120_000,
}, async () => {
  vi.stubEnv('VITE_CHART', 'off');
  const folder = mkdtempSync(join(tmpdir(), 'charter-'));
  const outDir = join(folder, 'dist');
  await build({ mode: 'emulator', logLevel: 'silent', build: { outDir, emptyOutDir: true } });
  const assets = join(outDir, 'assets');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const texts = names.map((name) => readFileSync(join(assets, name), 'utf8'));
  rmSync(folder, { recursive: true });
  expect(names.filter((name) => name.startsWith('chart-page'))).toEqual([]);
  expect(texts.some((text) => text.includes('was made without the statechart'))).toBe(true);
  expect(texts.filter((text) => text.includes('charter:chart'))).toEqual([]);
});
