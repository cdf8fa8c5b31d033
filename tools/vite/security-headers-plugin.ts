import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { headersFile, nginxSnippet, securityHeaders } from './security-headers.ts';

/** Answers of the emulator, which brings headers of its own. */
const EMULATOR_PATHS = /^\/(?:_emulator|v1|sdk)(?:\/|$|\?)/;

/**
 * Serves the preview with the production headers, and writes them beside a build for real hosts.
 *
 * @param options `emulated`: whether the provider is this origin itself; `collectors`: where telemetry goes
 */
export function securityHeadersPlugin(options: {
  emulated: boolean;
  collectors: readonly string[];
}): Plugin {
  const headers = securityHeaders(options);
  let outDir = '';
  return {
    name: 'charter:security-headers',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!EMULATOR_PATHS.test(request.url ?? '')) {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        }
        next();
      });
    },
    async closeBundle() {
      if (outDir === '' || this.environment?.mode === 'dev') return;
      await writeFile(join(outDir, '_headers'), headersFile(headers));
      await writeFile(join(outDir, 'nginx-headers.conf'), nginxSnippet(headers));
    },
  };
}
