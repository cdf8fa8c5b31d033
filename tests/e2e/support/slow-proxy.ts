import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of the site that answers late or never, which Playwright's routes do not do for a navigation. */
export interface SlowProxy {
  readonly origin: string;
  /** Never answers requests for a file again. Resolves when one was sent. */
  hold(file: RegExp): Promise<void>;
  /** Answers requests for a file after a number of milliseconds. */
  delay(file: RegExp, milliseconds: number): void;
  stop(): void;
}

/** Starts a proxy of the site at an origin. */
export async function startSlowProxy(site: string): Promise<SlowProxy> {
  const held: { readonly file: RegExp; readonly onRequest: () => void }[] = [];
  const delayed: { readonly file: RegExp; readonly milliseconds: number }[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url: path = '', method, headers } = incoming;
    const hold = held.find(({ file }) => file.test(path));
    if (hold !== undefined) {
      hold.onRequest();
      return;
    }
    const forwarded = request(new URL(path, site), { method, headers }, (response) => {
      const milliseconds = delayed.find(({ file }) => file.test(path))?.milliseconds ?? 0;
      setTimeout(() => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      }, milliseconds);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    hold: (file) => new Promise((resolve) => held.push({ file, onRequest: resolve })),
    delay: (file, milliseconds) => delayed.push({ file, milliseconds }),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
