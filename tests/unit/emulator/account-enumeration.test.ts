// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Harness, run } from '../src/stytch/support/harness.ts';

const KNOWN = 'ben@birch.example';
const UNKNOWN = 'nobody@nowhere.example';

let bench: Harness;
beforeEach(() => {
  bench = Harness.open();
});
afterEach(() => bench.close());

/** An answer without the moment it was given at. */
function timeless(answer: object): object {
  return { ...answer, at: null };
}

it.each(['sendCode', 'sendLink'] as const)(
  '%s answers alike for an address that is known and one that is not',
  async (call) => {
    const provider = await bench.load();
    const known = await run(provider.actors[call], { emailAddress: KNOWN });
    const unknown = await run(provider.actors[call], { emailAddress: UNKNOWN });
    expect(known.kind).toBe('sent');
    expect(timeless(unknown)).toEqual(timeless(known));
  },
);

it('a wrong code is refused alike, whether or not one was ever sent to the address', async () => {
  const provider = await bench.load();
  await run(provider.actors.sendCode, { emailAddress: KNOWN });
  const known = await run(provider.actors.verifyCode, { emailAddress: KNOWN, code: '000001' });
  const unknown = await run(provider.actors.verifyCode, { emailAddress: UNKNOWN, code: '000001' });
  expect(known).toMatchObject({ kind: 'failed' });
  expect({ ...unknown, requestId: null }).toEqual({ ...known, requestId: null });
});
