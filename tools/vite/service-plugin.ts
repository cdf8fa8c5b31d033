import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import {
  EMULATOR_PROJECT_ID,
  EMULATOR_PUBLIC_TOKEN,
} from '../../packages/stytch-emulator/emulated-project.ts';
import type { Handler } from '../../packages/stytch-emulator/handler.ts';
import type { Service } from '../../server/app.ts';
import { readDatabaseSettings } from '../../server/database/settings.ts';
import type { Provider } from '../../server/identity/provider.ts';
import { readSettings } from '../../server/settings.ts';

interface ServicePluginOptions {
  /** The environment; see `server/settings.ts`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the emulator that is the provider; `null` when the provider itself is. */
  readonly emulator: () => Handler | null;
}

/** What the plugin offers to those who start a server in their own process. */
export interface ServicePluginApi {
  /** The service of the server that was started last; `null` when a setting is missing. */
  readonly service: () => Service | null;
}

/**
 * Mounts the service in Vite's development server, on the page's own origin. The preview server serves the whole build
 * as `npm run serve` does: with its headers, compressed, and 404 for a missing file.
 */
export function servicePlugin({ env, emulator }: ServicePluginOptions): Plugin<ServicePluginApi> {
  let latest: Service | null = null;
  const startFor = async (server: ViteDevServer | PreviewServer) => {
    const complain = ({ message }: Error) =>
      server.config.logger.error(`The policies service does not run. ${message}`);
    // A line for each request would hide what a developer looks for.
    const log = (line: string) => {
      if (line.includes('"error"')) server.config.logger.error(line);
    };
    const service = await start(env, emulator(), log).catch(complain);
    latest = service ?? null;
    if (!service) return null;
    service.ready.catch(complain);
    server.httpServer?.once('close', () => {
      service.endStreams();
      service.close().catch(() => undefined);
    });
    return service;
  };
  return {
    name: 'charter:service',
    api: { service: () => latest },
    async configureServer(server) {
      const service = await startFor(server);
      if (service === null) return;
      const listener = listenerOf(service.app.fetch);
      server.middlewares.use((incoming, outgoing, next) => {
        if (/^\/api(?:[/?]|$)/.test(incoming.url ?? '')) listener(incoming, outgoing).catch(next);
        else next();
      });
    },
    async configurePreviewServer(server) {
      const { root, build } = server.config;
      const service = (await startFor(server))?.app ?? { fetch: notRunning };
      const { createSite } = await import('../../server/site.ts');
      const listener = listenerOf(createSite(resolve(root, build.outDir), service).fetch);
      server.middlewares.use((incoming, outgoing, next) => {
        listener(incoming, outgoing).catch(next);
      });
    },
  };
}

const listenerOf = (fetch: Parameters<typeof getRequestListener>[0]) =>
  getRequestListener(fetch, { overrideGlobalObjects: false });

const notRunning = () => new Response('The policies service does not run.', { status: 503 });

async function start(
  env: ServicePluginOptions['env'],
  emulator: Handler | null,
  log: (line: string) => void,
): Promise<Service> {
  // A build does not load it.
  const { createService } = await import('../../server/app.ts');
  const provider =
    emulator === null
      ? readSettings({ SITE_ORIGIN: 'http://localhost:5173', ...env }).provider
      : emulatedProvider(emulator);
  // Vite's preview sets the environment of production, and is for trials.
  const database = readDatabaseSettings({ ...env, NODE_ENV: undefined });
  return createService({ database, provider, log });
}

/** The emulator as the provider of the service, without a network between them. */
export function emulatedProvider({ fetch: respond, store }: Handler): Provider {
  return {
    publicToken: EMULATOR_PUBLIC_TOKEN,
    projectId: EMULATOR_PROJECT_ID,
    origin: 'http://localhost',
    site: 'http://localhost',
    fetch: respond,
    now: store.clock.now,
    maxAge: 1_000,
  };
}
