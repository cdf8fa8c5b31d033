import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { SignOutReason } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { clearWebStorage, safeLocalStorage } from '../../storage/web-storage.ts';
import { clearLinkRequests } from '../email-link/magic-link-request.ts';
import { REFRESH_SCHEDULE_KEY } from '../refresh/refresh-schedule-key.ts';
import { removeSdkState } from '../sdk/sdk-state.ts';
import {
  expireAllCookies,
  expireCookie,
  expireShadowingCookies,
  SESSION_COOKIE,
  SESSION_JWT_COOKIE,
} from '../session/cookies.ts';
import { expireIntermediateSession } from '../session/session.ts';
import type { EarlyActorDeps } from './actor-deps.ts';
import { resolveInTime } from './resolve-in-time.ts';

/**
 * Ends the session at the provider and removes what this browser stored of it. Always resolves, and at once:
 * the transport responds to the SDK without waiting for the provider.
 */
export function revokeActor(deps: EarlyActorDeps) {
  type Contract = AuthActorContracts['revoke'];
  return fromPromise<Contract['output'], Contract['input']>(async ({ input, signal }) => {
    await resolveInTime(signal, () => signOut(deps, input.reason));
    return undefined;
  });
}

async function signOut(
  { publicToken, events, pkce }: EarlyActorDeps,
  reason: SignOutReason,
): Promise<void> {
  events.signOutMarker.set();
  expireShadowingCookies();
  await events.sessionChanges.duringOwnCall(() => {
    // First, so that no event tells the machine of an end that it has asked for.
    events.sessionChanges.acknowledge(null);
    return events.revokeSession();
  });
  safeLocalStorage.remove(REFRESH_SCHEDULE_KEY);
  removeSdkState(publicToken);
  expireIntermediateSession();
  expireCookie(IMPERSONATION_COOKIE);
  // The SDK removes its own cookies; those of another host of the site stay without this.
  expireCookie(SESSION_COOKIE);
  expireCookie(SESSION_JWT_COOKIE);
  clearLinkRequests();
  pkce.clear();
  // A full storage has no space for it before.
  events.signOutMarker.ensure();
  // R12.4: stopping an impersonation clears all storage of the browser and all cookies.
  if (reason !== 'impersonation_stopped') return;
  clearWebStorage();
  expireAllCookies();
}
