import { createServer } from 'node:http';
import { createHandler, type EmulatorOptions, type Handler } from './handler.ts';
import { createNodeListener } from './node-listener.ts';

export interface Emulator extends Handler {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Starts an emulator on a loopback port; port 0 means any free one. Emulators in one process share
 * nothing. Rejects if the port is in use.
 */
export async function createEmulator(
  options: EmulatorOptions & { port?: number } = {},
): Promise<Emulator> {
  const handler = createHandler(options);
  const server = createServer(createNodeListener(handler));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The emulator has no port.');
  }
  return {
    ...handler,
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
