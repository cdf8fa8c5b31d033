import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { emulatorPlugin } from '#emulator/vite-plugin.ts';

let emulator: Emulator;
let vite: ViteDevServer;

beforeAll(async () => {
  emulator = await createEmulator();
  vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('./support', import.meta.url)),
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: '127.0.0.1', ws: false, watch: null },
    plugins: [emulatorPlugin({ log: () => {} })],
  });
  await vite.listen();
});
afterAll(async () => {
  await emulator.close();
  await vite.close();
});

/** Sends a request target as it is: `fetch` would normalize it first. */
function rawGet(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      ),
    );
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}

function vitePort(): number {
  const address = vite.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('Vite did not get a port.');
  return address.port;
}

test.each([
  ['the stand-alone server', () => emulator.port],
  ["Vite's development server", vitePort],
])('%s responds to a malformed request target with an error of the provider', async (_, port) => {
  for (const [target, status, errorType] of [
    ['//', 404, 'route_not_found'],
    ['///', 404, 'route_not_found'],
    ['//localhost:x', 404, 'route_not_found'],
    ['/\\', 400, 'bad_request'],
  ] as const) {
    const response = await rawGet(port(), target);
    expect(response, target).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toContain(`"error_type":"${errorType}"`);
    expect(response).not.toContain('at new URL');
  }
});
