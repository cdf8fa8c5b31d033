// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLateActors, type LateCalls } from '#src/stytch/actors/late-actors.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { PUBLIC_TOKEN, runActor, setUpHarness, startActor } from '../support/harness.ts';

const UNREACHABLE = {
  kind: 'failed',
  reason: 'unreachable',
  message: 'We could not reach the sign-in service. Check your connection and try again.',
};
const SENT = { kind: 'sent', at: 1 } as const;
const INPUT = { emailAddress: 'ada@acme.example' };

describe('an actor whose code is loaded late', () => {
  const sendCode = vi.fn<LateCalls['calls']['sendCode']>(async () => SENT);
  const onImportFailure = vi.fn(async () => undefined);
  let settle: { resolve: () => void; reject: (error: Error) => void };
  const load = vi.fn(
    () =>
      new Promise<LateCalls>((resolve, reject) => {
        settle = { resolve: () => resolve({ calls: { sendCode }, deps: {} } as never), reject };
      }),
  );
  const create = () => createLateActors(load, onImportFailure);
  afterEach(() => vi.clearAllMocks());

  it('calls when its code has arrived, which is loaded once [R1.3]', async () => {
    const { actors } = create();
    const results = [runActor(actors.sendCode, INPUT), runActor(actors.sendCode, INPUT)];
    expect(sendCode).not.toHaveBeenCalled();
    settle.resolve();
    expect(await Promise.all(results)).toEqual([SENT, SENT]);
    expect(load).toHaveBeenCalledOnce();
  });

  it('sends nothing when it is stopped while its code loads [R1.3]', async () => {
    const { actors } = create();
    const actor = startActor(actors.sendCode, INPUT);
    actor.stop();
    settle.resolve();
    await flushMicrotasks();
    expect(sendCode).not.toHaveBeenCalled();
  });

  it('fails when its code cannot be loaded, after the page could not mend that, and the next one tries again [R1.8]', async () => {
    const { actors } = create();
    let giveUp: () => void = () => undefined;
    onImportFailure.mockReturnValueOnce(
      new Promise((resolve) => {
        giveUp = () => resolve(undefined);
      }),
    );
    const error = new Error('A file of this page is missing.');
    const actor = startActor(actors.sendCode, INPUT);
    settle.reject(error);
    await flushMicrotasks();
    expect(onImportFailure).toHaveBeenCalledWith(error);
    expect(actor.getSnapshot().status).toBe('active');
    giveUp();
    await flushMicrotasks();
    expect(actor.getSnapshot().output).toMatchObject(UNREACHABLE);
    const again = runActor(actors.sendCode, INPUT);
    settle.resolve();
    expect(await again).toEqual(SENT);
  });
});

describe('a page whose late code is missing', () => {
  const harness = setUpHarness();
  const CALLS = '#src/stytch/calls/calls.ts';
  afterEach(() => vi.doUnmock(CALLS));

  /** Loads a page without the late code, and returns the times that it tried to mend itself, with the result of a call. */
  async function resultWithout(
    callbackParams: { readonly token: string; readonly callback: 'discovery_oauth' } | null,
  ) {
    vi.resetModules();
    vi.doMock(CALLS, () => {
      throw new Error('A file of this page is missing.');
    });
    const { createStytchAuth } = await import('#src/stytch/stytch-auth.ts');
    harness.plug();
    const onImportFailure = vi.fn(async () => undefined);
    const { actors } = await createStytchAuth({
      publicToken: PUBLIC_TOKEN,
      apiOrigin: 'http://localhost:4290',
      callbackParams,
      onImportFailure,
      now: Date.now,
      random: () => 0.5,
    });
    const result = await runActor(actors.redeem, { callback: 'discovery_oauth' });
    return { result, mended: onImportFailure.mock.calls.length };
  }

  it('may reload, then says that the sign-in service was not reached [R1.8]', async () => {
    expect(await resultWithout(null)).toMatchObject({ result: UNREACHABLE, mended: 1 });
  });

  it('does not reload on a callback, whose token would be lost [R1.8]', async () => {
    const callbackParams = { token: 'x', callback: 'discovery_oauth' } as const;
    expect(await resultWithout(callbackParams)).toMatchObject({ result: UNREACHABLE, mended: 0 });
  });
});
