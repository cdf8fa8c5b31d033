import * as v from 'valibot';
import { emailDomain } from '../../store/email-address.ts';
import { LIMITS } from '../../store/limits.ts';
import { findMember } from '../../store/lookup.ts';
import { deliverMagicLink } from '../../store/mail.ts';
import { addMember } from '../../store/sessions.ts';
import type { Mail, StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { type Call, route, signInFields } from '../http/route.ts';
import { applyMemberChange, checkNewMember, newMemberEntries } from '../members/member-fields.ts';
import { memberResponse } from '../sessions/authenticate-member.ts';
import { checkPkce, readChallenge } from '../validation/pkce.ts';
import { checkRedirectOfType } from '../validation/redirect-urls.ts';
import { checkEmail, checkExpiration, checkSessionDuration } from '../validation/request-fields.ts';
import { requireOrganization } from '../validation/require-records.ts';
import {
  authenticateByEmail,
  discoverByEmail,
  memberForEmail,
  sentResponse,
} from './email-sign-in.ts';

const LINK_MISMATCH = 'no_match_for_provided_magic_link_url';

/**
 * Redeems the token of a link. A wrong PKCE verifier does not use the link up, so that the browser
 * that asked for it can still open it.
 */
function redeemMagicLink(
  store: Store,
  token: string,
  isDiscovery: boolean,
  verifier: string | undefined,
): Mail {
  const mail = store.state.mail.find(
    ({ kind, secret, organizationId }) =>
      kind === 'magic_link' && secret === token && (organizationId === null) === isDiscovery,
  );
  if (mail === undefined) throw refusal('magic_link_not_found');
  const now = store.clock.now();
  if (mail.usedAt !== null || mail.expiresAt <= now) throw refusal('unable_to_auth_magic_link');
  checkPkce(mail.codeChallenge, verifier);
  mail.usedAt = now;
  return mail;
}

/** Throws unless the organization's rules allow an invitation to the address. */
function checkInvitable(organization: StoredOrganization, email: string): void {
  const { emailInvites, emailAllowedDomains } = organization;
  const isAllowed =
    emailInvites === 'ALL_ALLOWED' ||
    (emailInvites === 'RESTRICTED' && emailAllowedDomains.includes(emailDomain(email)));
  if (!isAllowed) throw refusal('invalid_email_for_invites');
}

function readLinkChallenge({ store, door }: Call, challenge: string | undefined): string | null {
  const isRequired = store.state.project.pkce_required_for_email_magic_links;
  return readChallenge(challenge, isRequired && door === 'browser');
}

export const magicLinkRoutes = [
  route({
    browser: 'POST /b2b/magic_links/email/invite',
    backend: true,
    body: v.looseObject({
      invite_redirect_url: v.optional(v.string()),
      invite_expiration_minutes: v.optional(v.number()),
      ...newMemberEntries,
    }),
    handle(call, input) {
      const { store } = call;
      const { organization, email, given } = checkNewMember(call, input);
      checkInvitable(organization, email);
      const minutes = checkExpiration(input.invite_expiration_minutes, LIMITS.inviteMinutes);
      const url = input.invite_redirect_url;
      const redirect = checkRedirectOfType(store, url, 'INVITE', LINK_MISMATCH);
      const existing = findMember(store, organization.id, email);
      if (existing?.status === 'active') throw refusal('duplicate_member_email');
      const person = { email, name: '' };
      const member = existing ?? addMember(store, organization, person, ['stytch_member']);
      applyMemberChange(store, member, given);
      member.status = 'invited';
      const subject = `invitation to ${organization.name}`;
      const purpose = { subject, organization, redirect, codeChallenge: null, minutes };
      deliverMagicLink(store, email, purpose);
      return memberResponse(store, member);
    },
  }),
  route({
    browser: 'POST /b2b/magic_links/email/login_or_signup',
    backend: true,
    body: v.looseObject({
      organization_id: v.string(),
      email_address: v.string(),
      login_redirect_url: v.optional(v.string()),
      signup_redirect_url: v.optional(v.string()),
      login_expiration_minutes: v.optional(v.number()),
      pkce_code_challenge: v.optional(v.string()),
    }),
    handle(call, input) {
      const { store } = call;
      const organization = requireOrganization(store, input.organization_id);
      const login = checkRedirectOfType(store, input.login_redirect_url, 'LOGIN', LINK_MISMATCH);
      const signup = checkRedirectOfType(store, input.signup_redirect_url, 'SIGNUP', LINK_MISMATCH);
      const codeChallenge = readLinkChallenge(call, input.pkce_code_challenge);
      const minutes = checkExpiration(input.login_expiration_minutes, LIMITS.magicLinkMinutes);
      const { member, created } = memberForEmail(store, organization, input.email_address);
      const redirect = created ? signup : login;
      const purpose = { subject: 'sign-in link', organization, redirect, codeChallenge, minutes };
      deliverMagicLink(store, member.email, purpose);
      return sentResponse(call, member, created);
    },
  }),
  route({
    browser: 'POST /b2b/magic_links/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      ...signInFields,
      magic_links_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    handle(call, input) {
      const { store } = call;
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const mail = redeemMagicLink(store, input.magic_links_token, false, input.pkce_code_verifier);
      const organization = requireOrganization(store, mail.organizationId ?? undefined);
      const { intermediate_session_token: token } = input;
      const given = { email: mail.to, method: 'magic_link' as const, token };
      return authenticateByEmail(store, organization, given, duration);
    },
  }),
  route({
    browser: 'POST /b2b/magic_links/email/discovery/send',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      email_address: v.string(),
      discovery_redirect_url: v.optional(v.string()),
      discovery_expiration_minutes: v.optional(v.number()),
      pkce_code_challenge: v.optional(v.string()),
    }),
    handle(call, input) {
      const { store } = call;
      const email = checkEmail(input.email_address);
      const url = input.discovery_redirect_url;
      deliverMagicLink(store, email, {
        subject: 'sign-in link',
        organization: null,
        redirect: checkRedirectOfType(store, url, 'DISCOVERY', LINK_MISMATCH),
        codeChallenge: readLinkChallenge(call, input.pkce_code_challenge),
        minutes: checkExpiration(input.discovery_expiration_minutes, LIMITS.magicLinkMinutes),
      });
      return {};
    },
  }),
  route({
    browser: 'POST /b2b/magic_links/discovery/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      discovery_magic_links_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    handle({ store }, input) {
      const { discovery_magic_links_token, pkce_code_verifier } = input;
      const mail = redeemMagicLink(store, discovery_magic_links_token, true, pkce_code_verifier);
      return discoverByEmail(store, mail.to, 'magic_link');
    },
  }),
];
