import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { readOutcome } from '../responses/responses.ts';
import { outcomeResponseSchema } from '../responses/schemas.ts';
import { resyncSdk } from '../sdk/sdk-state.ts';
import { currentSession } from '../session/session.ts';
import { type ActorCall, type CallDeps, callEndpoint, type Endpoint } from './call.ts';

export const switchOrganizationEndpoint = {
  path: '/b2b/sessions/exchange',
  response: outcomeResponseSchema,
  needsSession: true,
} satisfies Endpoint;

/**
 * Moves the session to another organization of the member, for 1440 minutes. If the browser holds the session of another
 * member, nothing is exchanged: the result is that session, which names its person.
 */
export const switchOrganization: ActorCall<'switchOrganization'> = (
  deps,
  { organizationId },
  signal,
) => callEndpoint(deps, switchOrganizationEndpoint, signal, () => switchTo(deps, organizationId));

async function switchTo(deps: CallDeps, organizationId: string) {
  const shown = deps.sessionMonitor.sessionChanges.acknowledged();
  resyncSdk(deps.publicToken);
  const session = currentSession(deps.client);
  if (session !== null && session.memberId !== shown?.memberId) {
    return { kind: 'refreshed' as const, session, at: deps.now() };
  }
  const response = await deps.client.session.exchange({
    organization_id: organizationId,
    session_duration_minutes: SESSION_DURATION_MINUTES,
  });
  return readOutcome(response, deps.now());
}
