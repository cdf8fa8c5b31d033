import { DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { clearLinkRequests, recordLinkRequest } from '../email-link/magic-link-request.ts';
import { type ActorDeps, endpointCall } from './actor-deps.ts';
import { toDiscovered } from './discovered.ts';

/** Sends a one-time code by e-mail (R14.6). */
export function sendCodeCall(deps: ActorDeps) {
  return endpointCall(deps, 'sendCode', async ({ emailAddress }) => {
    await deps.client.otps.email.discovery.send({ email_address: emailAddress });
    return { kind: 'sent', at: deps.now() };
  });
}

/** Verifies a one-time code, which creates a new intermediate session (R14.6). */
export function verifyCodeCall(deps: ActorDeps) {
  return endpointCall(deps, 'verifyCode', async ({ emailAddress, code }) => {
    const response = await deps.client.otps.email.discovery.authenticate({
      email_address: emailAddress,
      code,
    });
    // A link for this sign-in is no longer expected.
    clearLinkRequests();
    return toDiscovered(response, deps.now());
  });
}

/** Sends a magic link, and records that this browser requested it (R9.5, R14.7). */
export function sendLinkCall(deps: ActorDeps) {
  return endpointCall(deps, 'sendLink', async (input) => {
    const { emailAddress, organizationId } = input;
    // Recorded first: the person may open the link before this call resolves.
    await recordLinkRequest(emailAddress, organizationId, deps.now());
    await deps.client.magicLinks.email.discovery.send({
      email_address: emailAddress,
      discovery_redirect_url: window.location.origin + DISCOVERY_PATH,
    });
    return { kind: 'sent', at: deps.now() };
  });
}
