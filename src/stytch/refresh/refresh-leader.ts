import * as v from 'valibot';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import { parseJson } from '../sdk/json.ts';

const LOCK = 'auth-refresh';
const LEASE_KEY = 'auth_refresh_lease';

/** Longer than a call can take, so that a lease ends after its tab has. */
const LEASE = BUSY_TIMEOUT * 2;

/** The browser's locks, as far as the election asks for them. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable: true },
    work: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

/** Runs the work when no other tab is at it; `null` when one is. Never waits for another tab. */
export type RunAsLeader = <Result>(work: () => Promise<Result>) => Promise<Result | null>;

/**
 * Who of all tabs asks the provider: whoever gets the lock. Without the Web Locks API a lease in local
 * storage stands in, which two tabs could take in the same instant; then both ask, once.
 *
 * @param locks the browser's locks, if it has them
 * @param now epoch milliseconds
 */
export function createRefreshLeader(
  locks: Locks | null | undefined,
  now: () => number,
): RunAsLeader {
  // Absent where the page is not served securely.
  if (locks == null) return leased(now);
  return async <Result>(work: () => Promise<Result>) => {
    // The lock manager's own answer type loses what the work gives, so the answer is carried outside.
    const holder: { result: Result | null } = { result: null };
    await locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock !== null) holder.result = await work();
    });
    return holder.result;
  };
}

const leaseSchema = v.object({ until: v.pipe(v.number(), v.finite()) });

function leased(now: () => number): RunAsLeader {
  return async (work) => {
    const parsed = v.safeParse(leaseSchema, parseJson(safeLocalStorage.read(LEASE_KEY)));
    if (parsed.success) {
      const { until } = parsed.output;
      if (until > now() && until <= now() + LEASE) return null;
    }
    safeLocalStorage.write(LEASE_KEY, JSON.stringify({ until: now() + LEASE }));
    try {
      return await work();
    } finally {
      safeLocalStorage.remove(LEASE_KEY);
    }
  };
}
