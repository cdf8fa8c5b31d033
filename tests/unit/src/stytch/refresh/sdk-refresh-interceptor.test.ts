import { describe, expect, it } from 'vitest';
import { interceptSdkRefresh } from '#src/stytch/refresh/sdk-refresh-interceptor.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';

type Options = { session_duration_minutes?: number };

/** The part of the SDK's session client that is intercepted. */
function sdkSession() {
  const calls: (Options | undefined)[] = [];
  const results: (() => unknown)[] = [];
  const session = {
    authenticate: async (options?: Options): Promise<unknown> => {
      calls.push(options);
      return results.shift()?.();
    },
  };
  return { calls, results, session, interceptor: interceptSdkRefresh(session) };
}

/** The state of a call by the SDK's worker. */
function worker(
  authenticate: (options?: Options) => Promise<unknown>,
  options?: Options,
): string[] {
  const outcome: string[] = [];
  authenticate(options).then(
    () => outcome.push('resolved'),
    () => outcome.push('rejected'),
  );
  return outcome;
}

describe('interceptSdkRefresh', () => {
  it('sends the machine’s refresh, with or without a new length', async () => {
    const { interceptor, calls, results } = sdkSession();
    results.push(
      () => 'first',
      () => 'second',
    );
    expect(await interceptor.authenticate(null)).toBe('first');
    expect(await interceptor.authenticate(1440)).toBe('second');
    expect(calls).toEqual([{}, { session_duration_minutes: 1440 }]);
  });

  it('resolves other callers with the machine’s next response [R11.16]', async () => {
    const { interceptor, session, calls, results } = sdkSession();
    const outcomes = [worker(session.authenticate), worker(session.authenticate, {})];
    await flushMicrotasks();
    expect(calls).toEqual([]);
    results.push(() => 'answer');
    await interceptor.authenticate(null);
    await flushMicrotasks();
    expect(outcomes).toEqual([['resolved'], ['resolved']]);
    expect(calls).toHaveLength(1);
  });

  it('keeps other callers pending after a recoverable error, and rejects them after an unrecoverable one', async () => {
    const { interceptor, session, results } = sdkSession();
    const outcome = worker(session.authenticate);
    results.push(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(interceptor.authenticate(null)).rejects.toThrow('Failed to fetch');
    await flushMicrotasks();
    expect(outcome).toEqual([]);
    const over = Object.assign(new Error('over'), { error_type: 'session_not_found' });
    results.push(() => {
      throw over;
    });
    await expect(interceptor.authenticate(null)).rejects.toBe(over);
    await flushMicrotasks();
    expect(outcome).toEqual(['rejected']);
  });

  it.each([
    [
      'an error of another type',
      Object.assign(new Error('busy'), { error_type: 'too_many_requests' }),
    ],
    ['an error without a type', new Error('unexpected')],
    ['a text', 'session_not_found'],
    ['nothing', null],
    ['nothing at all', undefined],
  ])('keeps other callers pending when the SDK throws %s', async (_, thrown) => {
    const { interceptor, session, results } = sdkSession();
    const outcome = worker(session.authenticate);
    results.push(() => {
      throw thrown;
    });
    await expect(interceptor.authenticate(null)).rejects.toBe(thrown);
    await flushMicrotasks();
    expect(outcome).toEqual([]);
  });

  it('lets the SDK call again with the same options object, until the call has settled', async () => {
    const { interceptor, session, calls, results } = sdkSession();
    const held: { options: Options | undefined } = { options: undefined };
    results.push(
      () => {
        // When the session changes during a request, the SDK calls the same property again.
        held.options = calls[0];
        return session.authenticate(held.options);
      },
      () => 'the second answer',
    );
    expect(await interceptor.authenticate(null)).toBe('the second answer');
    expect(calls).toEqual([held.options, held.options]);
    const late = worker(session.authenticate, held.options);
    await flushMicrotasks();
    expect(calls).toHaveLength(2);
    expect(late).toEqual([]);
  });
});
