import { build, loadEnv } from 'vite';

const MISSING_TOKEN =
  'VITE_STYTCH_PUBLIC_TOKEN is not set: put your project’s public token into the environment or into .env.local, or run "npm run build:emulator" for a build on the local emulator.';

/** Builds the product for the real provider. Fails with a message when the public token is missing. */
async function main(): Promise<void> {
  const { VITE_STYTCH_PUBLIC_TOKEN: token = '' } = loadEnv('production', process.cwd(), 'VITE_');
  if (token === '') {
    process.stderr.write(`${MISSING_TOKEN}\n`);
    process.exitCode = 1;
    return;
  }
  await build();
}

await main();
