import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createHandler, type Handler, isEmulatorPath } from '#emulator/handler.ts';
import { createNodeListener } from '#emulator/node-listener.ts';
import { CACHE_RULES } from '../vite/host-files.ts';
import { securityHeaders } from '../vite/security-headers.ts';
import type { ApiResponse, Site } from './sites.ts';

/** Milliseconds that the provider takes for a response. */
export const API_DELAY = 150;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The bytes that a script or another file takes on the wire. */
export interface FileSize {
  readonly gzip: number;
  readonly brotli: number;
}

interface File {
  readonly type: string;
  readonly gzip: Buffer;
}

export interface SiteServer {
  readonly origin: string;
  /** The emulator behind this site. */
  readonly emulator: Handler;
  /** The sizes of its files, by path. */
  readonly sizes: ReadonlyMap<string, FileSize>;
  close(): void;
}

/**
 * Serves a build and its provider on a free port of this machine. Every site is served in the same way: all text
 * with gzip -9, hashed files forever, the security headers of the product, and the provider on the same origin.
 *
 * @param folder the build
 * @param options `delay`: milliseconds before each response of the provider
 */
export async function serveSite(
  site: Site,
  folder: string,
  { delay }: { readonly delay: number },
): Promise<SiteServer> {
  const { files, sizes } = readFiles(folder);
  const emulator = createHandler();
  const listener = createNodeListener({
    ...emulator,
    async fetch(request) {
      if (new URL(request.url).pathname.startsWith('/sdk/')) await wait(delay);
      return emulator.fetch(request);
    },
  });
  // The styles of the peers are inline, which the product's policy does not allow.
  const headers = site.page === null ? securityHeaders({ provider: [], collectors: [] }) : {};

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const api = site.api?.[pathname];
    if (api !== undefined) {
      wait(delay).then(() => sendJson(response, api));
      return;
    }
    if (isEmulatorPath(pathname)) {
      listener(request, response);
      return;
    }
    const isHashed = pathname.startsWith('/assets/');
    const file = files.get(pathname) ?? (isHashed ? undefined : files.get('/index.html'));
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      ...headers,
      'content-type': file.type,
      'content-encoding': 'gzip',
      'cache-control': isHashed ? CACHE_RULES.hashed : CACHE_RULES.other,
    });
    response.end(file.gzip);
  });
  await new Promise<void>((started) => {
    server.listen(0, '127.0.0.1', started);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    emulator,
    sizes,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendJson(response: ServerResponse, { status, body }: ApiResponse): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function readFiles(folder: string) {
  const files = new Map<string, File>();
  const sizes = new Map<string, FileSize>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    const type = TYPES[extname(name)];
    if (type === undefined || !statSync(file).isFile()) continue;
    const content = readFileSync(file);
    const gzip = gzipSync(content, { level: 9 });
    files.set(`/${name}`, { type, gzip });
    sizes.set(`/${name}`, { gzip: gzip.length, brotli: brotliCompressSync(content).length });
  }
  return { files, sizes };
}
