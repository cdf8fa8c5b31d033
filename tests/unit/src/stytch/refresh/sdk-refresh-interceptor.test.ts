import { describe, expect, it } from 'vitest';
import { interceptSdkRefresh } from '#src/stytch/refresh/sdk-refresh-interceptor.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';

type Options = { session_duration_minutes?: number };

/** The SDK's session client, as far as the door sees it. */
function sdkSession() {
  const asked: (Options | undefined)[] = [];
  const results: (() => unknown)[] = [];
  const session = {
    authenticate: async (options?: Options): Promise<unknown> => {
      asked.push(options);
      return results.shift()?.();
    },
  };
  return { asked, results, session, door: interceptSdkRefresh(session) };
}

/** What became of a call of the SDK's worker. */
function worker(
  authenticate: (options?: Options) => Promise<unknown>,
  options?: Options,
): string[] {
  const outcome: string[] = [];
  authenticate(options).then(
    () => outcome.push('answered'),
    () => outcome.push('refused'),
  );
  return outcome;
}

describe('interceptSdkRefresh', () => {
  it('sends the machine’s refresh, with or without a new length', async () => {
    const { door, asked, results } = sdkSession();
    results.push(
      () => 'first',
      () => 'second',
    );
    expect(await door.authenticate(null)).toBe('first');
    expect(await door.authenticate(1440)).toBe('second');
    expect(asked).toEqual([{}, { session_duration_minutes: 1440 }]);
  });

  it('resolves other callers with the machine’s next response [R11.16]', async () => {
    const { door, session, asked, results } = sdkSession();
    const outcomes = [worker(session.authenticate), worker(session.authenticate, {})];
    await flushMicrotasks();
    expect(asked).toEqual([]);
    results.push(() => 'answer');
    await door.authenticate(null);
    await flushMicrotasks();
    expect(outcomes).toEqual([['answered'], ['answered']]);
    expect(asked).toHaveLength(1);
  });

  it('keeps other callers pending after a recoverable error, and rejects them after an unrecoverable one', async () => {
    const { door, session, results } = sdkSession();
    const outcome = worker(session.authenticate);
    results.push(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(door.authenticate(null)).rejects.toThrow('Failed to fetch');
    await flushMicrotasks();
    expect(outcome).toEqual([]);
    const over = Object.assign(new Error('over'), { error_type: 'session_not_found' });
    results.push(() => {
      throw over;
    });
    await expect(door.authenticate(null)).rejects.toBe(over);
    await flushMicrotasks();
    expect(outcome).toEqual(['refused']);
  });

  it('lets the SDK call again with the same options object, until the call has settled', async () => {
    const { door, session, asked, results } = sdkSession();
    const held: { options: Options | undefined } = { options: undefined };
    results.push(
      () => {
        // The session changed while it was asking: the SDK asks again by the same property.
        held.options = asked[0];
        return session.authenticate(held.options);
      },
      () => 'the second answer',
    );
    expect(await door.authenticate(null)).toBe('the second answer');
    expect(asked).toEqual([held.options, held.options]);
    const late = worker(session.authenticate, held.options);
    await flushMicrotasks();
    expect(asked).toHaveLength(2);
    expect(late).toEqual([]);
  });
});
