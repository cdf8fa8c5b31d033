import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { deliverMagicLink } from '../../store/mail.ts';
import type { Mail } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { route } from '../http/route.ts';
import { discoveryResponse } from '../responses/discovery-response.ts';
import { checkPkce, readChallenge } from '../validation/pkce.ts';
import { checkDiscoveryRedirect } from '../validation/redirect-urls.ts';
import { checkEmail, checkExpirationMinutes } from '../validation/request-fields.ts';
import { createEmailVerifiedIntermediateSession } from './email-verified-session.ts';

/** Mails a link. Throws if the expiration or the PKCE challenge is invalid. */
export function sendMagicLink(
  store: Store,
  given: {
    email: string;
    redirect: URL;
    organizationId: string | null;
    expirationMinutes: number | undefined;
    codeChallenge: string | undefined;
  },
): void {
  deliverMagicLink(store, given.email, {
    redirect: given.redirect,
    codeChallenge: readChallenge(
      given.codeChallenge,
      store.state.project.pkce_required_for_email_magic_links,
    ),
    organizationId: given.organizationId,
    minutes: checkExpirationMinutes(
      given.expirationMinutes,
      LIMITS.magicLinkMinutes,
      'invalid_expiration',
    ),
  });
}

/**
 * Redeems the token of a link. A wrong PKCE verifier does not use the link up, so that the browser
 * that asked for it can still open it.
 */
export function redeemMagicLink(
  store: Store,
  given: { token: string; verifier: string | undefined; forOrganization: boolean },
): Mail {
  const { token, verifier, forOrganization } = given;
  const mail = store.state.mail.find(
    ({ kind, secret, organizationId }) =>
      kind === 'magic_link' && secret === token && (organizationId !== null) === forOrganization,
  );
  if (mail === undefined) {
    throw refusal('magic_link_not_found');
  }
  const now = store.clock.now();
  if (mail.usedAt !== null || mail.expiresAt <= now) {
    throw refusal('unable_to_auth_magic_link');
  }
  checkPkce(mail.codeChallenge, verifier);
  mail.usedAt = now;
  return mail;
}

export const magicLinkRoutes = [
  route({
    endpoint: 'POST /b2b/magic_links/email/discovery/send',
    sdkMethod: 'magicLinks.email.discovery.send',
    isProtected: true,
    body: v.looseObject({
      email_address: v.string(),
      discovery_redirect_url: v.optional(v.string()),
      pkce_code_challenge: v.optional(v.string()),
      discovery_expiration_minutes: v.optional(v.number()),
      login_template_id: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      const redirect = checkDiscoveryRedirect(
        store,
        input.discovery_redirect_url,
        'no_match_for_provided_magic_link_url',
      );
      sendMagicLink(store, {
        email,
        redirect,
        organizationId: null,
        expirationMinutes: input.discovery_expiration_minutes,
        codeChallenge: input.pkce_code_challenge,
      });
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/magic_links/discovery/authenticate',
    sdkMethod: 'magicLinks.discovery.authenticate',
    isProtected: true,
    body: v.looseObject({
      discovery_magic_links_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const mail = redeemMagicLink(store, {
        token: input.discovery_magic_links_token,
        verifier: input.pkce_code_verifier,
        forOrganization: false,
      });
      return discoveryResponse(
        store,
        createEmailVerifiedIntermediateSession(store, mail.to, 'magic_link'),
      );
    },
  }),
];
