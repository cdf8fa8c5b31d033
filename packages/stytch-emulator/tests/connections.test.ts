// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { B2BClient } from 'stytch';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EMULATOR_PROJECT_ID } from '../emulated-project.ts';
import { createEmulator, type Emulator } from '../server.ts';
import { connectionLines, startupBanner } from '../startup-banner.ts';
import { RawClient } from './support/raw-client.ts';

let emulator: Emulator;
let session_jwt: string;
let session: { member_id: string; member_session_id: string };

beforeAll(async () => {
  emulator = await createEmulator();
  const { data } = (await new RawClient(emulator).signIn('ada@acme.example', 'acme')).json;
  ({ session_jwt, member_session: session } = data);
});
afterAll(() => emulator.close());

/** Runs a line of the banner as it is printed. */
function run(name: string, scope: Record<string, unknown>): unknown {
  const code = connectionLines(emulator.origin)[name] ?? '';
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
});

it('the lines for Node and for a verifier accept a session JWT for five minutes [R20.1]', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const backend = run('Node, stytch', { B2BClient });
  if (!(backend instanceof B2BClient)) throw new Error('The line creates no client.');
  const { member_id, member_session_id } = session;
  expect(await backend.sessions.authenticateJwtLocal({ session_jwt })).toMatchObject({
    member_id,
    member_session_id,
    organization_slug: 'acme',
    roles: ['stytch_member', 'stytch_admin'],
  });
  const keys = run('JWT verifier, jose', { createRemoteJWKSet }) as JWTVerifyGetKey;
  await expect(
    jwtVerify(session_jwt, keys, { audience: EMULATOR_PROJECT_ID }),
  ).resolves.toBeDefined();
  const current_date = new Date(Date.now() + 6 * 60_000);
  const changed = session_jwt.replace(/[^.]+$/, 'AAAA');
  for (const refused of [{ session_jwt, current_date }, { session_jwt: changed }]) {
    const answer = backend.sessions.authenticateJwtLocal(refused);
    await expect(answer).rejects.toMatchObject({ code: 'jwt_invalid' });
  }
});
