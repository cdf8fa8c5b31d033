import type { Outcome, ProviderFailure, RefreshResult } from '#machines/auth/auth.types.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import type { SessionRefresh } from '../refresh/refresh.ts';
import { readOutcome } from '../responses/responses.ts';
import { resyncSdk } from '../sdk/sdk-state.ts';
import { currentSession } from '../session/session.ts';
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
 * Moves the session to another organization of the member, for 1440 minutes. If the browser holds the session of another
 * member, nothing is exchanged: the result is that session, which names its person.
 */
export function switchOrganizationCall(deps: ActorDeps) {
  return endpointCall(deps, 'switchOrganization', exchange);

  async function exchange({
    organizationId,
  }: {
    organizationId: string;
  }): Promise<Outcome | RefreshResult | ProviderFailure> {
    const shown = deps.events.sessionChanges.acknowledged();
    resyncSdk(deps.publicToken);
    const session = currentSession(deps.client);
    if (session !== null && session.memberId !== shown?.memberId) {
      return { kind: 'refreshed', session, at: deps.now() };
    }
    const response = await deps.client.session.exchange({
      organization_id: organizationId,
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  }
}
