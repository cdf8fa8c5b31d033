import type { Outcome, ProviderFailure } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { readOutcome } from '../responses/responses.ts';
import { sessionResponseSchema } from '../responses/schemas.ts';
import { writeCookie } from '../session/cookies.ts';
import { type CallDeps, callEndpoint, type Endpoint } from './call.ts';

export const redeemImpersonationEndpoint = {
  path: '/b2b/impersonation/authenticate',
  response: sessionResponseSchema,
  errors: [
    {
      types: ['unable_to_auth_impersonation_token', 'invalid_token'],
      reason: 'known',
      code: 'impersonationLinkUsed',
    },
  ],
} satisfies Endpoint;

/** Redeems an impersonation link (R12.1, R12.5). The cookie expires with the session, and the banner with both. */
export function redeemImpersonation(
  deps: CallDeps,
  token: string,
  signal: AbortSignal,
): Promise<Outcome | ProviderFailure> {
  return callEndpoint(deps, redeemImpersonationEndpoint, signal, async () => {
    const response = await deps.client.impersonation.authenticate({ impersonation_token: token });
    const outcome = readOutcome(response, deps.now());
    if (outcome.kind !== 'authenticated') return outcome;
    const session = { ...outcome.session, impersonated: true };
    writeCookie(IMPERSONATION_COOKIE, session.memberId, session.expiresAt);
    return { ...outcome, session };
  });
}
