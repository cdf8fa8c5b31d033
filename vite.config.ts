import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { CHART_CHUNKS } from './chart/chunks.ts';
import { providerOrigin } from './machines/rules/provider-api.ts';
import { statechartPlugin } from './packages/statechart/plugin/vite-plugin.ts';
import { EMULATOR_PUBLIC_TOKEN } from './packages/stytch-emulator/emulated-project.ts';
import type { Handler } from './packages/stytch-emulator/handler.ts';
import { EMULATOR_TELEMETRY } from './packages/stytch-emulator/telemetry-settings.ts';
import { emulatorPlugin, isEmulatorRequest } from './packages/stytch-emulator/vite-plugin.ts';
import { PRODUCT_NAME } from './src/brand/brand.ts';
import { RESOURCES } from './src/pages/resources.ts';
import { readSecurityChecks } from './src/stytch/sdk/security-check-scripts.ts';
import { collectorOrigins } from './src/telemetry/settings.ts';
import { buildTargets } from './tools/browsers/supported-browsers.ts';
import { assetsPlugin } from './tools/vite/assets-plugin.ts';
import { descriptionsPlugin } from './tools/vite/descriptions-plugin.ts';
import { documentPlugin } from './tools/vite/document-plugin.ts';
import { fingerprintPlugin } from './tools/vite/fingerprint-plugin.ts';
import { sdkPartsPlugin } from './tools/vite/sdk-parts-plugin.ts';
import { securityHeadersPlugin } from './tools/vite/security-headers-plugin.ts';
import { servicePlugin } from './tools/vite/service-plugin.ts';
import { terserPlugin } from './tools/vite/terser-plugin.ts';

/**
 * Groups modules into chunks by what they are for. `npm run size` fails when a group is empty.
 *
 * `google` and `sdk` lead to Google, `core` holds the machine, `react` and `sign-in` render the sign-in, `actors` and
 * `valibot` make the calls after Google, `selection`, `pages` and `member` show what is behind it, `policy-editor` what
 * a member opens there, `late-screens` and the chunk after it what few sign-ins show.
 */
const CHUNKS = [
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@xstate)\/|\/src\/app\/react\.ts$/,
    priority: 1,
  },
  { name: 'google', test: /vite\/preload-helper|\/src\/main\.ts$/, priority: 3 },
  { name: 'core', test: /node_modules\/xstate\/|\/src\/app\/core\.ts$/, priority: 2 },
  { name: 'valibot', test: /node_modules\/valibot\//, priority: 2 },
  { name: 'actors', test: /\/src\/(?:stytch\/calls\/calls|storage\/read-stored-sign-in)\.ts$/ },
  { name: 'sign-in', test: /\/src\/(?:app\/render\.tsx|ui\/(?:tokens\.css|is-composing\.ts))$/ },
  { name: 'observers', test: /\/src\/app\/observers\.ts$/ },
  { name: 'selection', test: /\/selection-screen\.tsx$/ },
  { name: 'pages', test: /node_modules\/@tanstack\/|\/src\/app\/routing\/pages\.tsx$/ },
  {
    name: 'member',
    test: /\/src\/(?:pages\/(?!pages\.ts)|app\/shell\/(?:member-layout|session-gate|member-shell)|features\/policies\/(?!editor\/))/,
  },
  { name: 'request-id', test: /\/request-id\.tsx$/ },
  { name: 'late-screens', test: /\/late-screens\.ts$/ },
  { name: 'second-factor', test: /\/second-factor-screen\.tsx$/ },
  { name: 'policy-editor', test: /\/policy-editor\.tsx$/ },
];

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, process.cwd(), 'VITE_');
  const configured = env.VITE_STYTCH_PUBLIC_TOKEN ?? '';
  const emulated = mode === 'emulator' || (command === 'serve' && configured === '');
  const provider = emulated ? [] : [providerOrigin(configured)];
  let emulator: Handler | null = null;

  return {
    publicDir: 'src/brand/static',
    plugins: [
      react(),
      descriptionsPlugin(),
      fingerprintPlugin(),
      statechartPlugin({ config: 'chart/chart.config.ts' }),
      // The chart's chunk holds its drawing, which takes seconds and gets no smaller.
      terserPlugin({ except: ['react', 'chart-page'], hoistedFunctions: ['sdk'] }),
      sdkPartsPlugin(),
      documentPlugin({ preconnect: provider }),
      securityHeadersPlugin({
        provider,
        collectors: emulated ? [] : collectorOrigins(env),
        checks: readSecurityChecks(env.VITE_SECURITY_CHECKS ?? ''),
        hasOwnHeaders: (target) => emulated && isEmulatorRequest(target),
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
        resolveDependencies: (_, files, { hostType }) => (hostType === 'js' ? [] : files),
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
