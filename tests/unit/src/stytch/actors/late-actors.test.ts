// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { createLateActors, type LateCalls } from '#src/stytch/actors/late-actors.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { runActor, setUpHarness, startActor } from '../support/harness.ts';

const UNREACHABLE = { kind: 'failed', reason: 'unreachable' };
const SENT = { kind: 'sent', at: 1 } as const;
const INPUT = { emailAddress: 'ada@acme.example' };
const MISSING = new Error('A file of this page is missing.');

const sendCode = vi.fn<LateCalls['calls']['sendCode']>(async () => SENT);
let arrive: (error?: Error) => void = () => undefined;
const load = vi.fn(
  () =>
    new Promise<LateCalls>((resolve, reject) => {
      const loaded = { calls: { sendCode }, deps: {} };
      arrive = (error) => (error === undefined ? resolve(loaded as never) : reject(error));
    }),
);
afterEach(() => vi.clearAllMocks());

it('calls when its code has arrived, which is loaded once [R1.3]', async () => {
  const { actors } = createLateActors(load, async () => undefined);
  const results = [runActor(actors.sendCode, INPUT), runActor(actors.sendCode, INPUT)];
  expect(sendCode).not.toHaveBeenCalled();
  arrive();
  expect(await Promise.all(results)).toEqual([SENT, SENT]);
  expect(load).toHaveBeenCalledOnce();
});

it('sends nothing when it is stopped while its code loads [R1.3]', async () => {
  const { actors } = createLateActors(load, async () => undefined);
  startActor(actors.sendCode, INPUT).stop();
  arrive();
  await flushMicrotasks();
  expect(sendCode).not.toHaveBeenCalled();
});

it('fails when its code is missing and the page could not mend that, and the next one tries again [R1.8]', async () => {
  let giveUp: () => void = () => undefined;
  const mend = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        giveUp = resolve;
      }),
  );
  const { actors } = createLateActors(load, mend);
  const actor = startActor(actors.sendCode, INPUT);
  arrive(MISSING);
  await flushMicrotasks();
  expect(mend).toHaveBeenCalledWith(MISSING);
  expect(actor.getSnapshot().status).toBe('active');
  giveUp();
  await flushMicrotasks();
  expect(actor.getSnapshot().output).toMatchObject(UNREACHABLE);
  const again = runActor(actors.sendCode, INPUT);
  arrive();
  expect(await again).toEqual(SENT);
});

const harness = setUpHarness();
const CALLS = '#src/stytch/calls/calls.ts';

it.each([
  ['may be reloaded', null, 1],
  ['is not reloaded on a callback, whose token would be lost', 'discovery_oauth', 0],
] as const)('a page without that code %s [R1.8]', async (_, callback, times) => {
  vi.doMock(CALLS, () => {
    throw MISSING;
  });
  const onImportFailure = vi.fn(async () => undefined);
  const callbackParams = callback && { token: 'x', callback };
  const { actors } = await harness.load({ callbackParams, onImportFailure, hasLateCode: false });
  const result = await runActor(actors.redeem, { callback: 'discovery_oauth' });
  expect(result).toMatchObject(UNREACHABLE);
  expect(onImportFailure).toHaveBeenCalledTimes(times);
  vi.doUnmock(CALLS);
});
