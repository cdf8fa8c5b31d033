import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { CHART_CHUNKS } from './chart/chunks.ts';
import { providerOrigin } from './machines/rules/provider-api.ts';
import { statechartPlugin } from './packages/statechart/plugin/vite-plugin.ts';
import { EMULATOR_PUBLIC_TOKEN } from './packages/stytch-emulator/emulated-project.ts';
import type { Handler } from './packages/stytch-emulator/handler.ts';
import { EMULATOR_TELEMETRY } from './packages/stytch-emulator/telemetry-settings.ts';
import { emulatorPlugin } from './packages/stytch-emulator/vite-plugin.ts';
import { PRODUCT_NAME } from './src/brand/brand.ts';
import { RESOURCES } from './src/pages/resources.ts';
import { readSecurityChecks } from './src/stytch/sdk/security-check-scripts.ts';
import { collectorOrigins } from './src/telemetry/settings.ts';
import { buildTargets } from './tools/browsers/supported-browsers.ts';
import { assetsPlugin } from './tools/vite/assets-plugin.ts';
import { documentPlugin } from './tools/vite/document-plugin.ts';
import { fingerprintPlugin } from './tools/vite/fingerprint-plugin.ts';
import { headersPlugin } from './tools/vite/headers-plugin.ts';
import { servicePlugin } from './tools/vite/service-plugin.ts';

/**
 * The chunks, by the moment that they serve, each with what it imports and no earlier one has: `app` and `sdk` start the
 * product, `sign-in` renders it, `calls` ask the provider, `screens` and `pages` show what is behind the login,
 * `members` the other pages of a session, `public` those without one, `telemetry` reports.
 */
const CHUNKS = [
  { name: 'app', test: /\/src\/main\.ts$/, priority: 5 },
  { name: 'sdk', test: /node_modules\/@stytch\//, priority: 4 },
  { name: 'sign-in', test: /\/src\/app\/render\.tsx$/, priority: 3 },
  { name: 'calls', test: /\/src\/stytch\/calls\/calls\.ts$/, priority: 2.5 },
  {
    name: 'screens',
    test: /\/src\/(?:features\/sign-in|ui\/(?!list-page\/))|\/impersonation-banner\.tsx$/,
    priority: 2,
  },
  {
    name: 'pages',
    test: /\/src\/(?:app\/routing\/pages|app\/shell\/(?:member-layout|callback-page))\.tsx$|\/src\/(?:pages\/(?!pages\.ts)|features\/policies\/)/,
    priority: 1,
  },
  {
    name: 'members',
    test: /\/src\/(?:features\/(?:members|account|audit)|stytch\/directory)\//,
    priority: 0.9,
  },
  {
    name: 'public',
    test: /\/src\/app\/(?:shell\/(?:github|health)|routing\/chart)-route\.tsx$/,
    priority: 0.8,
  },
  { name: 'telemetry', test: /\/(?:observers|feed-reporter)\.ts$/, priority: 0.7 },
];

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, process.cwd(), 'VITE_');
  const configured = env.VITE_STYTCH_PUBLIC_TOKEN ?? '';
  const emulated = mode === 'emulator' || (command === 'serve' && configured === '');
  const provider = emulated ? [] : [providerOrigin(configured, env.VITE_STYTCH_DOMAIN)];
  let emulator: Handler | null = null;

  return {
    publicDir: 'src/brand/static',
    plugins: [
      react(),
      fingerprintPlugin(),
      statechartPlugin({ config: 'chart/chart.config.ts' }),
      documentPlugin({ preconnect: provider }),
      headersPlugin({
        provider,
        collectors: emulated ? [] : collectorOrigins(env),
        checks: readSecurityChecks(env.VITE_SECURITY_CHECKS ?? ''),
      }),
      ...(emulated
        ? [
            emulatorPlugin({
              seed: process.env.SEED,
              projectName: PRODUCT_NAME,
              resources: RESOURCES,
              onCreate: (created) => {
                emulator = created;
              },
            }),
          ]
        : []),
      servicePlugin({ env: loadEnv(mode, process.cwd(), ''), emulator: () => emulator }),
      assetsPlugin(),
    ],
    define: {
      'import.meta.env.VITE_STYTCH_PUBLIC_TOKEN': JSON.stringify(
        emulated ? EMULATOR_PUBLIC_TOKEN : configured,
      ),
      'import.meta.env.PROVIDER_ORIGIN': JSON.stringify(provider.join('')),
      // For index.html.
      'import.meta.env.PRODUCT_NAME': JSON.stringify(PRODUCT_NAME),
      'import.meta.env.VITE_EMULATOR': JSON.stringify(emulated),
      ...(emulated ? EMULATOR_TELEMETRY : {}),
    },
    // When Vite discovers a dependency late it reloads the page, which wastes the single-use token of a sign-in.
    optimizeDeps: {
      entries: ['index.html', 'src/**/*.{ts,tsx}'],
      include: ['@stytch/vanilla-js/b2b/headless'],
    },
    build: {
      outDir: emulated ? 'dist-emulator' : 'dist',
      emptyOutDir: true,
      target: buildTargets(),
      // The Content-Security-Policy does not allow inlined assets.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // The document names the scripts that are needed together; Vite adds the styles of what a script imports.
        resolveDependencies: () => [],
      },
      rolldownOptions: {
        // The chart's layout takes seconds to compute; a warning at every build says nothing new.
        checks: { pluginTimings: false },
        // No module relies on a side effect of reading a property or a global.
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        output: { codeSplitting: { groups: [...CHUNKS, ...CHART_CHUNKS] } },
      },
    },
  };
});
