import { Script } from 'node:vm';
import { build } from 'vite';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';

/** A page of the test has no tasks of its own. */
const YIELD_TO_MAIN = 'export const yieldToMain = () => Promise.resolve();';

/** In place of telemetry and the feed of the chart. */
const OBSERVERS = `export const startObservers = () => ({
  step() {},
  page() {},
  error() {},
  creationFailed() {},
})`;

/** Bundles the product without its screens, with the real SDK, into one script, of which each page runs its own copy. */
export async function bundlePage(): Promise<Script> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.env.VITE_EMULATOR': 'true',
      'import.meta.env.VITE_STYTCH_PUBLIC_TOKEN': JSON.stringify(EMULATOR_PUBLIC_TOKEN),
    },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: 'tests/model/tabs/page.ts', formats: ['iife'], name: 'product' },
    },
    plugins: [
      {
        name: 'modules-of-the-test',
        enforce: 'pre',
        load(id) {
          if (id.endsWith('/src/app/yield-to-main.ts')) return YIELD_TO_MAIN;
          return id.endsWith('/src/app/observers.ts') ? OBSERVERS : null;
        },
      },
    ],
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !('output' in bundle)) throw new Error('Nothing was built.');
  return new Script(bundle.output[0].code);
}
