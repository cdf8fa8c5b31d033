import type { Discovered, ProviderFailure } from '#machines/auth/auth.types.ts';
import { linkRequestFor, removeLinkRequests } from '../magic-link-request.ts';
import { readDiscovered } from '../responses/responses.ts';
import { discoveryAuthenticatedSchema } from '../responses/schemas.ts';
import { createFailure } from '../sdk/failures.ts';
import { type CallDeps, callEndpoint, type Endpoint } from './call.ts';

export const redeemLinkEndpoint = {
  path: '/b2b/magic_links/discovery/authenticate',
  response: discoveryAuthenticatedSchema,
  pkceMismatch: 'linkOfOtherBrowser',
  errors: [
    {
      types: ['unable_to_auth_magic_link', 'magic_link_not_found', 'invalid_token'],
      reason: 'known',
      code: 'linkUsedOrExpired',
    },
  ],
} satisfies Endpoint;

/** Redeems a link. One that was requested here names the organization that its sign-in had chosen (R9.1). */
export async function redeemLink(
  deps: CallDeps,
  token: string,
  signal: AbortSignal,
): Promise<Discovered | ProviderFailure> {
  const { client, settingsHolder, pkce, now } = deps;
  const settings = await settingsHolder.settings;
  if (settings?.requiresPkceForLinks === true && !pkce.hasMagicLinkPair()) {
    return createFailure('pkce', 'linkOfOtherBrowser');
  }
  const result = await callEndpoint(deps, redeemLinkEndpoint, signal, async () =>
    readDiscovered(
      await client.magicLinks.discovery.authenticate({ discovery_magic_links_token: token }),
      now(),
    ),
  );
  if (result.kind !== 'discovered' || signal.aborted) return result;
  const request = await linkRequestFor(result.discovery.emailAddress, now());
  if (request === null) return { ...result, link: 'foreign' };
  removeLinkRequests();
  return { ...result, link: 'own', requestedFor: request.organization };
}
