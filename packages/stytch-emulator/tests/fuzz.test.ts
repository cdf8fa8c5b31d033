import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FuzzClient, fuzzAction } from './support/fuzz-client.ts';

test('no sequence of actions gives a 5xx, a session without its required factors, or a token that is accepted twice [R20.1]', async () => {
  const factorTypes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fuzzAction, { minLength: 10, maxLength: 50, size: 'max' }),
      async (actions) => {
        const client = new FuzzClient();
        for (const action of actions) await client.perform(action);
        for (const [secret, count] of client.accepted) expect(count, secret).toBe(1);
        for (const type of client.factorTypes) factorTypes.add(type);
      },
    ),
    { numRuns: 100 },
  );
  // Without sessions of every kind, the property would hold without being tested.
  expect([...factorTypes].sort()).toEqual([
    'email_otp',
    'magic_link',
    'oauth',
    'recovery_codes',
    'totp',
  ]);
}, 60_000);
