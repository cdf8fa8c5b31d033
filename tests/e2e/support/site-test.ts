import { test as base } from '@playwright/test';
import { build, type InlineConfig, preview } from 'vite';
import { EmulatorClient } from '#emulator/control/control-client.ts';

interface Fixtures {
  readonly emulator: EmulatorClient;
}

interface WorkerFixtures {
  /** `VITE_SECURITY_CHECKS` of a build that the worker makes for its tests; without it, they use the usual build. */
  readonly securityChecks: string;
  readonly site: { readonly origin: string };
}

/**
 * Playwright's test on the production bundle with its security headers, whatever drives the browser. Each worker has
 * its own preview server and emulator. The emulator is reset before each test.
 */
export const siteTest = base.extend<Fixtures, WorkerFixtures>({
  securityChecks: ['', { scope: 'worker', option: true }],
  site: [
    async ({ securityChecks }, use) => {
      const settings: InlineConfig = {
        mode: 'emulator',
        logLevel: 'silent',
        ...buildSettings(securityChecks),
      };
      if (securityChecks !== '') await build(settings);
      const server = await preview({ ...settings, preview: { port: 4400 } });
      const [origin] = server.resolvedUrls?.local ?? [];
      if (origin === undefined) throw new Error('The preview server has no local address.');
      await use({ origin: origin.replace(/\/$/, '') });
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Automatic, because every test needs the reset.
  emulator: [
    async ({ site }, use) => {
      const emulator = new EmulatorClient(site.origin);
      await emulator.reset();
      await use(emulator);
    },
    { auto: true },
  ],
});

/**
 * A build with other settings has a folder of its own, and is not minified, which takes most of the time of a build.
 * The settings come from the environment, as for any build.
 */
function buildSettings(securityChecks: string): InlineConfig {
  if (securityChecks === '') return {};
  process.env.VITE_SECURITY_CHECKS = securityChecks;
  process.env.VITE_CHART = 'off';
  return { build: { outDir: 'dist-security-checks', minify: false } };
}
