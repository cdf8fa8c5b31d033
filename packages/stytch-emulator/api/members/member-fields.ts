import * as v from 'valibot';
import { findMember } from '../../store/lookup.ts';
import type { StoredMember } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import type { Call } from '../http/route.ts';
import { memberResponse } from '../sessions/authenticate-member.ts';
import {
  field,
  givenValues,
  managedOrganization,
  requireFieldPermissions,
  requirePermission,
} from '../validation/permissions.ts';
import { checkEmail } from '../validation/request-fields.ts';

const metadata = v.record(v.string(), v.unknown());

/**
 * The fields that a member may have from a caller who creates, invites or changes it, with the actions from the
 * documentation of the backend SDK.
 */
const profileEntries = {
  name: field(v.string(), 'update.info.name', 'name'),
  untrusted_metadata: field(metadata, 'update.info.untrusted-metadata'),
  mfa_enrolled: field(v.boolean(), 'update.settings.mfa-enrolled', 'mfaEnrolled'),
};
const backendEntries = {
  trusted_metadata: field(metadata, null),
  external_id: field(v.string(), null, 'externalId'),
};
const adminEntries = {
  roles: field(v.array(v.string()), 'update.settings.roles'),
  is_breakglass: field(v.boolean(), 'update.settings.is-breakglass', 'isBreakglass'),
  ...backendEntries,
};
const changeEntries = {
  default_mfa_method: field(
    v.literal('totp'),
    'update.settings.default-mfa-method',
    'defaultMfaMethod',
  ),
};

/** The fields with which a member changes herself. */
export const selfFields = v.object({ ...profileEntries, ...changeEntries });

/** The fields of a call that adds a member. */
export const newMemberEntries = {
  organization_id: v.optional(v.string()),
  email_address: v.string(),
  ...profileEntries,
  ...adminEntries,
};

/** The fields of a change by somebody who manages members. */
export const memberChangeEntries = {
  ...profileEntries,
  ...adminEntries,
  ...changeEntries,
  email_address: field(v.string(), 'update.info.email'),
};

const changeFields = v.object(memberChangeEntries);
type MemberChange = v.InferOutput<typeof changeFields>;

/** Returns the roles of a member who is explicitly assigned these. Throws for one that cannot be assigned. */
function checkRoles(store: Store, roles: readonly string[] = []): string[] {
  const known = store.state.project.rbac_policy?.roles.map(({ role_id }) => role_id) ?? [];
  for (const role of roles) {
    if (role === 'stytch_member') throw refusal('cannot_assign_default_rbac_role_id');
    if (!known.includes(role))
      throw refusal('invalid_rbac_role_assignment', `The project has no role "${role}".`);
  }
  return ['stytch_member', ...new Set(roles)];
}

/** Throws if a member of the organization has the address. */
export function checkUnusedEmail(store: Store, organizationId: string, email: string): void {
  if (findMember(store, organizationId, email) !== undefined)
    throw refusal('duplicate_member_email');
}

const newMemberFields = v.object(newMemberEntries);

/** Checks that a call may add a member. Returns the organization, the normalized address and the other fields. */
export function checkNewMember(call: Call, input: v.InferOutput<typeof newMemberFields>) {
  const { organization_id, email_address, ...given } = input;
  const organization = managedOrganization(call, organization_id);
  requirePermission(call, 'stytch.member', 'create');
  requireFieldPermissions(call, 'stytch.member', backendEntries, given);
  checkRoles(call.store, given.roles);
  return { organization, email: checkEmail(email_address), given };
}

function changeEmail(store: Store, member: StoredMember, given: string): void {
  const email = checkEmail(given);
  if (email === member.email) return;
  checkUnusedEmail(store, member.organizationId, email);
  const retired = member.retiredEmails.filter((address) => address !== email);
  member.retiredEmails = [...retired, member.email];
  member.email = email;
  member.emailVerified = false;
}

/** Changes the given fields of a member, each of which the caller must be permitted to change. */
export function changeMember(call: Call, member: StoredMember, given: MemberChange) {
  requireFieldPermissions(call, 'stytch.member', memberChangeEntries, given, member.id);
  applyMemberChange(call.store, member, given);
  return memberResponse(call.store, member);
}

/** Changes the given fields of a member. Merges metadata by keys, of which null removes one, as the provider does. */
export function applyMemberChange(store: Store, member: StoredMember, given: MemberChange): void {
  const roles = given.roles && checkRoles(store, given.roles);
  if (given.default_mfa_method !== undefined && member.totp?.verified !== true) {
    throw refusal('default_mfa_member_missing_factor');
  }
  if (given.email_address !== undefined) changeEmail(store, member, given.email_address);
  Object.assign(member, givenValues(memberChangeEntries, given), roles && { roles });
  member.untrustedMetadata = mergeMetadata(member.untrustedMetadata, given.untrusted_metadata);
  member.trustedMetadata = mergeMetadata(member.trustedMetadata, given.trusted_metadata);
  member.updatedAt = store.clock.now();
}

/** Returns metadata with the given keys replaced; null removes a key. */
export function mergeMetadata(
  stored: Record<string, unknown>,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...stored, ...given }).filter(([, value]) => value !== null),
  );
}
