import type { Locks } from '#src/stytch/refresh/refresh-leader.ts';

/**
 * The Web Locks of one browser, shared by its tabs. A lock that is held is not available to other tabs, unless
 * they steal it: the request of its holder then rejects, while the holder's work goes on.
 */
export function createLocks(): Locks {
  const robberies = new Map<string, (error: DOMException) => void>();
  return {
    async request(name, options, work) {
      await undefined;
      const rob = robberies.get(name);
      if (rob !== undefined && !('steal' in options)) return work(null);
      rob?.(new DOMException('The lock was stolen.', 'AbortError'));
      let reject: (error: DOMException) => void = () => undefined;
      const robbed = new Promise<never>((_, rejectRobbed) => {
        reject = rejectRobbed;
      });
      robberies.set(name, reject);
      try {
        return await Promise.race([work({ name }), robbed]);
      } finally {
        if (robberies.get(name) === reject) robberies.delete(name);
      }
    },
  };
}
