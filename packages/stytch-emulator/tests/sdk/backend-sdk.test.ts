import { B2BClient } from 'stytch';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EMULATOR_PROJECT_ID } from '#emulator/emulated-project.ts';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { RawClient } from '../support/raw-client.ts';

describe('the provider’s backend SDK', () => {
  let emulator: Emulator;
  let backend: B2BClient;
  let sessionJwt: string;
  let expected: { member_id: string; member_session_id: string };

  beforeAll(async () => {
    emulator = await createEmulator({ port: 0, seed: 'backend' });
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    backend = new B2BClient({
      project_id: EMULATOR_PROJECT_ID,
      secret: 'secret-test-of-the-emulator',
      env: emulator.origin,
    });
    // The SDK warns of any address but its own two.
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    const { json } = await new RawClient(emulator).signIn('ada@acme.example', 'acme');
    sessionJwt = json.data.session_jwt;
    expected = json.data.member_session;
  });
  afterAll(() => emulator.close());

  test('accepts a session JWT with the keys of the emulator [R20.1]', async () => {
    const session = await backend.sessions.authenticateJwtLocal({ session_jwt: sessionJwt });
    expect(session).toMatchObject({
      member_id: expected.member_id,
      member_session_id: expected.member_session_id,
      organization_slug: 'acme',
      roles: ['stytch_member', 'stytch_admin'],
    });
  });

  test('rejects a session JWT after five minutes, and one that was changed', async () => {
    const later = new Date(Date.now() + 6 * 60_000);
    const [header, payload] = sessionJwt.split('.');
    for (const attempt of [
      { session_jwt: sessionJwt, current_date: later },
      { session_jwt: `${header}.${payload}.AAAA` },
    ]) {
      await expect(backend.sessions.authenticateJwtLocal(attempt)).rejects.toMatchObject({
        code: 'jwt_invalid',
      });
    }
  });
});
