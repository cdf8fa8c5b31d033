import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../server.ts';
import { deliverOtp } from '../store/mail.ts';
import { createRawClient } from './support/raw-client.ts';

const ada = { email: 'ada@acme.example', organization: 'acme' };
let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator();
});
afterAll(() => emulator.close());

test('login gives a session for an hour', async () => {
  await emulator.login(ada);
  await emulator.advanceClock(60 * 60_000);
  expect(await emulator.activeSessions()).toEqual([]);
});

test('login presents the second factor of an enrolled member, and refuses a stranger', async () => {
  await emulator.login({ ...ada, organization: 'fjord' });
  const factors = emulator.store.state.sessions.at(-1)?.factors ?? [];
  expect(factors.map(({ method }) => method)).toEqual(['magic_link', 'totp']);
  const stranger = emulator.login({ ...ada, email: 'nobody@acme.example' });
  await expect(stranger).rejects.toThrow('no such member');
});

test('reads the inbox of an address with a plus sign', async () => {
  const to = 'ada+test@acme.example';
  deliverOtp(emulator.store, to, null, 10);
  expect(await emulator.inbox(to)).toHaveLength(1);
});

test('another emulator continues from an exported state', async () => {
  const { session_token } = await emulator.login(ada);
  const other = await createEmulator();
  expect(other.store.state.sessions).toEqual([]);
  await other.replaceState(await emulator.state());
  expect(other.store.state.sessions.at(-1)?.token).toBe(session_token);
  await other.reset();
  expect(other.store.state.sessions).toEqual([]);
  await other.close();
});

test('only an explicitly allowed origin elsewhere may call [R20.4]', async () => {
  const client = createRawClient({ allowedOrigins: ['http://stytch:4010'] });
  const health = (headers: Record<string, string>) => client.send('/_emulator/health', { headers });
  expect((await health({ host: 'stytch:4010', origin: 'http://stytch:4010' })).status).toBe(200);
  expect((await health({ host: 'other:4010' })).status).toBe(403);
  expect((await health({ origin: 'http://other:4010' })).status).toBe(403);
  const wrong = () => createRawClient({ allowedOrigins: ['stytch:4010'] });
  expect(wrong).toThrow('"stytch:4010" is no origin');
});

test.each([
  ['192.0.2.2', '192.0.2.2:4010'],
  ['fe80::1', '[fe80::1]:4010'],
])('an emulator on %s answers there, and its own pages', async (address, host) => {
  const headers = { host, origin: `http://${host}` };
  const client = createRawClient({ host: address });
  expect((await client.send('/_emulator/health', { headers })).status).toBe(200);
});
