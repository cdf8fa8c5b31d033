import { expect, test } from 'vitest';
import { readPeople } from '../people-file.ts';
import type { State } from '../store/state.ts';
import { createRawClient } from './support/raw-client.ts';

const ADA = 'ada@acme.example';

/** The number of records that a state keeps of sign-ins. */
const sizes = (state: State) =>
  [state.sessions, state.intermediateSessions, state.oauthTokens, state.mail].map(
    ({ length }) => length,
  );

// One in ten is a whole sign-in at Google, and asks for a code besides.
test('1,000 sign-ins leave no growth after they expired', async () => {
  const people = readPeople(`
organizations: [{ slug: acme, name: Acme }]
members: [{ email: ada@acme.example, organization: acme }]`);
  const client = createRawClient({ people });
  await client.signIn(ADA, 'acme');
  const atFirst = sizes(client.handler.store.state);
  const ada = { email: ADA, organization: 'acme' };
  for (let count = 1; count <= 1_000; count += 1) {
    if (count % 10 > 0) await client.control('POST', '/login', ada);
    else await Promise.all([client.sendCode(ADA), client.signIn(ADA, 'acme')]);
  }
  expect(sizes(client.handler.store.state)).toEqual([1_001, 0, 0, 100]);
  await client.advance(3 * 24 * 60);
  await client.signIn(ADA, 'acme');
  expect(sizes(client.handler.store.state)).toEqual(atFirst);
}, 120_000);

test('mail without a sign-in leaves no growth either, nor do fingerprints', async () => {
  const client = createRawClient();
  const { store } = client.handler;
  await client.sendCode(ADA);
  await client.advance(3 * 24 * 60);
  await client.sendCode(ADA);
  expect(store.state.mail).toHaveLength(1);
  const submit = '/_emulator/security-checks/telemetry.stytch.com/submit';
  for (let count = 0; count < 1_001; count += 1) await client.send(submit, { method: 'POST' });
  expect(store.state.telemetryIds).toHaveLength(1_000);
});
