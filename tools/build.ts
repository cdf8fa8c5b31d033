import { parseArgs } from 'node:util';
import { build, loadEnv } from 'vite';
import { moveSourceMaps } from './source-maps.ts';

const MISSING_TOKEN =
  'VITE_STYTCH_PUBLIC_TOKEN is not set: put your project’s public token into the environment or into .env.local, or run "npm run build:emulator" for a build on the local emulator.';

const SOURCE_MAPS = 'dist-source-maps';

/**
 * Builds the product for the real provider. Fails with a message when the public token is missing. With
 * `--source-maps` it also writes the source maps, outside of what is deployed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'source-maps': { type: 'boolean', default: false } },
  });
  const { VITE_STYTCH_PUBLIC_TOKEN: token = '' } = loadEnv('production', process.cwd(), 'VITE_');
  if (token === '') {
    process.stderr.write(`${MISSING_TOKEN}\n`);
    process.exitCode = 1;
    return;
  }
  const hasSourceMaps = values['source-maps'];
  await build({ build: { sourcemap: hasSourceMaps ? 'hidden' : false } });
  if (hasSourceMaps) {
    const count = moveSourceMaps('dist', SOURCE_MAPS);
    process.stdout.write(`${count} source maps are in ${SOURCE_MAPS}/, and none in dist/.\n`);
  }
}

await main();
