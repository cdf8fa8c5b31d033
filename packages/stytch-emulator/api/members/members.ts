import * as v from 'valibot';
import { normalizeEmail } from '../../store/email-address.ts';
import { findMember, findMemberById } from '../../store/lookup.ts';
import { addMember, revokeMemberSessions } from '../../store/sessions.ts';
import type { StoredMember } from '../../store/state.ts';
import { refusal } from '../http/provider-error.ts';
import { type Call, noBody, route } from '../http/route.ts';
import { emailId } from '../responses/authentication-factor.ts';
import { memberResponse } from '../sessions/authenticate-member.ts';
import {
  type MemberLocator,
  managedOrganization,
  memberLocator,
  requireManagedMember,
  requirePermission,
} from '../validation/permissions.ts';
import { checkEmail } from '../validation/request-fields.ts';
import {
  applyMemberChange,
  changeMember,
  checkNewMember,
  checkUnusedEmail,
  memberChangeEntries,
  newMemberEntries,
  selfFields,
} from './member-fields.ts';

/** Finds the member whom a call changes, and checks the permission for an action. */
function memberForAction(call: Call, fields: MemberLocator, action: string): StoredMember {
  const member = requireManagedMember(call, fields);
  requirePermission(call, 'stytch.member', action, member.id);
  return member;
}

/** Removes a member's authenticator app with its recovery codes. */
function removeTotp(call: Call, fields: MemberLocator) {
  const member = memberForAction(call, fields, 'update.info.delete.mfa-totp');
  if (member.totp === null) throw refusal('totp_not_found');
  Object.assign(member, { totp: null, recoveryCodes: [], pendingRecoveryCodes: [] });
  if (member.defaultMfaMethod === 'totp') {
    member.defaultMfaMethod = member.mfaPhoneNumber === '' ? '' : 'sms_otp';
  }
  return memberResponse(call.store, member);
}

/** Removes a member's telephone number. */
function removePhoneNumber(call: Call, fields: MemberLocator) {
  const member = memberForAction(call, fields, 'update.info.delete.mfa-phone');
  member.mfaPhoneNumber = '';
  if (member.defaultMfaMethod === 'sms_otp') {
    member.defaultMfaMethod = member.totp?.verified === true ? 'totp' : '';
  }
  return memberResponse(call.store, member);
}

