import type {
  B2BMagicLinksAuthenticateResponse,
  B2BOTPsEmailAuthenticateResponse,
} from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { findIntermediateSession, findMember, findOrganization } from '../../store/lookup.ts';
import { mailCode, mailLink } from '../../store/mail.ts';
import { consumeIntermediateSession } from '../../store/sessions.ts';
import type { StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Answer } from '../http/json-response.ts';
import { ProviderError, refusals } from '../http/provider-error.ts';
import { extras, intermediateExtras, route } from '../http/route.ts';
import { admit, checkDuration } from '../sessions/authenticate-member.ts';
import { readChallenge } from '../validation/pkce.ts';
import { signInRedirectUrl } from '../validation/redirect-urls.ts';
import { checkEmail, checkMinutes, LINK_MINUTES, OTP_MINUTES, spendCode } from './email-otp.ts';
import { spendLink } from './magic-links.ts';

type EmailMethod = 'email_otp' | 'magic_link';

/** The organization a body names, if it takes this way of signing in at all. */
function requireOrganization(store: Store, id: string, method: EmailMethod): StoredOrganization {
  const organization = findOrganization(store, { id });
  if (organization === undefined) throw refusals.organizationNotFound();
  const { authMethods, allowedAuthMethods } = organization;
  if (authMethods === 'ALL_ALLOWED' || allowedAuthMethods.includes(method)) return organization;
  throw new ProviderError(
    403,
    'operation_restricted_by_organization_auth_methods',
    'The organization does not allow this way of signing in.',
  );
}

/** Lets somebody in who proved an address for one organization, with what they proved before. */
async function admitByEmail(
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
  const { admitted, answer } = await admit(
    store,
    organization,
    {
      email,
      name: earlier?.name ?? email.split('@')[0] ?? email,
      factors: [...(earlier?.factors ?? []), proof],
    },
    duration,
  );
  if (admitted && earlier !== undefined) consumeIntermediateSession(store, earlier.token);
  return { ...answer, method_id: `email-test-${answer.member_id.slice('member-test-'.length)}` };
}

const sendEntries = {
  ...extras,
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
    sdk: 'otps.email.loginOrSignup',
    input: v.looseObject(sendEntries),
    handle({ store }, input) {
      const email = checkEmail(input.email_address);
      const { id } = requireOrganization(store, input.organization_id, 'email_otp');
      const minutes = checkMinutes(input.login_expiration_minutes, OTP_MINUTES);
      mailCode(store, email, { minutes, organizationId: id });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/otps/email/authenticate',
    sdk: 'otps.email.authenticate',
    input: v.looseObject({
      ...intermediateExtras,
      email_address: v.string(),
      organization_id: v.string(),
      code: v.string(),
      session_duration_minutes: v.number(),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input): Promise<Answer<B2BOTPsEmailAuthenticateResponse>> {
      const duration = checkDuration(store, input.session_duration_minutes);
      const email = checkEmail(input.email_address);
      const organization = requireOrganization(store, input.organization_id, 'email_otp');
      spendCode(store, { email, organizationId: organization.id, code: input.code });
      return admitByEmail(store, {
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
    sdk: 'magicLinks.email.loginOrSignup',
    input: v.looseObject({
      ...sendEntries,
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
      mailLink(store, email, {
        redirect,
        organizationId: organization.id,
        minutes: checkMinutes(input.login_expiration_minutes, LINK_MINUTES),
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
    sdk: 'magicLinks.authenticate',
    input: v.looseObject({
      ...intermediateExtras,
      magic_links_token: v.string(),
      session_duration_minutes: v.number(),
      pkce_code_verifier: v.optional(v.string()),
      locale: v.optional(v.string()),
    }),
    handle({ store }, input): Promise<Answer<B2BMagicLinksAuthenticateResponse>> {
      const duration = checkDuration(store, input.session_duration_minutes);
      const mail = spendLink(store, {
        token: input.magic_links_token,
        verifier: input.pkce_code_verifier,
        forOrganization: true,
      });
      const organization = requireOrganization(store, mail.organizationId ?? '', 'magic_link');
      return admitByEmail(store, {
        email: mail.to,
        organization,
        method: 'magic_link',
        duration,
        intermediateToken: input.intermediate_session_token,
      });
    },
  }),
];
