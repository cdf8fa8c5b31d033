import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { EmulatorClient } from './control/control-client.ts';
import { createHandler, type EmulatorOptions, type Handler, urlHost } from './handler.ts';
import { createNodeListener } from './node-listener.ts';

/** How an emulator listens. */
export interface ServerOptions extends EmulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Whether to listen with https and a certificate that it makes. */
  readonly https?: boolean | undefined;
}

/** A running emulator, with the calls of its control API. */
export interface Emulator extends Handler, EmulatorClient {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly port: number;
  /** The PEM certificate of https, which a client has to trust. */
  readonly certificate: string | null;
  close(): Promise<void>;
}

/** Starts to listen. Rejects if the port is in use. */
async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The emulator has no port.');
  return address.port;
}

/**
 * Starts an emulator. Emulators in one process share nothing, so that each worker of a test run has its own.
 *
 * @throws if the port is in use
 */
export async function createEmulator(options: ServerOptions = {}): Promise<Emulator> {
  const host = options.host ?? '127.0.0.1';
  const handler = createHandler(options);
  const listener = createNodeListener(handler);
  // The maker of certificates is loaded for https only, so that a start without it takes less time.
  const certificate =
    options.https === true
      ? (await import('./crypto/certificate.ts')).createCertificate(host)
      : null;
  const server =
    certificate === null ? createServer(listener) : createHttpsServer(certificate, listener);
  const port = await listen(server, options.port ?? 0, host);
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : urlHost(host);
  const origin = `${certificate === null ? 'http' : 'https'}://${name}:${port}`;
  const control = new EmulatorClient(origin, (url, init) => handler.fetch(new Request(url, init)));
  return Object.assign(control, handler, {
    origin,
    port,
    certificate: certificate?.cert ?? null,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  });
}
