import type { Locks } from '#src/stytch/refresh/run-in-turn.ts';

/** The Web Locks of one browser, shared by its tabs: one after another gets the lock. */
export function createLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(_, work) {
      const done = last.then(work);
      last = done;
      return done;
    },
  };
}
