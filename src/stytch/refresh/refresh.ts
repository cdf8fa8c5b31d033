import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
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
import type { BackgroundMode, RefreshSchedule } from './refresh-schedule.ts';

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
   * Makes one attempt of the refresh. In the background, it adopts the result of another tab (R11.3, R11.8); an
   * `extend` or a `check` always asks the provider.
   *
   * @param input `attempt`: 1 plus the failures in a row that the machine has counted
   */
  attempt(
    input: AuthActorContracts['refresh']['input'],
    signal: AbortSignal,
  ): Promise<RefreshResult | ProviderFailure>;
  /** Records an attempt without a result as a failed one. */
  postpone(attempt: number): RefreshResult;
  /** Finds out whose session cookie this is. Waits for a while if another tab is finding it out. */
  resume(signal: AbortSignal): Promise<Outcome | ProviderFailure>;
}

/** Milliseconds between two checks whether another tab has resumed the session, and for which they are made. */
const RESUME_POLL_INTERVAL = 250;
const RESUME_WAIT = 5_000;

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

  const adopt = (at: number): RefreshResult | null => {
    resyncSdk();
    const session = currentSession();
    return session === null ? null : { kind: 'refreshed', session, at };
  };

  /** The result that needs no request; `null` when a request is due. */
  const resultWithoutRequest = (mode: BackgroundMode): RefreshResult | null => {
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

  const postpone = (attempt: number): RefreshResult => {
    const failures = Math.max(attempt, schedule.failureCount() + 1);
    const retryInMs = backoffDelay(failures, random());
    schedule.recordFailure(failures, retryInMs);
    return { kind: 'unavailable', retryInMs };
  };

  /** Sends a request, and records its result. A failure of one that nobody waits for any more counts for nothing. */
  const request = async (
    minutes: number | null,
    signal: AbortSignal,
  ): Promise<RefreshResult | ProviderFailure> => {
    schedule.recordAttempt();
    try {
      await authenticate(minutes);
    } catch (error) {
      const failure = toFailure(error, { needsSession: true });
      if (failure.reason === 'session' && !signal.aborted) schedule.reset();
      return failure;
    }
    const session = currentSession();
    if (session === null) return unreachableFailure();
    return { kind: 'refreshed', session, at: schedule.recordSuccess() };
  };

  const refreshed = async (
    attempt: number,
    minutes: number | null,
    signal: AbortSignal,
  ): Promise<RefreshResult | ProviderFailure> => {
    const sentAt = now();
    const result = await request(minutes, signal);
    if (result.kind !== 'failed' || result.reason === 'session' || signal.aborted) return result;
    // Another tab has taken over meanwhile, and its result counts.
    return schedule.lastActivityAt() > sentAt ? awaitLeader() : postpone(attempt);
  };

  return {
    postpone,

    async attempt({ attempt, mode }, signal) {
      if (mode === 'extend' || mode === 'check') {
        const gap = schedule.gapLeft();
        if (gap > 0) await delay(gap, signal);
        // An impersonated session is never extended (R12.5).
        const mayExtend = mode === 'extend' && currentSession()?.impersonated !== true;
        return refreshed(attempt, mayExtend ? SESSION_DURATION_MINUTES : null, signal);
      }
      const early = resultWithoutRequest(mode);
      if (early !== null) return early;
      const result = await runAsLeader(
        // Another tab may have finished while this one was getting the lock.
        async () => resultWithoutRequest(mode) ?? refreshed(attempt, null, signal),
      );
      return result ?? awaitLeader();
    },

    async resume(signal) {
      for (let waited = 0; ; waited += RESUME_POLL_INTERVAL) {
        resyncSdk();
        const session = currentSession();
        if (session !== null) return { kind: 'authenticated', session, at: now() };
        const ask = () => request(null, signal);
        const result = waited < RESUME_WAIT ? await runAsLeader(ask) : await ask();
        if (result?.kind === 'refreshed') return { ...result, kind: 'authenticated' };
        if (result?.kind === 'failed') return result;
        await delay(RESUME_POLL_INTERVAL, signal);
        if (signal.aborted) return unreachableFailure();
      }
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
