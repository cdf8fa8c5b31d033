// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import { deferred } from '#tests/unit/support/deferred.ts';
import { setUpHarness } from './support/harness.ts';

const CALLS = '#src/stytch/calls/calls.ts';
const harness = setUpHarness();
afterEach(() => {
  vi.doUnmock(CALLS);
});

it('without the code of the calls, a call recovers the page or fails, and what loads ahead does neither [R1.8]', async () => {
  await harness.signIn('ada@acme.example', 'acme');
  const recover = vi.fn(async () => undefined);
  const { actors, loadCalls, loadDirectory } = await harness.load({ recover });
  vi.doMock(CALLS, () => {
    throw new Error('A deploy has removed it.');
  });
  await expect(loadCalls()).rejects.toThrow();
  expect(recover).not.toHaveBeenCalled();
  for (const run of [
    () => harness.run(actors.refresh, { mode: 'scheduled' }),
    () => harness.run(actors.switchOrganization, { organizationId: 'other' }),
  ]) {
    expect(await run()).toMatchObject({ kind: 'failed' });
    expect(recover).toHaveBeenCalled();
    recover.mockClear();
  }
  await expect(loadDirectory('member', async () => true)).rejects.toThrow();
  expect(recover).toHaveBeenCalledOnce();
  expect(harness.reported.splice(0)).toHaveLength(2);
});

it('a call whose code comes after the time-out is not sent [R15.7]', async () => {
  await harness.signIn('ada@acme.example', 'acme');
  const { actors, loadCalls } = await harness.load();
  const loaded = deferred();
  vi.doMock(CALLS, (original) => loaded.promise.then(original));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const result = harness.run(actors.readOrganizations, undefined);
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT);
  expect(await result).toMatchObject({ reason: 'timeout', code: 'tookTooLong' });
  vi.useRealTimers();
  const before = harness.requests().length;
  loaded.resolve();
  await loadCalls();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(harness.requests()).toHaveLength(before);
});
