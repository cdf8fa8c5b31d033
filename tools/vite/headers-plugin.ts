import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { SecurityCheck } from '../../src/stytch/sdk/security-check-scripts.ts';
import { securityHeaders } from './security-headers.ts';

/** What a browser may keep: the names of hashed files change with their content; everything else is asked for again. */
export const CACHE_RULES = {
  hashed: 'public, max-age=31536000, immutable',
  other: 'no-cache',
} as const;

/**
 * Writes the headers of a build into a folder beside it, `dist-hosts` for `dist`: what serves the build sends them, and
 * a person who configures another host reads them there (R19.1).
 *
 * @param options `provider` and `collectors`: the origins of the provider and of telemetry; `checks`: the security
 *   checks that the build allows
 */
export function headersPlugin(options: {
  provider: readonly string[];
  collectors: readonly string[];
  checks: readonly SecurityCheck[];
}): Plugin {
  let outDir = '';
  return {
    name: 'charter:headers',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      // A build that has failed leaves no document, and its own error is the one to show.
      const index = join(outDir, 'index.html');
      if (!existsSync(index)) return;
      const security = securityHeaders({ ...options, document: readFileSync(index, 'utf8') });
      const headers = JSON.stringify({ security, cache: CACHE_RULES }, null, 2);
      await mkdir(`${outDir}-hosts`, { recursive: true });
      await writeFile(join(`${outDir}-hosts`, 'headers.json'), `${headers}\n`);
    },
  };
}
