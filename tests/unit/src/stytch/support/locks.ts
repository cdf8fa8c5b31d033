import type { Locks } from '#src/stytch/refresh/refresh-leader.ts';

/** The Web Locks of one browser, shared by its tabs: a lock that is held is not available to others. */
export function createLocks(): Locks {
  const held = new Set<string>();
  return {
    async request(name, _, work) {
      await undefined;
      if (held.has(name)) return work(null);
      held.add(name);
      try {
        return await work({ name });
      } finally {
        held.delete(name);
      }
    },
  };
}
