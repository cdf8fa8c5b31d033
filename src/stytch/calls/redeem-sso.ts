import type { Outcome, ProviderFailure } from '#machines/auth/auth.types.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { readOutcome } from '../responses/responses.ts';
import { outcomeResponseSchema } from '../responses/schemas.ts';
import { createFailure } from '../sdk/failures.ts';
import { removeIntermediateCookie } from '../session/session.ts';
import { type CallDeps, callEndpoint, type Endpoint } from './call.ts';

export const redeemSsoEndpoint = {
  path: '/b2b/sso/authenticate',
  response: outcomeResponseSchema,
  errors: [
    {
      types: ['sso_token_not_found', 'invalid_token'],
      reason: 'known',
      code: 'ssoUsed',
    },
    {
      types: ['invalid_connection_for_jit_provisioning'],
      reason: 'known',
      code: 'ssoNotAMember',
    },
  ],
} satisfies Endpoint;

/** Redeems the answer of an identity provider that this tab has started (R9.9). */
export async function redeemSso(
  deps: CallDeps,
  token: string,
  signal: AbortSignal,
): Promise<Outcome | ProviderFailure> {
  if (!deps.pkce.use('sso')) return createFailure('pkce', 'googleNotContinued');
  return redeemForeignSso(deps, token, signal);
}

/** Redeems a sign-in that an identity provider has started, and the person has confirmed (R9.10). */
export function redeemForeignSso(
  deps: CallDeps,
  token: string,
  signal: AbortSignal,
): Promise<Outcome | ProviderFailure> {
  // The SDK would send the one of another sign-in.
  removeIntermediateCookie(deps.publicToken);
  return callEndpoint(deps, redeemSsoEndpoint, signal, async () => {
    const response = await deps.client.sso.authenticate({
      sso_token: token,
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  });
}
