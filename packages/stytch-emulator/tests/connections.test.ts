// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { B2BClient } from 'stytch';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EMULATOR_PROJECT_ID } from '#emulator/emulated-project.ts';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { connections, startupBanner } from '#emulator/startup-banner.ts';
import { RawClient } from './support/raw-client.ts';

let emulator: Emulator;
let jwt: string;

beforeAll(async () => {
  emulator = await createEmulator();
  const { json } = await new RawClient(emulator).signIn('ada@acme.example', 'acme');
  jwt = json.data.session_jwt;
});
afterAll(() => emulator.close());

/** Runs a line of the banner as it is printed. */
function run(name: string, scope: Record<string, unknown>): unknown {
  const code = connections(emulator.origin)[name] ?? '';
  expect(startupBanner(emulator.origin, {})).toContain(code);
  return new Function(...Object.keys(scope), `return ${code}`)(...Object.values(scope));
}

// Version 6 is connected by the nightly tests of the app's repository.
it('the line for browsers connects version 5 of the SDK', async () => {
  const client = run('Browser, @stytch/vanilla-js 5 and 6', { StytchB2BHeadlessClient });
  if (!(client instanceof StytchB2BHeadlessClient)) throw new Error('The line creates no client.');
  await client.magicLinks.email.discovery.send({
    email_address: 'ada@acme.example',
    discovery_redirect_url: 'http://localhost:5173/discovery',
  });
  expect(emulator.store.state.mail).toHaveLength(1);
  emulator.store.reset();
});

it('the line for Node connects the backend SDK, and the one for a verifier reads the keys', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const backend = run('Node, stytch', { B2BClient });
  if (!(backend instanceof B2BClient)) throw new Error('The line creates no client.');
  await backend.sessions.authenticateJwtLocal({ session_jwt: jwt });
  const keys = run('JWT verifier, jose', { createRemoteJWKSet });
  if (typeof keys !== 'function') throw new Error('The line creates no key set.');
  const audience = EMULATOR_PROJECT_ID;
  await expect(
    jwtVerify(jwt, keys as ReturnType<typeof createRemoteJWKSet>, { audience }),
  ).resolves.toBeDefined();
});
