import { test as base } from '@playwright/test';
import { type InlineConfig, type Plugin, preview } from 'vite';
import { EmulatorClient } from '#emulator/control/control-client.ts';
import type { ServicePluginApi } from '#tools/vite/service-plugin.ts';

/** The options that a test may set. */
export interface SiteOptions {
  /** Whether the pages load the code of the telemetry services. Without it they are faster, and nothing is sent. */
  readonly telemetry: boolean;
}

interface Fixtures extends SiteOptions {
  readonly emulator: EmulatorClient;
}

/** A served build. */
export interface Site {
  readonly origin: string;
  blocksTelemetry: boolean;
  /** Whether the product does not start, so that a click on the card is an early one. */
  blocksProduct: boolean;
  /** Whether a page has asked the service, whose database takes seconds to start. */
  hasAskedService: boolean;
  /** Removes what the tests before have written. */
  readonly emptyDatabase: () => Promise<unknown>;
}

interface WorkerFixtures {
  /** How the served build was made: the usual one, unless a test makes its own. */
  readonly buildSettings: InlineConfig;
  readonly site: Site;
}

/** Empties each table of organizations. */
const TRUNCATE = `do $$ declare name text; begin
  for name in select table_name from information_schema.columns where column_name = 'organization_id' loop
    execute format('truncate %I cascade', name);
  end loop;
end $$`;

/**
 * Playwright's test on the production bundle with its security headers, whatever drives the browser. Each worker has
 * its own preview server and emulator. The emulator is reset before each test.
 */
export const siteTest = base.extend<Fixtures, WorkerFixtures>({
  telemetry: [true, { option: true }],
  buildSettings: [{}, { scope: 'worker', option: true }],
  site: [
    async ({ buildSettings }, use) => {
      process.env.DATABASE_URL = 'memory://';
      const settings: InlineConfig = {
        mode: 'emulator',
        logLevel: 'error',
        ...buildSettings,
      };
      const site = {
        origin: '',
        blocksTelemetry: false,
        blocksProduct: false,
        hasAskedService: false,
        emptyDatabase: async () => (await service?.ready)?.run(TRUNCATE),
      };
      const plugins = [watchRequests(site)];
      const server = await preview({ ...settings, plugins, preview: { port: 4400 } });
      const { api } = server.config.plugins.find(({ name }) => name === 'charter:service') ?? {};
      const service = (api as ServicePluginApi).service();
      const [origin] = server.resolvedUrls?.local ?? [];
      if (origin === undefined) throw new Error('The preview server has no local address.');
      site.origin = origin.replace(/\/$/, '');
      await use(site);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Automatic, because every test needs the reset.
  emulator: [
    async ({ site, telemetry }, use) => {
      site.blocksTelemetry = !telemetry;
      site.blocksProduct = false;
      const emulator = new EmulatorClient(site.origin);
      const isWritten = site.hasAskedService;
      site.hasAskedService = false;
      await Promise.all([emulator.reset(), isWritten && site.emptyDatabase()]);
      await use(emulator);
    },
    { auto: true },
  ],
});

/** The code of the telemetry services: half of all that a page evaluates. */
const TELEMETRY_CODE = /^\/assets\/(?:posthog|sentry)-/;

/** The code that starts the product. */
const PRODUCT_CODE = /^\/assets\/app-.*\.js$/;

/**
 * Tells which service is asked, and blocks scripts as some content blockers do: with an empty script. What it was to start
 * is then off, and nothing is logged.
 */
function watchRequests(
  site: Pick<Site, 'blocksTelemetry' | 'blocksProduct' | 'hasAskedService'>,
): Plugin {
  return {
    name: 'charter:watch-requests',
    // Before the plugin that serves the files of a build.
    enforce: 'pre',
    configurePreviewServer({ middlewares }) {
      middlewares.use(({ url = '' }, response, next) => {
        if (url.startsWith('/api/')) site.hasAskedService = true;
        const isBlocked =
          (site.blocksTelemetry && TELEMETRY_CODE.test(url)) ||
          (site.blocksProduct && PRODUCT_CODE.test(url));
        if (!isBlocked) return next();
        response.setHeader('content-type', 'text/javascript');
        response.setHeader('cache-control', 'no-store').end();
      });
    },
  };
}
