import { CALL_TIMEOUT } from '#machines/rules/limits.ts';

const LOCK = 'auth-refresh';

/** Milliseconds after which a tab stops waiting for a leader that does nothing (R11.17). */
const LEASE_DURATION = CALL_TIMEOUT * 2;

/** The part of the Web Locks API that this module uses. */
export interface Locks {
  request<Result>(
    name: string,
    options: { readonly ifAvailable: true },
    work: (lock: unknown) => Promise<Result>,
  ): Promise<Result>;
}

/** Runs `work` if no other tab is the leader. Resolves to `null`, without waiting, if one is. */
export type RunAsLeader = <Result>(work: () => Promise<Result>) => Promise<Result | null>;

/**
 * Elects the tab that refreshes the session: the one that gets a lock. The lock only saves requests.
 *
 * A leader records its attempt as soon as it has the lock, and its call ends within `CALL_TIMEOUT`. A tab that is
 * frozen or hangs keeps the lock and does neither. A tab that was refused for `LEASE_DURATION`, while no tab made an
 * attempt, works without the lock. The transport gives the SDK of the old leader no response that is later than its
 * time-out.
 *
 * @param locks the browser's locks
 * @param lastActivityAt when any tab last started or completed an attempt, in epoch milliseconds
 * @param now epoch milliseconds
 */
export function createRefreshLeader(
  locks: Locks,
  lastActivityAt: () => number,
  now: () => number,
): RunAsLeader {
  let refusedSince = 0;
  return async (work) => {
    const result = await locks.request(LOCK, { ifAvailable: true }, async (lock) =>
      lock === null ? null : work(),
    );
    if (result !== null) return result;
    // Another tab's record may arrive later than its lock, so the time counts from the first refusal.
    if (lastActivityAt() >= refusedSince) refusedSince = now();
    return now() - refusedSince < LEASE_DURATION ? null : work();
  };
}
