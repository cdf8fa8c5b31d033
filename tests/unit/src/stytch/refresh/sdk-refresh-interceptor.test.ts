import { describe, expect, it } from 'vitest';
import { interceptSdkRefresh } from '#src/stytch/refresh/sdk-refresh-interceptor.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';

type Options = { session_duration_minutes?: number };

/** The SDK's session client, as far as the door sees it. */
function sdkSession() {
  const asked: (Options | undefined)[] = [];
  const answers: (() => unknown)[] = [];
  const session = {
    authenticate: async (options?: Options): Promise<unknown> => {
      asked.push(options);
      return answers.shift()?.();
    },
  };
  return { asked, answers, session, door: interceptSdkRefresh(session) };
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

describe('the one door to the session refresh', () => {
  it('lets the machine through, with or without a new length', async () => {
    const { door, asked, answers } = sdkSession();
    answers.push(
      () => 'first',
      () => 'second',
    );
    expect(await door.authenticate(null)).toBe('first');
    expect(await door.authenticate(1440)).toBe('second');
    expect(asked).toEqual([{}, { session_duration_minutes: 1440 }]);
  });

  it('gives everybody else the machine’s next result [R11.16]', async () => {
    const { door, session, asked, answers } = sdkSession();
    const outcomes = [worker(session.authenticate), worker(session.authenticate, {})];
    await flushMicrotasks();
    expect(asked).toEqual([]);
    answers.push(() => 'answer');
    await door.authenticate(null);
    await flushMicrotasks();
    expect(outcomes).toEqual([['answered'], ['answered']]);
    expect(asked).toHaveLength(1);
  });

  it('keeps them waiting through what passes, and tells them when the session is over', async () => {
    const { door, session, answers } = sdkSession();
    const outcome = worker(session.authenticate);
    answers.push(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(door.authenticate(null)).rejects.toThrow('Failed to fetch');
    await flushMicrotasks();
    expect(outcome).toEqual([]);
    const over = Object.assign(new Error('over'), { error_type: 'session_not_found' });
    answers.push(() => {
      throw over;
    });
    await expect(door.authenticate(null)).rejects.toBe(over);
    await flushMicrotasks();
    expect(outcome).toEqual(['refused']);
  });

  it('lets the SDK come back with the very same options, and nobody once the call is over', async () => {
    const { door, session, asked, answers } = sdkSession();
    const held: { options: Options | undefined } = { options: undefined };
    answers.push(
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
