import { CALL_TIMEOUT } from '#machines/rules/limits.ts';

const LOCK = 'auth-refresh';

/** Milliseconds after which a tab no longer waits for the others (R11.17). */
const TURN_TIMEOUT = CALL_TIMEOUT / 3;

/** The part of the Web Locks API that this module uses. */
export interface Locks {
  request(name: string, work: () => Promise<void>): Promise<unknown>;
}

/**
 * Runs `work` once, while no other tab does. The lock only saves requests: where it is missing, fails, does not answer
 * or is held by a tab that hangs, the tab works without it.
 */
export function runInTurn<Result>(
  locks: Locks | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve) => {
    let result: Promise<Result> | undefined;
    const run = async () => {
      clearTimeout(timer);
      result ??= work();
      resolve(result);
      // The lock is held until the work has ended.
      await result.catch(() => undefined);
    };
    const timer = setTimeout(run, TURN_TIMEOUT);
    locks?.request(LOCK, run).catch(() => undefined);
  });
}