export const memberRoutes = [
  // The calls of a signed-in member about herself, which only the browser SDK has.
  route({
    browser: 'GET /b2b/organizations/members/me',
    body: noBody,
    handle: (call) => memberResponse(call.store, requireManagedMember(call, {})),
  }),
  route({
    browser: 'PUT /b2b/organizations/members/update',
    body: selfFields,
    handle: (call, input) => changeMember(call, requireManagedMember(call, {}), input),
  }),
  route({
    browser: 'DELETE /b2b/organizations/members/deleteTOTP',
    body: noBody,
    handle: (call) => removeTotp(call, {}),
  }),
  route({
    browser: 'POST /b2b/organizations/members',
    backend: 'POST /b2b/organizations/:organization_id/members',
    body: v.looseObject({
      create_member_as_pending: v.optional(v.boolean(), false),
      ...newMemberEntries,
    }),
    handle(call, input) {
      const { store } = call;
      const { organization, email, given } = checkNewMember(call, input);
      checkUnusedEmail(store, organization.id, email);
      const member = addMember(store, organization, { email, name: '' }, ['stytch_member']);
      member.status = input.create_member_as_pending ? 'pending' : 'active';
      applyMemberChange(store, member, given);
      return memberResponse(store, member);
    },
  }),
  route({
    browser: 'PUT /b2b/organizations/members/:member_id',
    backend: 'PUT /b2b/organizations/:organization_id/members/:member_id',
    body: v.looseObject({ ...memberLocator, ...memberChangeEntries }),
    handle: (call, input) => changeMember(call, requireManagedMember(call, input), input),
  }),
  route({
    browser: 'DELETE /b2b/organizations/members/:member_id',
    backend: 'DELETE /b2b/organizations/:organization_id/members/:member_id',
    body: v.looseObject(memberLocator),
    handle(call, input) {
      const member = memberForAction(call, input, 'delete');
      member.status = 'deleted';
      member.updatedAt = call.store.clock.now();
      revokeMemberSessions(call.store, member.id);
      return { member_id: member.id };
    },
  }),
  route({
    browser: 'PUT /b2b/organizations/members/:member_id/reactivate',
    backend: 'PUT /b2b/organizations/:organization_id/members/:member_id/reactivate',
    body: v.looseObject(memberLocator),
    handle(call, input) {
      const { store } = call;
      requirePermission(call, 'stytch.member', 'create');
      const member = requireManagedMember(call, input, true);
      if (!member.emailVerified) throw refusal('email_unverified_for_reactivation');
      if (findMember(store, member.organizationId, member.email) !== undefined) {
        throw refusal('reactivation_email_belongs_to_another_member');
      }
      member.status = 'active';
      member.updatedAt = store.clock.now();
      return memberResponse(store, member);
    },
  }),
  route({
    browser: 'DELETE /b2b/organizations/members/totp/:member_id',
    backend: 'DELETE /b2b/organizations/:organization_id/members/:member_id/totp',
    body: v.looseObject(memberLocator),
    handle: removeTotp,
  }),
  route({
    browser: 'DELETE /b2b/organizations/members/mfa_phone_numbers/:member_id',
    backend: 'DELETE /b2b/organizations/:organization_id/members/mfa_phone_numbers/:member_id',
    body: v.looseObject(memberLocator),
    handle: removePhoneNumber,
  }),
  route({
    browser: 'POST /b2b/organizations/members/:member_id/unlink_retired_email',
    backend: 'POST /b2b/organizations/:organization_id/members/:member_id/unlink_retired_email',
    body: v.looseObject({
      ...memberLocator,
      email_id: v.optional(v.string()),
      email_address: v.optional(v.string()),
    }),
    handle(call, input) {
      const member = memberForAction(call, input, 'update.info.email');
      const { email_id: id, email_address: address } = input;
      if (id === undefined && address === undefined) {
        throw refusal('retired_email_missing_email_identifiers');
      }
      const email = address && checkEmail(address);
      member.retiredEmails = member.retiredEmails.filter(
        (each) => each !== email && emailId(member, each) !== id,
      );
      const response = memberResponse(call.store, member);
      return { ...response, organization_id: member.organizationId };
    },
  }),
  route({
    backend: 'DELETE /b2b/organizations/:organization_id/members/:member_id/external_id',
    body: v.looseObject(memberLocator),
    handle(call, input) {
      const member = requireManagedMember(call, input);
      member.externalId = null;
      return memberResponse(call.store, member);
    },
  }),
  route({
    backend: 'GET /b2b/organizations/:organization_id/member',
    body: v.looseObject({ ...memberLocator, email_address: v.optional(v.string()) }),
    handle(call, input) {
      const { store } = call;
      const organization = managedOrganization(call, input.organization_id);
      const byEmail = findMember(store, organization.id, normalizeEmail(input.email_address ?? ''));
      const member = input.member_id === undefined ? byEmail : requireManagedMember(call, input);
      if (member === undefined) throw refusal('member_not_found');
      return memberResponse(store, member);
    },
  }),
  route({
    backend: 'GET /b2b/organizations/members/dangerously_get/:member_id',
    body: v.looseObject({ member_id: v.string(), include_deleted: v.optional(v.string()) }),
    handle({ store }, input) {
      const member = findMemberById(store, input.member_id);
      const isHidden = member?.status === 'deleted' && input.include_deleted !== 'true';
      if (member === undefined || isHidden) throw refusal('member_not_found');
      return memberResponse(store, member);
    },
  }),
];
