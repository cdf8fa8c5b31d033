import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { Outcome } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE, SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { safeLocalStorage, safeSessionStorage } from '../../storage/web-storage.ts';
import { clearLinkRequests } from '../email-link/magic-link-request.ts';
import { unreachableFailure } from '../sdk/errors.ts';
import { readOutcome } from '../sdk/responses.ts';
import { removeSdkState } from '../sdk/sdk-state.ts';
import { confirmed } from '../session/confirmed-session.ts';
import {
  expireAllCookies,
  expireCookie,
  expireShadowingCookies,
  SESSION_COOKIE,
  SESSION_JWT_COOKIE,
} from '../session/cookies.ts';
import { expireIntermediateSession } from '../session/session.ts';
import { type ActorDeps, callEndpoint, endpointActor } from './actor-deps.ts';

/** Finds out whose session cookie this is, when the browser has no stored session. */
export function resumeActor(deps: ActorDeps) {
  type Contract = AuthActorContracts['resume'];
  return fromPromise<Contract['output'], Contract['input']>(({ signal }) =>
    callEndpoint(deps, 'refresh', signal, () => deps.refresh.resume(signal)),
  );
}

/** Refreshes the session, or adopts the refresh of another tab (R11.3, R11.8). */
export function refreshActor(deps: ActorDeps) {
  return endpointActor(deps, 'refresh', (input, signal) => deps.refresh.attempt(input, signal));
}

/**
 * Moves the session to another organization of the member, for 1440 minutes. If the browser holds another session
 * than the confirmed one, nothing is exchanged: the result is that session, which names its person (R22.7).
 */
export function switchOrganizationActor(deps: ActorDeps) {
  type Contract = AuthActorContracts['switchOrganization'];
  // Without a recorded token, none is the confirmed one's until the provider has told.
  const optionsOf = (whenHeldBack: () => Promise<Contract['output']>) => ({
    limits: { sessionDigest: confirmed.readToken() ?? '' },
    whenHeldBack,
  });
  return endpointActor(deps, 'switchOrganization', exchange, (input, signal) =>
    optionsOf(async () => {
      const held = await callEndpoint(deps, 'refresh', signal, () => deps.refresh.identify(signal));
      if (held.kind !== 'refreshed' || !held.isConfirmed) return held;
      // The provider has replaced the token of the same session.
      const again = optionsOf(async () => unreachableFailure());
      return callEndpoint(deps, 'switchOrganization', signal, () => exchange(input), again);
    }),
  );

  async function exchange({ organizationId }: { organizationId: string }): Promise<Outcome> {
    const response = await deps.client.session.exchange({
      organization_id: organizationId,
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  }
}

/**
 * Ends the session at the provider and removes what this browser stored of it. Always resolves, and at once:
 * the transport responds to the SDK without waiting for the provider.
 */
export function revokeActor(deps: ActorDeps) {
  type Contract = AuthActorContracts['revoke'];
  const { client, publicToken, events, schedule, pkce } = deps;
  return fromPromise<Contract['output'], Contract['input']>(async ({ input }) => {
    events.signOutMarker.set();
    expireShadowingCookies();
    await events.sessionChanges.duringOwnCall(async () => {
      await client.session.revoke({ forceClear: true }).catch(() => undefined);
      events.sessionChanges.acknowledge(null);
    });
    schedule.reset();
    removeSdkState(publicToken);
    expireIntermediateSession();
    // The SDK removes its own cookies; those that another host planted stay without this.
    expireCookie(SESSION_COOKIE);
    expireCookie(SESSION_JWT_COOKIE);
    expireCookie(IMPERSONATION_COOKIE);
    clearLinkRequests();
    confirmed.remove();
    pkce.clear();
    // R12.4: stopping an impersonation clears all storage of the browser and all cookies.
    if (input.reason !== 'impersonation_stopped') return;
    safeLocalStorage.clear();
    safeSessionStorage.clear();
    expireAllCookies();
  });
}
