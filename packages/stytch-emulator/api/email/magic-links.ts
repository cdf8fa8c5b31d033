import * as v from 'valibot';
import { deliverMagicLink } from '../../store/mail.ts';
import type { Mail } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { route } from '../http/route.ts';
import { discoveryResponse } from '../responses/discovery-response.ts';
import { checkPkce, readChallenge } from '../validation/pkce.ts';
import { checkRedirectOfType } from '../validation/redirect-urls.ts';
import { checkEmail } from '../validation/request-fields.ts';
import { createEmailVerifiedIntermediateSession } from './email-verified-session.ts';

/**
 * Redeems the token of a link. A wrong PKCE verifier does not use the link up, so that the browser
 * that asked for it can still open it.
 */
function redeemMagicLink(store: Store, token: string, verifier: string | undefined): Mail {
  const mail = store.state.mail.find(
    ({ kind, secret }) => kind === 'magic_link' && secret === token,
  );
  if (mail === undefined) throw refusal('magic_link_not_found');
  const now = store.clock.now();
  if (mail.usedAt !== null || mail.expiresAt <= now) throw refusal('unable_to_auth_magic_link');
  checkPkce(mail.codeChallenge, verifier);
  mail.usedAt = now;
  return mail;
}

export const magicLinkRoutes = [
  route({
    endpoint: 'POST /b2b/magic_links/email/discovery/send',
    isProtected: true,
    body: v.looseObject({
      email_address: v.string(),
      discovery_redirect_url: v.optional(v.string()),
      pkce_code_challenge: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      const redirect = checkRedirectOfType(
        store,
        input.discovery_redirect_url,
        'DISCOVERY',
        'no_match_for_provided_magic_link_url',
      );
      const isRequired = store.state.project.pkce_required_for_email_magic_links;
      deliverMagicLink(
        store,
        email,
        redirect,
        readChallenge(input.pkce_code_challenge, isRequired),
      );
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/magic_links/discovery/authenticate',
    isProtected: true,
    body: v.looseObject({
      discovery_magic_links_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const { discovery_magic_links_token, pkce_code_verifier } = input;
      const mail = redeemMagicLink(store, discovery_magic_links_token, pkce_code_verifier);
      return discoveryResponse(
        store,
        createEmailVerifiedIntermediateSession(store, mail.to, 'magic_link'),
      );
    },
  }),
];
