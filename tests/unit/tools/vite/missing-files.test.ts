import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type InlineConfig, preview } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { assetsPlugin } from '#tools/vite/assets-plugin.ts';

const root = mkdtempSync(join(tmpdir(), 'missing-files-'));
mkdirSync(join(root, 'dist/assets'), { recursive: true });
for (const file of ['index.html', 'dist/index.html']) writeFileSync(join(root, file), '<p>page');
writeFileSync(join(root, 'dist/assets/a-00000000.js'), 'export {};');
afterAll(() => rmSync(root, { recursive: true }));

const config: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'silent',
  plugins: [assetsPlugin()],
};
const servers = {
  development: async () => (await createServer(config)).listen(0),
  preview: () => preview({ ...config, preview: { port: 0 } }),
};

it.each(Object.entries(servers))(
  'the %s server answers a missing file with 404, never the document [R19.5]',
  async (_, start) => {
    const server = await start();
    const origin = server.resolvedUrls?.local[0] ?? '';
    const ask = async (path: string) => {
      const response = await fetch(origin + path, { headers: { accept: 'text/html' } });
      return [response.status, await response.text()];
    };
    expect(await ask('assets/b-00000000.js')).toEqual([404, 'Not found.']);
    expect(await ask('policies')).toEqual([200, expect.stringContaining('<p>page')]);
    await server.close();
  },
);
