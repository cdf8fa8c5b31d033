import type {
  B2BMagicLinksAuthenticateResponse,
  B2BOTPsEmailAuthenticateResponse,
} from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { findIntermediateSession, findMember, findOrganization } from '../../store/lookup.ts';
import { sendMagicLink, sendOtp } from '../../store/mail.ts';
import { deleteIntermediateSession } from '../../store/sessions.ts';
import type { StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { ResponseBody } from '../http/json-response.ts';
import { ProviderError, providerErrors } from '../http/provider-error.ts';
import { intermediateSessionFields, protectionFields, route } from '../http/route.ts';
import { authenticateMember, checkSessionDuration } from '../sessions/authenticate-member.ts';
import { readChallenge } from '../validation/pkce.ts';
import { signInRedirectUrl } from '../validation/redirect-urls.ts';
import {
  checkEmail,
  checkExpirationMinutes,
  LINK_EXPIRATION,
  OTP_EXPIRATION,
  redeemOtp,
} from './email-otp.ts';
import { redeemMagicLink } from './magic-links.ts';

type EmailMethod = 'email_otp' | 'magic_link';

/** The organization a body names, if it takes this way of signing in at all. */
function requireOrganization(store: Store, id: string, method: EmailMethod): StoredOrganization {
  const organization = findOrganization(store, { id });
  if (organization === undefined) throw providerErrors.organizationNotFound();
  const { authMethods, allowedAuthMethods } = organization;
  if (authMethods === 'ALL_ALLOWED' || allowedAuthMethods.includes(method)) return organization;
  throw new ProviderError(
    403,
    'operation_restricted_by_organization_auth_methods',
    'The organization does not allow this way of signing in.',
  );
}

/** Lets somebody in who proved an address for one organization, with what they proved before. */
async function authenticateByEmail(
  store: Store,
  given: {
    email: string;
    organization: StoredOrganization;
    method: EmailMethod;
    duration: number;
    intermediateToken: string | undefined;
  },
) {
  const { email, organization, method, duration, intermediateToken } = given;
  const found = findIntermediateSession(store, intermediateToken ?? '');
  const earlier = found?.email === email ? found : undefined;
  const proof = { method, at: store.clock.now(), provesEmail: true, subject: email } as const;
  const { admitted, answer } = await authenticateMember(
    store,
    organization,
    {
      email,
      name: earlier?.name ?? email.split('@')[0] ?? email,
      factors: [...(earlier?.factors ?? []), proof],
    },
    duration,
  );
  if (admitted && earlier !== undefined) deleteIntermediateSession(store, earlier.token);
  return { ...answer, method_id: `email-test-${answer.member_id.slice('member-test-'.length)}` };
}

const sendFields = {
  ...protectionFields,
  email_address: v.string(),
  organization_id: v.string(),
  login_expiration_minutes: v.optional(v.number()),
  signup_expiration_minutes: v.optional(v.number()),
};

/** Codes and links for one organization, as the provider's prebuilt screens use them. */
export const organizationEmailRoutes = [
  route({
    method: 'POST',
    path: '/b2b/otps/email/login_or_signup',
    sdkMethod: 'otps.email.loginOrSignup',
    body: v.looseObject(sendFields),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      const { id } = requireOrganization(store, input.organization_id, 'email_otp');
      const minutes = checkExpirationMinutes(input.login_expiration_minutes, OTP_EXPIRATION);
      sendOtp(store, email, { minutes, organizationId: id });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/otps/email/authenticate',
    sdkMethod: 'otps.email.authenticate',
    body: v.looseObject({
      ...intermediateSessionFields,
      email_address: v.string(),
      organization_id: v.string(),
      code: v.string(),
      session_duration_minutes: v.number(),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input): Promise<ResponseBody<B2BOTPsEmailAuthenticateResponse>> {
      const duration = checkSessionDuration(store, input.session_duration_minutes);
      const email = checkEmail(input.email_address);
      const organization = requireOrganization(store, input.organization_id, 'email_otp');
      redeemOtp(store, { email, organizationId: organization.id, code: input.code });
      return authenticateByEmail(store, {
        email,
        organization,
        method: 'email_otp',
        duration,
        intermediateToken: input.intermediate_session_token,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/magic_links/email/login_or_signup',
    sdkMethod: 'magicLinks.email.loginOrSignup',
    body: v.looseObject({
      ...sendFields,
      login_redirect_url: v.optional(v.string()),
      signup_redirect_url: v.optional(v.string()),
      pkce_code_challenge: v.optional(v.string()),
    }),
    handle({ store, appOrigin }, input) {
      const email = checkEmail(input.email_address);
      const organization = requireOrganization(store, input.organization_id, 'magic_link');
      const [login, signup] = [input.login_redirect_url, input.signup_redirect_url].map((given) =>
        signInRedirectUrl(
          store,
          given,
          { origin: appOrigin, path: '/authenticate' },
          'no_match_for_provided_magic_link_url',
        ),
      );
      const known = findMember(store, organization.id, email) !== undefined;
      const redirect = new URL((known ? login : signup) ?? appOrigin);
      redirect.searchParams.set('slug', organization.slug);
      sendMagicLink(store, email, {
        redirect,
        organizationId: organization.id,
        minutes: checkExpirationMinutes(input.login_expiration_minutes, LINK_EXPIRATION),
        codeChallenge: readChallenge(
          input.pkce_code_challenge,
          store.state.project.pkce_required_for_email_magic_links,
        ),
      });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/magic_links/authenticate',
    sdkMethod: 'magicLinks.authenticate',
    body: v.looseObject({
      ...intermediateSessionFields,
      magic_links_token: v.string(),
      session_duration_minutes: v.number(),
      pkce_code_verifier: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input): Promise<ResponseBody<B2BMagicLinksAuthenticateResponse>> {
      const duration = checkSessionDuration(store, input.session_duration_minutes);
      const mail = redeemMagicLink(store, {
        token: input.magic_links_token,
        verifier: input.pkce_code_verifier,
        forOrganization: true,
      });
      const organization = requireOrganization(store, mail.organizationId ?? '', 'magic_link');
      return authenticateByEmail(store, {
        email: mail.to,
        organization,
        method: 'magic_link',
        duration,
        intermediateToken: input.intermediate_session_token,
      });
    },
  }),
];
