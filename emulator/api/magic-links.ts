import * as v from 'valibot';
import { LIMITS } from '../store/limits.ts';
import { mailLink } from '../store/mail.ts';
import type { Store } from '../store/store.ts';
import { discoveryAnswer } from './oauth.ts';
import { checkEmail, checkMinutes, openProvedSession } from './otps.ts';
import { checkPkce, isCodeChallenge } from './pkce.ts';
import { ProviderError } from './provider-error.ts';
import { signInRedirectUrl } from './redirect-urls.ts';
import { extras, route } from './route.ts';

function checkChallenge(store: Store, challenge: string | undefined): string | null {
  if (challenge === undefined && !store.state.project.pkce_required_for_email_magic_links) {
    return null;
  }
  if (challenge === undefined || !isCodeChallenge(challenge)) {
    throw new ProviderError(
      400,
      'invalid_pkce_code_challenge',
      'The pkce_code_challenge is missing or is not a base64url SHA-256 digest.',
    );
  }
  return challenge;
}

/** Spends a link once. A wrong verifier is refused before: the right browser can still open it. */
function spendLink(store: Store, token: string, verifier: string | undefined): string {
  const mail = store.state.mail.find(
    ({ kind, secret }) => kind === 'magic_link' && secret === token,
  );
  if (mail === undefined) {
    throw new ProviderError(
      404,
      'magic_link_not_found',
      'The magic link could not be authenticated, try sending another magic link.',
    );
  }
  const now = store.clock.now();
  if (mail.usedAt !== null || mail.expiresAt <= now) {
    throw new ProviderError(
      401,
      'unable_to_auth_magic_link',
      'The magic link could not be authenticated because it was either already used or expired. Send another magic link to this user.',
    );
  }
  checkPkce(mail.codeChallenge, verifier);
  mail.usedAt = now;
  return mail.to;
}

export const magicLinkRoutes = [
  route({
    method: 'POST',
    path: '/b2b/magic_links/email/discovery/send',
    sdk: 'magicLinks.email.discovery.send',
    input: v.looseObject({
      ...extras,
      email_address: v.string(),
      discovery_redirect_url: v.optional(v.string()),
      pkce_code_challenge: v.optional(v.string()),
      discovery_expiration_minutes: v.optional(v.number()),
      login_template_id: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    handle({ store, appOrigin }, input) {
      const to = checkEmail(input.email_address);
      const redirect = signInRedirectUrl(
        store,
        input.discovery_redirect_url,
        { origin: appOrigin, path: '/discovery' },
        'no_match_for_provided_magic_link_url',
      );
      mailLink(store, to, {
        redirect,
        codeChallenge: checkChallenge(store, input.pkce_code_challenge),
        minutes: checkMinutes(input.discovery_expiration_minutes, {
          fallback: LIMITS.magicLinkDefaultMinutes,
          min: LIMITS.magicLinkMinMinutes,
          max: LIMITS.magicLinkMaxMinutes,
          errorType: 'invalid_expiration',
        }),
      });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/magic_links/discovery/authenticate',
    sdk: 'magicLinks.discovery.authenticate',
    specified: false,
    input: v.looseObject({
      ...extras,
      discovery_magic_links_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const email = spendLink(store, input.discovery_magic_links_token, input.pkce_code_verifier);
      return discoveryAnswer(store, openProvedSession(store, email, 'magic_link'));
    },
  }),
];
