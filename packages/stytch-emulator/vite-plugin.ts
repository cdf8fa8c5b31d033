import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { createHandler, type EmulatorOptions, type Handler } from './handler.ts';
import { createNodeListener } from './node-listener.ts';
import { startupBanner } from './startup-banner.ts';

/** Whether the emulator responds to a request target; all others belong to the app. */
function isEmulatorRequest(target: string): boolean {
  return /^\/(sdk\/v1|v1\/b2b|v1\/public|_emulator)([/?]|$)/.test(target);
}

/**
 * Mounts the emulator in Vite's development and preview servers, on the app's own origin and before
 * Vite's own middleware. Prints the seeded accounts once, and each code and link when it is sent.
 *
 * @param options `onCreate` receives the emulator of a server when the server is configured
 */
export function emulatorPlugin({
  onCreate,
  ...options
}: EmulatorOptions & { onCreate?: (emulator: Handler) => void } = {}): Plugin {
  const mount = (server: ViteDevServer | PreviewServer) => {
    const print = (line: string) => server.config.logger.info(line);
    const handler = createHandler({ log: print, hasApp: true, ...options });
    onCreate?.(handler);
    const listener = createNodeListener(handler);
    const middleware: Connect.NextHandleFunction = (incoming, outgoing, next) => {
      if (isEmulatorRequest(incoming.url ?? '/')) listener(incoming, outgoing).catch(next);
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
