import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { chartPlugin } from './chart/vite-plugin.ts';
import { EMULATOR_PUBLIC_TOKEN } from './emulator/emulated-project.ts';
import { EMULATOR_TELEMETRY } from './emulator/telemetry-settings.ts';
import { emulatorPlugin, isEmulatorTarget } from './emulator/vite-plugin.ts';
import { readSecurityChecks } from './src/stytch/sdk/security-check-scripts.ts';
import { buildTargets } from './tools/browsers/baseline.ts';
import { compressPlugin } from './tools/vite/compress-plugin.ts';
import { preloadPlugin } from './tools/vite/preload-plugin.ts';
import { collectorOrigins, providerOrigins } from './tools/vite/security-headers.ts';
import { securityHeadersPlugin } from './tools/vite/security-headers-plugin.ts';

/**
 * Groups the modules of the first load into three chunks instead of twenty: what runs first, what changes with
 * a dependency, and what changes with the product.
 */
const FIRST_LOAD = [
  {
    name: 'start',
    test: /vite\/preload-helper|\/src\/(?:telemetry\/early-errors|stytch\/callback|app\/(?:yield-to-main|stale-build)|ui\/messages)\.ts$/,
    priority: 1,
  },
  {
    name: 'vendor',
    test: /node_modules\/(?:react|react-dom|scheduler|xstate|@xstate|@tanstack|valibot)\//,
  },
  {
    name: 'sign-in',
    test: /\/src\/app\/(?:boot|shell\/(?:callback-page|session-gate))\.tsx$/,
  },
  {
    name: 'after-login',
    test: /\/(?:member-shell|confirm-(?:identity|link)-screen|step-up-screen|second-factor-screen)\.tsx$/,
  },
];

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, process.cwd(), 'VITE_');
  const configured = env.VITE_STYTCH_PUBLIC_TOKEN ?? '';
  const emulated = mode === 'emulator' || (command === 'serve' && configured === '');

  return {
    publicDir: 'src/static',
    plugins: [
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        generatedRouteTree: './src/route-tree.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
      }),
      react(),
      chartPlugin(),
      preloadPlugin(),
      securityHeadersPlugin({
        provider: emulated ? [] : providerOrigins(configured),
        collectors: emulated ? [] : collectorOrigins(env),
        checks: readSecurityChecks(env.VITE_SECURITY_CHECKS ?? ''),
        hasOwnHeaders: (target) => emulated && isEmulatorTarget(target),
      }),
      ...(emulated ? [emulatorPlugin({ seed: process.env.SEED })] : []),
      compressPlugin(),
    ],
    define: {
      'import.meta.env.VITE_STYTCH_PUBLIC_TOKEN': JSON.stringify(
        emulated ? EMULATOR_PUBLIC_TOKEN : configured,
      ),
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
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // The chart's layout takes seconds to compute; a warning at every build says nothing new.
        checks: { pluginTimings: false },
        output: { codeSplitting: { groups: FIRST_LOAD } },
      },
    },
  };
});
