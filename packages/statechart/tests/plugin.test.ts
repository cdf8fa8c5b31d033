import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { statechartPlugin } from '../plugin/vite-plugin.ts';

let folder: string;
let server: ViteDevServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [statechartPlugin({ config: 'machine.ts' })],
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  server.watcher.emit('change', join(folder, name));
};

test('a machine that could not be run is loaded again when any of its modules is corrected', async () => {
  const { client } = server.environments;
  const load = async () => (await client.transformRequest('virtual:statechart'))?.code;
  write('machine.ts', `export { machine } from './door.ts';`);
  write('door.ts', 'export const machine = ;');
  await expect(load()).rejects.toThrow('cannot be run');
  const send = vi.spyOn(client.hot, 'send');
  write(
    'door.ts',
    `import { createMachine } from 'xstate';
export const machine = createMachine({ id: 'door', initial: 'open', states: { open: {} } });`,
  );
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: 'full-reload' }));
  expect(await load()).toContain('door');
  send.mockClear();
  write('other.ts', '');
  await new Promise((done) => {
    setTimeout(done, 100);
  });
  expect(send).not.toHaveBeenCalled();
});
