import type { Outcome, ProviderFailure } from '#machines/auth/auth.types.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { readOutcome } from '../responses/responses.ts';
import { outcomeResponseSchema } from '../responses/schemas.ts';
import { removeIntermediateCookie } from '../session/session.ts';
import { type CallDeps, callEndpoint, type Endpoint } from './call.ts';

export const redeemOrganizationLinkEndpoint = {
  path: '/b2b/magic_links/authenticate',
  response: outcomeResponseSchema,
  pkceMismatch: 'linkOfOtherBrowser',
  errors: [
    {
      types: ['unable_to_auth_magic_link', 'magic_link_not_found', 'invalid_token'],
      reason: 'known',
      code: 'organizationLinkUsed',
    },
    {
      types: ['member_not_found'],
      reason: 'known',
      code: 'invitationWithdrawn',
    },
  ],
} satisfies Endpoint;

/** Redeems an invitation, or another e-mailed link into one organization (R9.8). */
export function redeemOrganizationLink(
  deps: CallDeps,
  token: string,
  signal: AbortSignal,
): Promise<Outcome | ProviderFailure> {
  // The SDK would send the one of another sign-in.
  removeIntermediateCookie(deps.publicToken);
  return callEndpoint(deps, redeemOrganizationLinkEndpoint, signal, async () => {
    const response = await deps.client.magicLinks.authenticate({
      magic_links_token: token,
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  });
}
