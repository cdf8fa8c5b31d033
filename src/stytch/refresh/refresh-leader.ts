import { BUSY_TIMEOUT, DEFERRED_REFRESH_DELAY } from '#machines/rules/limits.ts';

const LOCK = 'auth-refresh';

/** Milliseconds in which the browser says whether a lock is free. Later, the tab works without one. */
const LOCK_TIMEOUT = 1_000;

/** How long the leader may stay silent before another tab takes its place, in milliseconds (R11.17). */
export const LEASE_DURATION = BUSY_TIMEOUT * 2;

/** The part of the Web Locks API that this module uses. */
export interface Locks {
  request(
    name: string,
    options: { readonly ifAvailable: true },
    work: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

/** Runs `work` if no other tab is the leader. Resolves to `null`, without waiting, if one is. */
export type RunAsLeader = <Result>(work: () => Promise<Result>) => Promise<Result | null>;

interface RefreshLeaderOptions {
  /** The browser's locks. */
  readonly locks: Locks | null | undefined;
  /** When any tab last started or completed an attempt, in epoch milliseconds. */
  readonly lastActivityAt: () => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Elects the tab that refreshes the session: the one that gets a lock. The lock only saves requests: where it is
 * missing, fails or does not answer, each tab works by itself.
 *
 * A leader records its attempt as soon as it has the lock, and its call ends within `BUSY_TIMEOUT`. A tab that is
 * frozen or hangs keeps the lock and does neither. After `LEASE_DURATION` without an attempt, the tab that gets a
 * second lock, named after that attempt, takes its place; its own attempt gives the next takeover another name. The
 * transport gives the SDK of the old leader no response that is later than its time-out.
 */
export function createRefreshLeader(options: RefreshLeaderOptions): RunAsLeader {
  const { locks, lastActivityAt, now } = options;
  let refused: { readonly since: number; readonly lastActivity: number } | null = null;

  /** Another tab's record may arrive later than its lock, so a single refusal proves nothing. */
  const isLeaderStuck = () => {
    const lastActivity = lastActivityAt();
    if (refused?.lastActivity !== lastActivity) {
      refused = { since: now(), lastActivity };
      return false;
    }
    return (
      now() - refused.since >= DEFERRED_REFRESH_DELAY && now() - lastActivity >= LEASE_DURATION
    );
  };

  return async (work) => {
    const own = await runWithLock(locks, LOCK, work);
    if (own !== null) return own;
    return isLeaderStuck() ? runWithLock(locks, `${LOCK}-after-${lastActivityAt()}`, work) : null;
  };
}

/** Runs `work` unless another tab holds the lock. Resolves to `null` if one does. */
function runWithLock<Result>(
  locks: Locks | null | undefined,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return new Promise((resolve) => {
    let isDecided = false;
    /** Runs the work once, with or without the lock. */
    const decide = (mayWork: boolean): Promise<Result> | null => {
      if (isDecided) return null;
      isDecided = true;
      clearTimeout(timer);
      const result = mayWork ? work() : null;
      resolve(result);
      return result;
    };
    const timer = setTimeout(() => decide(true), LOCK_TIMEOUT);
    const request = async () => {
      if (!locks) throw new Error('This browser has no locks.');
      await locks.request(name, { ifAvailable: true }, async (lock) => {
        // The lock is held until the work has ended.
        await decide(lock !== null)?.catch(() => undefined);
      });
    };
    request().catch(() => decide(true));
  });
}
