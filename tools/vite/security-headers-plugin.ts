import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { SecurityCheck } from '../../src/stytch/sdk/security-check-scripts.ts';
import { hostFiles } from './host-files.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Adds the production headers to the preview server, and writes the configuration of each host into a folder beside
 * the build: `dist-hosts` for `dist`.
 *
 * @param options `provider` and `collectors`: the origins of the provider and of telemetry; `checks`: the security
 *   checks that the build allows; `hasOwnHeaders`: whether a request of the preview server is answered by the emulator
 */
export function securityHeadersPlugin(options: {
  provider: readonly string[];
  collectors: readonly string[];
  checks: readonly SecurityCheck[];
  hasOwnHeaders: (target: string) => boolean;
}): Plugin {
  /** The headers allow what stands in the document of the build. */
  const builtHeaders = () =>
    securityHeaders({ ...options, document: readFileSync(join(outDir, 'index.html'), 'utf8') });
  let outDir = '';
  return {
    name: 'charter:security-headers',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    configurePreviewServer(server) {
      const headers = builtHeaders();
      server.middlewares.use((request, response, next) => {
        if (!options.hasOwnHeaders(request.url ?? '/')) {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        }
        next();
      });
    },
    async closeBundle() {
      // A build that has failed leaves no folder, and its own error is the one to show.
      if (outDir === '' || this.environment?.mode === 'dev' || !existsSync(join(outDir, 'assets')))
        return;
      const hashedFiles = (await readdir(join(outDir, 'assets')))
        .filter((name) => /\.(?:js|css)$/.test(name))
        .map((name) => `/assets/${name}`);
      await writeFiles(`${outDir}-hosts`, hostFiles({ headers: builtHeaders(), hashedFiles }));
    },
  };
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
