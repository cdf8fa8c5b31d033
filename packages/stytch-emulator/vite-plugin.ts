import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { createHandler, type EmulatorOptions, isEmulatorPath } from './handler.ts';
import { createNodeListener } from './node-listener.ts';
import { startupBanner } from './startup-banner.ts';

/**
 * Whether the emulator responds to a request target. It responds also to one such as `//`, which Vite cannot parse
 * either.
 */
export function isEmulatorTarget(target: string): boolean {
  const base = 'http://localhost';
  return !URL.canParse(target, base) || isEmulatorPath(new URL(target, base).pathname);
}

/**
 * Mounts the emulator in Vite's development and preview servers, on the app's own origin and before
 * Vite's own middleware. Prints the seeded accounts once, and each code and link when it is sent.
 */
export function emulatorPlugin(options: EmulatorOptions = {}): Plugin {
  const mount = (server: ViteDevServer | PreviewServer) => {
    const print = (line: string) => server.config.logger.info(line);
    const listener = createNodeListener(createHandler({ log: print, hasApp: true, ...options }));
    const middleware: Connect.NextHandleFunction = (incoming, outgoing, next) => {
      if (isEmulatorTarget(incoming.url ?? '/')) listener(incoming, outgoing).catch(next);
      else next();
    };
    server.middlewares.use(middleware);
    server.httpServer?.once('listening', () => {
      const address = server.httpServer?.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      print(startupBanner(`http://localhost:${port ?? ''}`, options));
    });
  };
  return {
    name: 'stytch-emulator',
    configureServer: mount,
    configurePreviewServer: mount,
  };
}
