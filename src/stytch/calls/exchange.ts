import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { REFUSED_ACCOUNT } from '../responses/errors.ts';
import { readOutcome } from '../responses/responses.ts';
import { outcomeResponseSchema } from '../responses/schemas.ts';
import type { ActorCall, Endpoint } from './call.ts';
import { callWithIntermediate } from './read-organizations.ts';

export const exchangeEndpoint = {
  path: '/b2b/discovery/intermediate_sessions/exchange',
  response: outcomeResponseSchema,
  intermediateEnded: 'intermediateExpired',
  errors: REFUSED_ACCOUNT,
} satisfies Endpoint;

/** Exchanges the intermediate session for a session of 1440 minutes (R7.1, R14.4). */
export const exchange: ActorCall<'exchange'> = (
  deps,
  { organizationId, intermediateDigest },
  signal,
) =>
  callWithIntermediate(deps, exchangeEndpoint, intermediateDigest, signal, async () => {
    const response = await deps.client.discovery.intermediateSessions.exchange({
      organization_id: organizationId,
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  });
