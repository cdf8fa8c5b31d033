import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EMULATOR_PROJECT_ID } from '../../emulated-project.ts';
import { createEmulator, type Emulator } from '../../server.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ port: 0, seed: 'example' });
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

test('a service accepts the JWT of a member who signed in', async () => {
  const { session_jwt, member_id } = await emulator.login({
    email: 'ada@acme.example',
    organization: 'acme',
  });
  const keys = createRemoteJWKSet(
    new URL(`${emulator.origin}/v1/b2b/sessions/jwks/${EMULATOR_PROJECT_ID}`),
  );
  const { payload } = await jwtVerify(session_jwt, keys, { audience: EMULATOR_PROJECT_ID });
  expect(payload.sub).toBe(member_id);
});
