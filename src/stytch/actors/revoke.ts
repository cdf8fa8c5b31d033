import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { SignOutReason } from '#machines/auth/auth.events.ts';
import { clearWebStorage, safeLocalStorage } from '../../storage/web-storage.ts';
import { REFRESH_SCHEDULE_KEY } from '../refresh/refresh-schedule-key.ts';
import { removeSdkState } from '../sdk/sdk-state.ts';
import { expireAllCookies } from '../session/cookies.ts';
import { removeIntermediateCookie } from '../session/session.ts';
import type { ActorDeps } from './actor-deps.ts';
import { resolveInTime } from './resolve-in-time.ts';

/**
 * Ends the session at the provider and removes what this browser stored of it. Always resolves, and at once:
 * the transport responds to the SDK without waiting for the provider.
 */
export function revokeActor(deps: ActorDeps) {
  type Contract = AuthActorContracts['revoke'];
  return fromPromise<Contract['output'], Contract['input']>(async ({ input, signal }) => {
    await resolveInTime(signal, () => signOut(deps, input.reason));
    return undefined;
  });
}

async function signOut(
  { publicToken, sessionMonitor, pkce }: ActorDeps,
  reason: SignOutReason,
): Promise<void> {
  // First, so that other tabs learn of the sign-out before the session ends.
  sessionMonitor.recordSignOut();
  await sessionMonitor.sessionChanges.duringOwnCall(() => {
    // So that no event tells the machine of an end that it has asked for.
    sessionMonitor.sessionChanges.acknowledge(null);
    return sessionMonitor.revokeSession();
  });
  sessionMonitor.removeSession();
  removeSdkState(publicToken);
  safeLocalStorage.remove(REFRESH_SCHEDULE_KEY);
  removeIntermediateCookie(publicToken);
  pkce.clear();
  // R12.4: stopping an impersonation clears all storage of the browser and all cookies.
  if (reason !== 'impersonation_stopped') return;
  clearWebStorage();
  expireAllCookies();
}
