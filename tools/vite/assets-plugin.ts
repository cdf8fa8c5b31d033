import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The files that are compressed, by file extension. */
const EXTENSIONS = ['.css', '.js'];

/** The smallest file that is compressed, in bytes. */
const MIN_SIZE = 1_024;

/** Writes a `.br` and a `.gz` file beside every script and style sheet of a build, for hosts that serve them (R19.4). */
export function assetsPlugin(): Plugin {
  let outDir = '';
  return {
    name: 'charter:assets',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      if (!existsSync(outDir)) return;
      for (const path of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        const file = join(outDir, path);
        if (EXTENSIONS.includes(extname(path)) && statSync(file).size >= MIN_SIZE) compress(file);
      }
    },
  };
}

function compress(file: string): void {
  const content = readFileSync(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
