import { DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { recordLinkRequest } from '../magic-link-request.ts';
import { acknowledgementSchema } from '../responses/schemas.ts';
import { type ActorCall, callEndpoint, type Endpoint } from './call.ts';

export const sendLinkEndpoint = {
  path: '/b2b/magic_links/email/discovery/send',
  response: acknowledgementSchema,
} satisfies Endpoint;

/** Sends a magic link, and records that this browser requested it (R9.5, R14.7). */
export const sendLink: ActorCall<'sendLink'> = (deps, { emailAddress, organizationId }, signal) =>
  callEndpoint(deps, sendLinkEndpoint, signal, async () => {
    // Recorded first: the person may open the link before this call resolves.
    await recordLinkRequest(emailAddress, organizationId, deps.now());
    await deps.client.magicLinks.email.discovery.send({
      email_address: emailAddress,
      discovery_redirect_url: window.location.origin + DISCOVERY_PATH,
    });
    return { kind: 'sent', at: deps.now() };
  });
