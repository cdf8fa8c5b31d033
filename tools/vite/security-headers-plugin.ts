import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { headersFile, nginxSnippet, securityHeaders } from './security-headers.ts';

/** The paths of the emulator, which sets its own headers. */
const EMULATOR_PATHS = /^\/(?:_emulator|v1|sdk)(?:\/|$|\?)/;

/**
 * Adds the production headers to the preview server, and writes them as files next to a build.
 *
 * @param options `emulated`: whether the emulator is the provider; `collectors`: the origins of telemetry
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
