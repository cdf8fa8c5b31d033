import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statechartPlugin } from '../plugin/vite-plugin.ts';

const ROOT = resolve('test-results/statechart-plugin');
const machine = (state: string) =>
  `import { createMachine } from 'xstate';
export const machine = createMachine({ initial: '${state}', states: { ${state}: {} } });`;

let server: ViteDevServer;
let origin = '';

beforeAll(async () => {
  mkdirSync(ROOT, { recursive: true });
  writeFileSync(`${ROOT}/own.ts`, machine('own'));
  writeFileSync(`${ROOT}/other.ts`, machine('other'));
  writeFileSync(`${ROOT}/none.ts`, 'export const one = 1;');
  const plugins = [statechartPlugin({ config: 'own.ts' })];
  server = await createServer({
    ...{ configFile: false, root: ROOT, plugins, logLevel: 'silent', server: { port: 0 } },
  });
  await server.listen();
  origin = new URL(server.resolvedUrls?.local[0] ?? '').origin;
});

afterAll(async () => {
  await server.close();
  rmSync(ROOT, { recursive: true, force: true });
});

async function request(module: string, site = 'same-origin') {
  const headers = { 'sec-fetch-site': site };
  const response = await fetch(`${origin}/@id/virtual:statechart${module}`, { headers });
  return `${response.status} ${await response.text()}`;
}

test('in development, the server draws the configured machine, and any other module of the project', async () => {
  expect(await request('')).toMatch(/^200 [\s\S]*own/);
  expect(await request('?module=other.ts')).toMatch(/^200 [\s\S]*other/);
  expect(await request('?module=none.ts')).toMatch(/^500/);
  expect(await request('?module=..%2F..%2Fvite.config.ts')).toMatch(/^500/);
  expect(await request('?module=other.ts', 'cross-site')).toBe('403 ');
  expect(await request('?modul%65=other.ts', 'cross-site')).toBe('403 ');
}, 60_000);
