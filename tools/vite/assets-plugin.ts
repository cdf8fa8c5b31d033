import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { CACHE_RULES } from './host-files.ts';

/** The media types of the files that are compressed, by file extension. */
const TYPES: Record<string, string> = {
  '.css': 'text/css;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
};

/** The smallest file that is compressed, in bytes. */
const MIN_SIZE = 1_024;

/**
 * Writes a `.br` and a `.gz` file beside every script and style sheet of a build, for hosts that serve compressed
 * files. The preview server answers below `/assets/` as a host does, so that a measurement sees what a host would send:
 * compressed, to be kept forever, and 404 for a missing file (R19.5).
 *
 * vite-plugin-compression2 would replace only the dozen lines that write the files: it leaves the preview as it is.
 */
export function assetsPlugin(): Plugin {
  let outDir = '';
  return {
    name: 'charter:assets',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '', 'http://localhost');
        if (!pathname.startsWith('/assets/')) return next();
        const file = join(outDir, pathname);
        if (!existsSync(file) || !statSync(file).isFile()) return notFound(response);
        response.setHeader('cache-control', CACHE_RULES.hashed);
        const type = TYPES[extname(pathname)];
        const accepts = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
        if (!accepts || type === undefined || !existsSync(`${file}.br`)) return next();
        response.setHeader('content-type', type);
        response.setHeader('content-encoding', 'br');
        response.setHeader('vary', 'accept-encoding');
        response.end(readFileSync(`${file}.br`));
      });
    },
    closeBundle() {
      if (outDir === '' || this.environment?.mode === 'dev' || !existsSync(outDir)) return;
      for (const path of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        const file = join(outDir, path);
        if (TYPES[extname(path)] !== undefined && statSync(file).size >= MIN_SIZE) compress(file);
      }
    },
  };
}

function notFound(response: ServerResponse): void {
  response
    .writeHead(404, { 'content-type': 'text/plain', 'cache-control': CACHE_RULES.other })
    .end('Not found.');
}

function compress(file: string): void {
  const content = readFileSync(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
