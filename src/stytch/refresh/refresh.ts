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
import { refusalFrom, unreachable } from '../sdk/errors.ts';
import type { RunAsLeader } from './refresh-leader.ts';
import type { RefreshMode, RefreshSchedule } from './refresh-schedule.ts';

interface SessionRefreshOptions {
  readonly schedule: RefreshSchedule;
  readonly runAsLeader: RunAsLeader;
  /** Asks the provider; `minutes`: the session's new length, `null` to leave it. Rejects like the SDK. */
  readonly authenticate: (minutes: number | null, signal: AbortSignal) => Promise<unknown>;
  readonly currentSession: () => SignedInSession | null;
  /** The session as the browser stored it may be newer than the SDK knows. */
  readonly resyncSdk: () => void;
  readonly now: () => number;
  readonly random: () => number;
}

export interface SessionRefresh {
  /** One attempt of the background refresh, or what another tab has made of it (R11.3, R11.8). */
  attempt(
    input: { readonly attempt: number; readonly mode: RefreshMode },
    signal: AbortSignal,
  ): Promise<RefreshResult | ProviderFailure>;
  /** Asks whose session cookie this is; waits while another tab is asking the same. */
  resume(signal: AbortSignal): Promise<Outcome | ProviderFailure>;
}

/** Milliseconds between two looks at what another tab has found out about a session cookie. */
const RESUME_LOOK = 250;

/** The one owner of the session refresh, over all tabs. */
export function createSessionRefresh(options: SessionRefreshOptions): SessionRefresh {
  const { schedule, runAsLeader, authenticate, currentSession, resyncSdk, now, random } = options;

  const adopted = (at: number): RefreshResult | null => {
    resyncSdk();
    const session = currentSession();
    return session === null ? null : { kind: 'refreshed', session, at };
  };

  /** What the times say; `null` when the provider is to be asked. */
  const standing = (mode: RefreshMode): RefreshResult | null => {
    const verdict = schedule.decide(mode);
    if (verdict.kind === 'adopt') return adopted(verdict.at);
    if (verdict.kind === 'defer') return { kind: 'deferred', retryInMs: verdict.retryInMs };
    return null;
  };

  const failed = (attempt: number): RefreshResult => {
    const failures = Math.max(attempt, schedule.failures() + 1);
    const retryInMs = backoffDelay(failures, random());
    schedule.recordFailure(failures, retryInMs);
    return { kind: 'unavailable', retryInMs };
  };

  const asked = async (
    attempt: number,
    minutes: number | null,
    signal: AbortSignal,
  ): Promise<RefreshResult | ProviderFailure> => {
    schedule.recordAttempt();
    const askedAt = now();
    try {
      await authenticate(minutes, signal);
    } catch (error) {
      const refusal = refusalFrom(error, 'refresh');
      // Given up because the machine moved on, which says nothing about the provider.
      if (signal.aborted && now() < askedAt + BUSY_TIMEOUT) return refusal;
      if (refusal.reason !== 'session') return failed(attempt);
      schedule.reset();
      return refusal;
    }
    const session = currentSession();
    if (session === null) return failed(attempt);
    schedule.recordSuccess();
    return { kind: 'refreshed', session, at: now() };
  };

  return {
    async attempt({ attempt, mode }, signal) {
      const before = standing(mode);
      if (before !== null) return before;
      // The session of a support person ends when it was meant to (R12.5).
      const mayExtend = mode === 'extend' && currentSession()?.impersonated !== true;
      const minutes = mayExtend ? SESSION_DURATION_MINUTES : null;
      const result = await runAsLeader(async () => {
        // Another tab may have been done in the time it took to get the lock.
        const meanwhile = standing(mode);
        return meanwhile ?? asked(attempt, minutes, signal);
      });
      return result ?? { kind: 'deferred', retryInMs: DEFERRED_REFRESH_DELAY };
    },

    async resume(signal) {
      const deadline = now() + BUSY_TIMEOUT;
      while (!signal.aborted && now() < deadline) {
        resyncSdk();
        const session = currentSession();
        if (session !== null) return { kind: 'authenticated', session, at: now() };
        const result = await runAsLeader(() => asked(1, null, signal));
        if (result?.kind === 'refreshed') return { ...result, kind: 'authenticated' };
        if (result?.kind === 'failed') return result;
        if (result !== null) return unreachable();
        await delay(RESUME_LOOK, signal);
      }
      return unreachable();
    },
  };
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
