import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type {
  Outcome,
  ProviderFailure,
  RefreshResult,
  SignedInSession,
} from '#machines/auth/auth.types.ts';
import { backoffDelay } from '#machines/rules/backoff.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import type { ActorDeps } from '../actors/actor-deps.ts';
import { toFailure } from '../responses/errors.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import type { BackgroundMode, RefreshSchedule } from './refresh-schedule.ts';
import { type Locks, runInTurn } from './run-in-turn.ts';

interface SessionRefreshOptions extends Pick<ActorDeps, 'authenticate' | 'now' | 'random'> {
  readonly schedule: RefreshSchedule;
  /** The browser's locks. */
  readonly locks: Locks | undefined;
  readonly currentSession: () => SignedInSession | null;
  /** Makes the SDK read local storage, where another tab may have written a newer session. */
  readonly resyncSdk: () => void;
}

type Refreshed = Extract<RefreshResult, { kind: 'refreshed' }>;

/**
 * Refreshes the session. Arbitration between tabs belongs to this module, not to the machine: one tab at a time sends a
 * request (`run-in-turn.ts`), and the shared schedule (`refresh-schedule.ts`) decides when. The machine of each tab
 * asks for a refresh as if it were alone; the result tells it whether the session was refreshed, here or in another
 * tab, or when to ask again.
 */
export function createSessionRefresh(options: SessionRefreshOptions) {
  const { schedule, locks, authenticate, currentSession, resyncSdk, now, random } = options;

  /** The result that needs no request; `null` when a request is due. */
  const resultWithoutRequest = (mode: BackgroundMode): RefreshResult | null => {
    const decision = schedule.decide(mode);
    if (decision.kind === 'defer') return { kind: 'deferred', retryInMs: decision.retryInMs };
    if (decision.kind === 'request') return null;
    resyncSdk();
    const session = currentSession();
    return session === null ? null : { kind: 'refreshed', session, at: decision.at };
  };

  /** Sends a request, and records its result. Ignores the end of a session after `signal` aborted. */
  const request = async (
    minutes: number | null,
    signal: AbortSignal,
  ): Promise<Refreshed | ProviderFailure> => {
    // It may have waited for other tabs.
    if (signal.aborted) return unreachableFailure();
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
    schedule.recordSuccess();
    return { kind: 'refreshed', session, at: now() };
  };

  return {
    /**
     * Makes one attempt of the refresh. In the background, it adopts the result of another tab (R11.3, R11.8); an
     * `extend` or a `check` always asks the provider.
     */
    async attempt(
      { mode }: AuthActorContracts['refresh']['input'],
      signal: AbortSignal,
    ): Promise<RefreshResult | ProviderFailure> {
      if (mode === 'extend' || mode === 'check') {
        // An impersonated session is never extended (R12.5).
        const mayExtend = mode === 'extend' && currentSession()?.impersonated !== true;
        return request(mayExtend ? SESSION_DURATION_MINUTES : null, signal);
      }
      const early = resultWithoutRequest(mode);
      if (early !== null) return early;
      return runInTurn<RefreshResult | ProviderFailure>(
        locks,
        // Another tab may have finished while this one was waiting.
        async () => resultWithoutRequest(mode) ?? request(null, signal),
      );
    },

    /** Records an attempt that gave no result as a failed one, after which all tabs wait. */
    postpone(): RefreshResult {
      const failures = schedule.failureCount() + 1;
      const retryInMs = backoffDelay(failures, random());
      schedule.recordFailure(failures, retryInMs);
      return { kind: 'unavailable', retryInMs };
    },

    /** Finds out whose session cookie this is. */
    async resume(signal: AbortSignal): Promise<Outcome | ProviderFailure> {
      const result = await request(null, signal);
      return result.kind === 'failed' ? result : { ...result, kind: 'authenticated' };
    },
  };
}

export type SessionRefresh = ReturnType<typeof createSessionRefresh>;
