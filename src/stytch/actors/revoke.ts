import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
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

/**
 * Ends the session at the provider and removes what this browser stored of it. Always resolves, and at once:
 * the transport responds to the SDK without waiting for the provider.
 */
export function revokeActor(deps: EarlyActorDeps) {
  type Contract = AuthActorContracts['revoke'];
  const { publicToken, events, pkce } = deps;
  return fromPromise<Contract['output'], Contract['input']>(async ({ input }) => {
    events.signOutMarker.set();
    expireShadowingCookies();
    await events.sessionChanges.duringOwnCall(async () => {
      await events.revokeSession();
      events.sessionChanges.acknowledge(null);
    });
    safeLocalStorage.remove(REFRESH_SCHEDULE_KEY);
    removeSdkState(publicToken);
    expireIntermediateSession();
    // The SDK removes its own cookies; those that another host planted stay without this.
    expireCookie(SESSION_COOKIE);
    expireCookie(SESSION_JWT_COOKIE);
    expireCookie(IMPERSONATION_COOKIE);
    clearLinkRequests();
    pkce.clear();
    // A full storage has no space for it before.
    events.signOutMarker.ensure();
    // R12.4: stopping an impersonation clears all storage of the browser and all cookies.
    if (input.reason !== 'impersonation_stopped') return;
    clearWebStorage();
    expireAllCookies();
  });
}
