import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build, loadEnv } from 'vite';

const MISSING_TOKEN =
  'VITE_STYTCH_PUBLIC_TOKEN is no public token: put your project’s public token into the environment or into .env.local, or run "npm run build:emulator" for a build on the local emulator.';

const SOURCE_MAPS = 'dist-source-maps';

/**
 * Builds the product for the real provider. Fails with a message without a public token. With
 * `--source-maps` it builds the same scripts again, with their source maps, outside of what is deployed (R19.7).
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'source-maps': { type: 'boolean', default: false } },
  });
  const { VITE_STYTCH_PUBLIC_TOKEN: token = '' } = loadEnv('production', process.cwd(), 'VITE_');
  if (!token.startsWith('public-token-')) {
    process.stderr.write(`${MISSING_TOKEN}\n`);
    process.exitCode = 1;
    return;
  }
  await build();
  if (!values['source-maps']) return;
  await build({ build: { sourcemap: 'hidden', outDir: SOURCE_MAPS } });
  const maps = readdirSync(`${SOURCE_MAPS}/assets`).filter((name) => name.endsWith('.js.map'));
  const other = maps.find((name) => !existsSync(`dist/assets/${name.replace('.map', '')}`));
  if (other !== undefined) throw new Error(`dist has no script of ${other}.`);
}

await main();
