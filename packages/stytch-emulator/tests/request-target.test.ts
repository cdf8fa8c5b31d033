import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../server.ts';
import { isEmulatorRequest } from '../vite-plugin.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator();
});
afterAll(() => emulator.close());

/** Sends a request target as it is: `fetch` would normalize it first. */
function rawGet(target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(emulator.port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}

test.each([
  ['//', '404', 'route_not_found'],
  ['//localhost:x', '404', 'route_not_found'],
  ['/\\', '400', 'bad_request'],
])('%s is answered with an error of the provider, also in Vite', async (target, status, type) => {
  const response = await rawGet(target);
  expect(response).toContain(`HTTP/1.1 ${status} `);
  expect(response).toContain(`"error_type":"${type}"`);
  expect(response).not.toContain('at new URL');
  expect(isEmulatorRequest(target)).toBe(true);
});
