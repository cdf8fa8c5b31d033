import type { ActorResult, Discovered, ProviderFailure } from '#machines/auth/auth.types.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { type ErrorRule, REFUSED_ACCOUNT } from '../responses/errors.ts';
import { readDiscovered, readOutcome } from '../responses/responses.ts';
import { discoveryAuthenticatedSchema, outcomeResponseSchema } from '../responses/schemas.ts';
import { createFailure } from '../sdk/failures.ts';
import { type CallDeps, callEndpoint, type Endpoint } from './call.ts';

const USED: ErrorRule = {
  types: ['oauth_token_not_found', 'expired_oauth_response', 'invalid_token'],
  reason: 'known',
  code: 'googleResponseUsed',
};

export const redeemDiscoveryEndpoint = {
  path: '/b2b/oauth/discovery/authenticate',
  response: discoveryAuthenticatedSchema,
  errors: [USED],
} satisfies Endpoint;

export const redeemOAuthEndpoint = {
  path: '/b2b/oauth/authenticate',
  response: outcomeResponseSchema,
  errors: [USED, ...REFUSED_ACCOUNT],
} satisfies Endpoint;

/** Redeems an answer of Google that lists organizations. */
export function redeemDiscovery(deps: CallDeps, token: string, signal: AbortSignal) {
  return withPkcePair<Discovered | ProviderFailure>(
    deps,
    redeemDiscoveryEndpoint,
    signal,
    async () =>
      readDiscovered(
        await deps.client.oauth.discovery.authenticate({ discovery_oauth_token: token }),
        deps.now(),
      ),
  );
}

/** Redeems an answer of Google for one organization. */
export function redeemOAuth(deps: CallDeps, token: string, signal: AbortSignal) {
  return withPkcePair(deps, redeemOAuthEndpoint, signal, async () => {
    const response = await deps.client.oauth.authenticate({
      oauth_token: token,
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  });
}

/**
 * Makes a call with the answer of Google. It fails before the token is sent when this tab did not start the sign-in:
 * the token may be another person's.
 */
async function withPkcePair<Result extends ActorResult>(
  deps: CallDeps,
  endpoint: Endpoint,
  signal: AbortSignal,
  send: () => Promise<Result>,
): Promise<Result | ProviderFailure> {
  if (!deps.pkce.use('oauth')) return createFailure('pkce', 'googleNotContinued');
  return callEndpoint(deps, endpoint, signal, send);
}
