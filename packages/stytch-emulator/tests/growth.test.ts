import { expect, test } from 'vitest';
import type { State } from '../store/state.ts';
import { createRawClient } from './support/raw-client.ts';

const ADA = 'ada@acme.example';

/** The number of records that a state keeps of sign-ins. */
const sizes = ({ sessions, intermediateSessions, oauthTokens, mail, impersonationTokens }: State) =>
  [sessions, intermediateSessions, oauthTokens, mail, impersonationTokens].map(
    ({ length }) => length,
  );

test('sign-ins, and mail without one, leave no growth a day after they expired', async () => {
  const client = createRawClient();
  const { store } = client.handler;
  await client.discoveryToken(ADA);
  await client.sendCode(ADA);
  await client.impersonationToken(ADA, 'acme');
  await client.discover(ADA);
  await client.signIn(ADA, 'acme');
  expect(sizes(store.state)).toEqual([1, 1, 1, 1, 1]);
  await client.advance(2 * 24 * 60 - 1);
  await client.control('GET', '/health');
  expect(sizes(store.state)).toEqual([1, 0, 0, 0, 0]);
  await client.advance(1);
  await client.control('GET', '/health');
  expect(sizes(store.state)).toEqual([0, 0, 0, 0, 0]);
});
