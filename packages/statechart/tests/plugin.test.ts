import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { statechartPlugin } from '../plugin/vite-plugin.ts';

test('a change to any module of the machine redraws it and reloads the page; any other change does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const server = await createServer({
    root: folder,
    configFile: false,
    // That of the repository belongs to `npm start`.
    cacheDir: '.vite',
    logLevel: 'silent',
    resolve: { alias: { '@': folder } },
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [statechartPlugin({ config: 'machine.ts' })],
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    server.watcher.emit('change', join(folder, name));
  };
  const { client } = server.environments;
  const load = async () => (await client.transformRequest('virtual:statechart'))?.code;
  write('machine.ts', `export { machine } from '@/door.ts';`);
  const door = (initial: string) => `import { createMachine } from 'xstate';
export const machine = createMachine({ id: 'door', initial: '${initial}', states: { ${initial}: {} } });`;
  write('door.ts', door('open'));
  expect(await load()).toContain('open');
  const send = vi.spyOn(client.hot, 'send');
  write('other.ts', '');
  write('door.ts', door('shut'));
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: 'full-reload' }));
  expect(send).toHaveBeenCalledOnce();
  expect(await load()).toContain('shut');
});
