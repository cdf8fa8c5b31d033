import * as v from 'valibot';
import { BUSY_TIMEOUT, DEFERRED_REFRESH_DELAY } from '#machines/rules/limits.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';

const LOCK = 'auth-refresh';
const LEASE_KEY = 'auth_refresh_lease';

/** How long the leader may stay silent before another tab takes its place, in milliseconds (R11.17). */
export const LEASE_DURATION = BUSY_TIMEOUT * 2;

/** The part of the Web Locks API that this module uses. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable: true } | { steal: true },
    work: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

/** Runs `work` if no other tab is the leader. Resolves to `null`, without waiting, if one is. */
export type RunAsLeader = <Result>(work: () => Promise<Result>) => Promise<Result | null>;

interface RefreshLeaderOptions {
  /** The browser's locks, if it has them. */
  readonly locks: Locks | null | undefined;
  /** When any tab last started or completed an attempt, in epoch milliseconds. */
  readonly lastActivityAt: () => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Elects the tab that refreshes the session: the one that gets a lock.
 *
 * A leader records its attempt as soon as it has the lock, and its call ends within `BUSY_TIMEOUT`. A tab that is
 * frozen, hangs or is paused by a debugger keeps the lock and does neither. After `LEASE_DURATION` without an
 * attempt, another tab takes the lock over. The work of the old leader goes on, and gets `null` as result; the
 * transport gives the SDK no response that is later than its time-out, so that it writes nothing.
 *
 * Without the Web Locks API, a lease in local storage takes the lock's place. Two tabs may take a lease in the
 * same instant; then both send one request.
 */
export function createRefreshLeader(options: RefreshLeaderOptions): RunAsLeader {
  const { locks, lastActivityAt, now } = options;
  // `navigator.locks` is missing on a page that is not served over HTTPS.
  if (locks == null) return withLease(now);
  let refused: { readonly since: number; readonly lastActivity: number } | null = null;

  /** Another tab's record may arrive later than its lock, so a single refusal proves nothing. */
  const isLeaseOver = () =>
    refused !== null &&
    refused.lastActivity === lastActivityAt() &&
    now() - refused.since >= DEFERRED_REFRESH_DELAY &&
    now() - refused.lastActivity >= LEASE_DURATION;

  return async <Result>(work: () => Promise<Result>) => {
    // `request` is not typed to return what `work` returns.
    const outcome: { result: Result | null } = { result: null };
    const lead = async (lock: unknown) => {
      if (lock === null) {
        const lastActivity = lastActivityAt();
        if (refused?.lastActivity !== lastActivity) refused = { since: now(), lastActivity };
        return;
      }
      refused = null;
      outcome.result = await work();
    };
    if (!isLeaseOver()) {
      await locks.request(LOCK, { ifAvailable: true }, lead).catch(ignoreTakeover);
      return outcome.result;
    }
    // One tab takes over: its attempt gives the next takeover another name.
    await locks.request(
      `${LOCK}-after-${lastActivityAt()}`,
      { ifAvailable: true },
      async (lock) => {
        if (lock === null || !isLeaseOver()) return;
        await locks.request(LOCK, { steal: true }, lead).catch(ignoreTakeover);
      },
    );
    return outcome.result;
  };
}

/** The browser rejects the request of a leader whose lock another tab has taken over. */
function ignoreTakeover(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

const leaseSchema = v.object({ until: v.pipe(v.number(), v.finite()) });

function withLease(now: () => number): RunAsLeader {
  return async (work) => {
    const parsed = v.safeParse(leaseSchema, parseJson(safeLocalStorage.read(LEASE_KEY)));
    if (parsed.success) {
      const { until } = parsed.output;
      if (until > now() && until <= now() + LEASE_DURATION) return null;
    }
    const lease = JSON.stringify({ until: now() + LEASE_DURATION });
    safeLocalStorage.write(LEASE_KEY, lease);
    try {
      return await work();
    } finally {
      // Another tab may have taken over an expired lease.
      if (safeLocalStorage.read(LEASE_KEY) === lease) safeLocalStorage.remove(LEASE_KEY);
    }
  };
}
