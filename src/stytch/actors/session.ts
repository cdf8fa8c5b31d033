import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { Outcome } from '#machines/auth/auth.types.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import type { SessionRefresh } from '../refresh/refresh.ts';
import { readOutcome } from '../responses/responses.ts';
import { unreachableFailure } from '../sdk/failures.ts';
import { confirmed } from '../session/confirmed-session.ts';
import { type ActorDeps, callEndpoint, endpointCall } from './actor-deps.ts';
import type { ActorCall } from './late-actors.ts';

/** Finds out whose session cookie this is, when the browser has no stored session. */
export function resumeCall(deps: ActorDeps, refresh: SessionRefresh): ActorCall<'resume'> {
  return ({ signal }) => callEndpoint(deps, 'refresh', signal, () => refresh.resume(signal));
}

/** Refreshes the session, or adopts the refresh of another tab (R11.3, R11.8). */
export function refreshCall(deps: ActorDeps, refresh: SessionRefresh) {
  return endpointCall(deps, 'refresh', (input, signal) => refresh.attempt(input, signal));
}

/**
 * Moves the session to another organization of the member, for 1440 minutes. If the browser holds another session
 * than the confirmed one, nothing is exchanged: the result is that session, which names its person (R22.7).
 */
export function switchOrganizationCall(deps: ActorDeps, refresh: SessionRefresh) {
  type Contract = AuthActorContracts['switchOrganization'];
  // Without a recorded token, none is the confirmed one's until the provider has told.
  const optionsOf = (whenHeldBack: () => Promise<Contract['output']>) => ({
    limits: { sessionDigest: confirmed.readToken() ?? '' },
    whenHeldBack,
  });
  return endpointCall(deps, 'switchOrganization', exchange, (input, signal) =>
    optionsOf(async () => {
      const held = await callEndpoint(deps, 'refresh', signal, () => refresh.identify(signal));
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
