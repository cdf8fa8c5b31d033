import { Script } from 'node:vm';
import { build } from 'vite';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';

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
      rolldownOptions: { output: { codeSplitting: false }, external: /\/observers\.ts$/ },
      lib: { entry: 'tests/model/tabs/page.ts', formats: ['iife'], name: 'product' },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !('output' in bundle)) throw new Error('Nothing was built.');
  return new Script(bundle.output[0].code);
}
