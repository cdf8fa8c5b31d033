import * as v from 'valibot';
import { localPart } from '../../store/email-address.ts';
import { findMember } from '../../store/lookup.ts';
import type { StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { intermediateSessionFields, route } from '../http/route.ts';
import { authenticateMember, intermediateSessionOf } from '../sessions/authenticate-member.ts';
import { checkOrganizationRedirects } from '../validation/redirect-urls.ts';
import { checkEmail, checkSessionDuration } from '../validation/request-fields.ts';
import { requireOrganization } from '../validation/require-records.ts';
import { redeemOtp, sendOtp } from './email-otp.ts';
import { type EmailMethod, emailFactor } from './email-verified-session.ts';
import { redeemMagicLink, sendMagicLink } from './magic-links.ts';

/** Returns the organization. Throws if it is unknown or does not allow the method. */
function requireAllowed(store: Store, id: string, method: EmailMethod): StoredOrganization {
  const organization = requireOrganization(store, id);
  const { authMethods, allowedAuthMethods } = organization;
  if (authMethods === 'ALL_ALLOWED' || allowedAuthMethods.includes(method)) return organization;
  throw refusal('operation_restricted_by_organization_auth_methods');
}

/** Authenticates a verified address, together with the earlier factors of its intermediate session. */
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
  const intermediateSession = intermediateSessionOf(store, intermediateToken, email);
  const response = await authenticateMember(
    store,
    organization,
    {
      email,
      name: intermediateSession?.name ?? localPart(email),
      factors: [emailFactor(store, email, method)],
      intermediateSession,
      mayProvision: true,
    },
    duration,
  );
  return {
    ...response,
    organization_id: organization.id,
    method_id: `email-test-${response.member_id.slice('member-test-'.length)}`,
    reset_sessions: false,
  };
}

const sendFields = {
  email_address: v.string(),
  organization_id: v.string(),
  login_expiration_minutes: v.optional(v.number()),
  signup_expiration_minutes: v.optional(v.number()),
};

/** Codes and links for one organization, which the provider's prebuilt screens use. */
export const organizationEmailRoutes = [
  route({
    endpoint: 'POST /b2b/otps/email/login_or_signup',
    sdkMethod: 'otps.email.loginOrSignup',
    isProtected: true,
    body: v.looseObject(sendFields),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      sendOtp(store, {
        email,
        organizationId: requireAllowed(store, input.organization_id, 'email_otp').id,
        expirationMinutes: input.login_expiration_minutes,
      });
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/otps/email/authenticate',
    sdkMethod: 'otps.email.authenticate',
    isProtected: true,
    body: v.looseObject({
      ...intermediateSessionFields,
      email_address: v.string(),
      organization_id: v.string(),
      code: v.string(),
      session_duration_minutes: v.number(),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const duration = checkSessionDuration(store, input.session_duration_minutes);
      const email = checkEmail(input.email_address);
      const organization = requireAllowed(store, input.organization_id, 'email_otp');
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
    endpoint: 'POST /b2b/magic_links/email/login_or_signup',
    sdkMethod: 'magicLinks.email.loginOrSignup',
    body: v.looseObject({
      ...sendFields,
      login_redirect_url: v.optional(v.string()),
      signup_redirect_url: v.optional(v.string()),
      pkce_code_challenge: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      const organization = requireAllowed(store, input.organization_id, 'magic_link');
      const redirectFor = checkOrganizationRedirects(
        store,
        { login: input.login_redirect_url, signup: input.signup_redirect_url },
        'no_match_for_provided_magic_link_url',
      );
      const redirect = redirectFor(findMember(store, organization.id, email) !== undefined);
      redirect.searchParams.set('slug', organization.slug);
      sendMagicLink(store, {
        email,
        redirect,
        organizationId: organization.id,
        expirationMinutes: input.login_expiration_minutes,
        codeChallenge: input.pkce_code_challenge,
      });
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/magic_links/authenticate',
    sdkMethod: 'magicLinks.authenticate',
    isProtected: true,
    body: v.looseObject({
      ...intermediateSessionFields,
      magic_links_token: v.string(),
      session_duration_minutes: v.number(),
      pkce_code_verifier: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const duration = checkSessionDuration(store, input.session_duration_minutes);
      const mail = redeemMagicLink(store, {
        token: input.magic_links_token,
        verifier: input.pkce_code_verifier,
        forOrganization: true,
      });
      const organization = requireAllowed(store, mail.organizationId ?? '', 'magic_link');
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
