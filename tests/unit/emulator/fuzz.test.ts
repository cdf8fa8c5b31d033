import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FuzzClient, fuzzAction } from './support/fuzz-client.ts';

test('no sequence gives a 5xx, a session without its preconditions, or a token accepted twice [R20.1]', async () => {
  const factors = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fuzzAction, { minLength: 10, maxLength: 50, size: 'max' }),
      async (steps) => {
        const visitor = new FuzzClient();
        for (const next of steps) await visitor.take(next);
        for (const [name, times] of visitor.accepted) expect(times, name).toBe(1);
        for (const factor of visitor.factors) factors.add(factor);
      },
    ),
    { numRuns: 100 },
  );
  // A property that never reaches sessions of every kind would hold for the wrong reason.
  expect([...factors].sort()).toEqual([
    'email_otp',
    'magic_link',
    'oauth',
    'recovery_codes',
    'totp',
  ]);
}, 60_000);
