// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { runActor, setUpHarness } from '#tests/unit/src/stytch/support/harness.ts';

const KNOWN = 'ben@birch.example';
const UNKNOWN = 'nobody@nowhere.example';

const harness = setUpHarness();

/** Returns a result without its time. */
function withoutTime(result: object): object {
  return { ...result, at: null };
}

it.each(['sendCode', 'sendLink'] as const)(
  '%s gives the same result for a known and an unknown address',
  async (call) => {
    const provider = await harness.load();
    const known = await runActor(provider.actors[call], { emailAddress: KNOWN });
    const unknown = await runActor(provider.actors[call], { emailAddress: UNKNOWN });
    expect(known.kind).toBe('sent');
    expect(withoutTime(unknown)).toEqual(withoutTime(known));
  },
);

it('a wrong code gives the same result, whether or not a code was sent to the address', async () => {
  const provider = await harness.load();
  await runActor(provider.actors.sendCode, { emailAddress: KNOWN });
  const known = await runActor(provider.actors.verifyCode, { emailAddress: KNOWN, code: '000001' });
  const unknown = await runActor(provider.actors.verifyCode, {
    emailAddress: UNKNOWN,
    code: '000001',
  });
  expect(known).toMatchObject({ kind: 'failed' });
  expect({ ...unknown, requestId: null }).toEqual({ ...known, requestId: null });
});
