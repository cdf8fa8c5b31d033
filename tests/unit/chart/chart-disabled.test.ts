import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a build for the real provider with VITE_CHART=off contains neither the chart nor its descriptions nor the emulator [R2.4, R19.2]', {
  timeout: 120_000,
}, async () => {
  vi.stubEnv('VITE_CHART', 'off');
  vi.stubEnv('VITE_STYTCH_PUBLIC_TOKEN', 'public-token-test-00000000-0000-4000-8000-000000000000');
  const folder = mkdtempSync(join(tmpdir(), 'charter-'));
  const outDir = join(folder, 'dist');
  // Minifying takes most of the time of a build, and changes no text.
  await build({ logLevel: 'silent', build: { outDir, emptyOutDir: true, minify: false } });
  const assets = join(outDir, 'assets');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const texts = names.map((name) => readFileSync(join(assets, name), 'utf8'));
  rmSync(folder, { recursive: true });
  expect(names.filter((name) => name.startsWith('chart-page'))).toEqual([]);
  expect(texts.some((text) => text.includes('was made without the statechart'))).toBe(true);
  expect(texts.filter((text) => text.includes('charter:chart'))).toEqual([]);
  expect(texts.filter((text) => text.includes('Authenticates a session cookie'))).toEqual([]);
  expect(texts.filter((text) => text.includes('_emulator'))).toEqual([]);
  expect(texts.filter((text) => text.includes(EMULATOR_PUBLIC_TOKEN))).toEqual([]);
});
