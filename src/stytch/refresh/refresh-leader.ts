import * as v from 'valibot';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';

const LOCK = 'auth-refresh';
const LEASE_KEY = 'auth_refresh_lease';

/** Longer than a request can take, so that a lease expires only after its tab was closed. */
const LEASE_DURATION = BUSY_TIMEOUT * 2;

/** The part of the Web Locks API that this module uses. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable: true },
    work: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

/** Runs `work` if no other tab is the leader. Resolves to `null`, without waiting, if one is. */
export type RunAsLeader = <Result>(work: () => Promise<Result>) => Promise<Result | null>;

/**
 * Elects the tab that refreshes the session: the one that gets a lock. Without the Web Locks API, a lease in
 * local storage takes its place. Two tabs may take a lease in the same instant; then both send one request.
 *
 * @param locks the browser's locks, if it has them
 * @param now epoch milliseconds
 */
export function createRefreshLeader(
  locks: Locks | null | undefined,
  now: () => number,
): RunAsLeader {
  // `navigator.locks` is missing on a page that is not served over HTTPS.
  if (locks == null) return withLease(now);
  return async <Result>(work: () => Promise<Result>) => {
    // `request` is not typed to return what `work` returns.
    const outcome: { result: Result | null } = { result: null };
    await locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock !== null) outcome.result = await work();
    });
    return outcome.result;
  };
}

const leaseSchema = v.object({ until: v.pipe(v.number(), v.finite()) });

function withLease(now: () => number): RunAsLeader {
  return async (work) => {
    const parsed = v.safeParse(leaseSchema, parseJson(safeLocalStorage.read(LEASE_KEY)));
    if (parsed.success) {
      const { until } = parsed.output;
      if (until > now() && until <= now() + LEASE_DURATION) return null;
    }
    safeLocalStorage.write(LEASE_KEY, JSON.stringify({ until: now() + LEASE_DURATION }));
    try {
      return await work();
    } finally {
      safeLocalStorage.remove(LEASE_KEY);
    }
  };
}
