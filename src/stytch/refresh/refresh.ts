import type {
  Outcome,
  ProviderFailure,
  RefreshResult,
  SignedInSession,
} from '#machines/auth/auth.types.ts';
import { backoffDelay } from '#machines/rules/backoff.ts';
import {
  BUSY_TIMEOUT,
  DEFERRED_REFRESH_DELAY,
  SESSION_DURATION_MINUTES,
} from '#machines/rules/limits.ts';
import { toFailure } from '../responses/errors.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import { LEASE_DURATION, type RunAsLeader } from './refresh-leader.ts';
import type { RefreshMode, RefreshSchedule } from './refresh-schedule.ts';

interface SessionRefreshOptions {
  readonly schedule: RefreshSchedule;
  readonly runAsLeader: RunAsLeader;
  /** Sends the request. `minutes`: the session's new length, `null` to keep it. Rejects like the SDK. */
  readonly authenticate: (minutes: number | null) => Promise<unknown>;
  readonly currentSession: () => SignedInSession | null;
  /** Makes the SDK read local storage, where another tab may have written a newer session. */
  readonly resyncSdk: () => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

export interface SessionRefresh {
  /**
   * Makes one attempt of the background refresh, or adopts the result of another tab (R11.3, R11.8).
   *
   * @param input `attempt`: 1 plus the failures in a row that the machine has counted
   */
  attempt(
    input: { readonly attempt: number; readonly mode: RefreshMode },
    signal: AbortSignal,
  ): Promise<RefreshResult | ProviderFailure>;
  /** Finds out whose session cookie this is. Waits while another tab finds it out. */
  resume(signal: AbortSignal): Promise<Outcome | ProviderFailure>;
}

/** Milliseconds between two checks whether another tab has resumed the session. */
const RESUME_POLL_INTERVAL = 250;

/**
 * Refreshes the session. Arbitration between tabs belongs to this module, not to the machine: the leader
 * (`refresh-leader.ts`) is the only tab that sends a request, and the shared schedule (`refresh-schedule.ts`)
 * decides when. A leader that is stuck loses its place to another tab (R11.17). The machine of each tab asks for a
 * refresh as if it were alone; the result tells it whether the session was refreshed, here or in another tab, or
 * when to ask again.
 */
export function createSessionRefresh(options: SessionRefreshOptions): SessionRefresh {
  const { schedule, runAsLeader, authenticate, resyncSdk, now, random } = options;
  const { currentSession } = options;

  const refreshed = (session: SignedInSession, at: number): RefreshResult => ({
    kind: 'refreshed',
    session,
    at,
  });

  const adopt = (at: number): RefreshResult | null => {
    resyncSdk();
    const session = currentSession();
    return session === null ? null : refreshed(session, at);
  };

  /** The result that needs no request; `null` when a request is due. */
  const resultWithoutRequest = (mode: RefreshMode): RefreshResult | null => {
    const decision = schedule.decide(mode);
    if (decision.kind === 'adopt') return adopt(decision.at);
    if (decision.kind === 'defer') return { kind: 'deferred', retryInMs: decision.retryInMs };
    return null;
  };

  /**
   * Another tab is the leader. One that is silent for longer than a call can take is stuck: a wait until its
   * lease ends makes the machine show the outage (R11.6, R11.17).
   */
  const awaitLeader = (): RefreshResult => {
    const silence = now() - schedule.lastActivityAt();
    const isStuck = silence >= BUSY_TIMEOUT && silence < LEASE_DURATION;
    return {
      kind: 'deferred',
      retryInMs: isStuck ? LEASE_DURATION - silence : DEFERRED_REFRESH_DELAY,
    };
  };

  const recordFailure = (attempt: number): RefreshResult => {
    const failures = Math.max(attempt, schedule.failureCount() + 1);
    const retryInMs = backoffDelay(failures, random());
    schedule.recordFailure(failures, retryInMs);
    return { kind: 'unavailable', retryInMs };
  };

  /** Why the last request of this tab failed. */
  let lastFailure = unreachableFailure();

  const request = async (
    attempt: number,
    minutes: number | null,
    signal: AbortSignal,
  ): Promise<RefreshResult | ProviderFailure> => {
    schedule.recordAttempt();
    const sentAt = now();
    try {
      await authenticate(minutes);
    } catch (error) {
      const failure = toFailure(error, 'refresh');
      lastFailure = failure;
      // The machine has left the state before a time-out, which is not a failure of the provider.
      if (signal.aborted && now() < sentAt + BUSY_TIMEOUT) return failure;
      // Another tab has taken over meanwhile, and its result counts.
      if (schedule.lastActivityAt() > sentAt) return awaitLeader();
      if (failure.reason !== 'session') return recordFailure(attempt);
      schedule.reset();
      return failure;
    }
    const session = currentSession();
    if (session === null) return recordFailure(attempt);
    return refreshed(session, schedule.recordSuccess());
  };

  return {
    async attempt({ attempt, mode }, signal) {
      const early = resultWithoutRequest(mode);
      if (early !== null) return early;
      // An impersonated session is never extended (R12.5).
      const mayExtend = mode === 'extend' && currentSession()?.impersonated !== true;
      const minutes = mayExtend ? SESSION_DURATION_MINUTES : null;
      const result = await runAsLeader(
        // Another tab may have finished while this one was getting the lock.
        async () => resultWithoutRequest(mode) ?? request(attempt, minutes, signal),
      );
      return result ?? awaitLeader();
    },

    async resume(signal) {
      const deadline = now() + BUSY_TIMEOUT;
      while (!signal.aborted && now() < deadline) {
        resyncSdk();
        const session = currentSession();
        if (session !== null) return { kind: 'authenticated', session, at: now() };
        const result = await runAsLeader(() => request(1, null, signal));
        if (result?.kind === 'refreshed') {
          return { kind: 'authenticated', session: result.session, at: result.at };
        }
        if (result?.kind === 'failed') return result;
        if (result?.kind === 'unavailable') return lastFailure;
        await delay(RESUME_POLL_INTERVAL, signal);
      }
      return unreachableFailure();
    },
  };
}

/** Resolves after a number of milliseconds, or when `signal` aborts. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
