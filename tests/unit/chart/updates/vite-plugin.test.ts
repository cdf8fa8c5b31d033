import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartPlugin } from '#chart/vite-plugin.ts';

const FOLDER = 'test-results/changed-machine';
/** The example of the README. */
const MACHINE = resolve(FOLDER, 'door.config.ts');
const PAGE = '/chart/page/chart-page.tsx';

let server: ViteDevServer;

beforeEach(async () => {
  const [, source = ''] =
    /```ts\n([\s\S]+?)```/.exec(readFileSync('chart/README.md', 'utf8')) ?? [];
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(MACHINE, source.replace("'door.config.ts'", `'${FOLDER}/door.config.ts'`));
  server = await createServer({
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: [chartPlugin({ config: `${FOLDER}/door.config.ts`, machineFiles: /door/ })],
  });
});
afterEach(async () => {
  await server.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** Opens the chart's page, changes the machine and returns the messages to the page. */
async function afterChange(change: (source: string) => string) {
  const { client } = server.environments;
  await client.transformRequest(PAGE);
  const before = await client.transformRequest('virtual:charter/chart');
  const send = vi.spyOn(client.hot, 'send');
  writeFileSync(MACHINE, change(readFileSync(MACHINE, 'utf8')));
  server.watcher.emit('change', MACHINE);
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), 10_000);
  // An update follows the first message in the same turn.
  await new Promise((done) => setTimeout(done, 50));
  const messages: unknown[][] = send.mock.calls;
  return { before, messages, client };
}

test('a change of the machine is sent to the chart, which loads it again, and reloads no page', async () => {
  const { before, messages, client } = await afterChange((source) =>
    source.replace("push: 'closed'", "push: 'closed', slam: 'closed'"),
  );
  const [changes, update] = messages;
  expect(changes?.[0]).toBe('charter:machine');
  expect(JSON.stringify(changes?.[1])).toContain('open | slam | 0');
  expect(update?.[0]).toMatchObject({
    type: 'update',
    updates: [
      {
        type: 'js-update',
        path: PAGE,
        acceptedPath: expect.stringContaining('virtual:charter/chart'),
      },
    ],
  });
  expect(JSON.stringify(messages)).not.toContain('full-reload');
  const after = await client.transformRequest('virtual:charter/chart');
  expect(before?.code).toContain('fingerprint');
  expect(after?.code).not.toBe(before?.code);
  // The page loads the files of the machine again, not those it has.
  expect(after?.code).toMatch(/door\.config\.ts\?t=\d+/);
}, 60_000);

test('the page receives the reason why a machine cannot be loaded, and keeps the one it has', async () => {
  const { messages } = await afterChange((source) => source.replace('createMachine({', 'create({'));
  expect(messages).toEqual([
    ['charter:machine', { problem: expect.stringContaining('create is not defined') }],
  ]);
}, 60_000);

test('a page without a chart reloads itself', async () => {
  const { client } = server.environments;
  const script = await client.transformRequest('virtual:charter/reload');
  expect(script?.code).toContain('location.reload()');
  const html = await server.transformIndexHtml('/', '<html><head></head></html>');
  expect(html).toContain('src="/@id/virtual:charter/reload"');
}, 60_000);
