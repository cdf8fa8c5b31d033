// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { runActor, setUpHarness } from './support/harness.ts';

const harness = setUpHarness();

it('without the code of the calls, a call recovers the page or fails, and what loads ahead does neither [R1.8]', async () => {
  await harness.signIn('ada@acme.example', 'acme');
  const recover = vi.fn(async () => undefined);
  const { actors, loadCalls, loadDirectory } = await harness.load({ recover });
  vi.doMock('#src/stytch/calls/calls.ts', () => {
    throw new Error('A deploy has removed it.');
  });
  await expect(loadCalls()).rejects.toThrow();
  expect(recover).not.toHaveBeenCalled();
  for (const run of [
    () => runActor(actors.refresh, { mode: 'scheduled' }),
    () => runActor(actors.switchOrganization, { organizationId: 'other' }),
  ]) {
    expect(await run()).toMatchObject({ kind: 'failed' });
    expect(recover).toHaveBeenCalled();
    recover.mockClear();
  }
  await expect(loadDirectory('member')).rejects.toThrow();
  expect(recover).toHaveBeenCalledOnce();
  expect(harness.reported.splice(0)).toHaveLength(2);
  vi.doUnmock('#src/stytch/calls/calls.ts');
});
