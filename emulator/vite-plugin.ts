import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { createHandler, type EmulatorOptions, isEmulatorPath } from './handler.ts';
import { createNodeListener } from './node-listener.ts';
import { startupBanner } from './startup-banner.ts';

/**
 * Mounts the emulator in Vite's dev and preview servers, ahead of Vite's own middleware and on the
 * app's own origin. Prints the seeded people once, and every code or link it mails.
 */
export function emulatorPlugin(options: EmulatorOptions = {}): Plugin {
  const mount = (server: ViteDevServer | PreviewServer) => {
    const print = (line: string) => server.config.logger.info(line);
    const listener = createNodeListener(createHandler({ log: print, ...options }));
    const middleware: Connect.NextHandleFunction = (incoming, outgoing, next) => {
      const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
      if (isEmulatorPath(pathname)) listener(incoming, outgoing).catch(next);
      else next();
    };
    server.middlewares.use(middleware);
    server.httpServer?.once('listening', () => {
      const address = server.httpServer?.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      print(startupBanner(`http://localhost:${port ?? ''}`));
    });
  };
  return {
    name: 'charter:emulator',
    configureServer: mount,
    configurePreviewServer: mount,
  };
}
