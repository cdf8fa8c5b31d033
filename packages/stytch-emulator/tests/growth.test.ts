import { expect, test } from 'vitest';
import { readPeople } from '../people-file.ts';
import type { State } from '../store/state.ts';
import { createRawClient } from './support/raw-client.ts';

/** The number of records that a state keeps of sign-ins. */
const sizes = (state: State) =>
  [state.sessions, state.intermediateSessions, state.oauthTokens, state.mail].map(
    ({ length }) => length,
  );

test('1,000 sign-ins leave no growth after they expired', async () => {
  const people = readPeople(`
organizations: [{ slug: acme, name: Acme }]
members: [{ email: ada@acme.example, organization: acme }]`);
  const client = createRawClient({ people });
  await client.signIn('ada@acme.example', 'acme');
  const atFirst = sizes(client.handler.store.state);
  for (let count = 0; count < 1_000; count += 1) await client.signIn('ada@acme.example', 'acme');
  expect(client.handler.store.state.sessions).toHaveLength(1_001);
  await client.advance(3 * 24 * 60);
  await client.signIn('ada@acme.example', 'acme');
  expect(sizes(client.handler.store.state)).toEqual(atFirst);
  // A thousand sign-ins sign a thousand tokens, which takes a minute where other work uses the processors.
}, 300_000);
