import * as v from 'valibot';
import type { StoredMember, StoredOrganization } from '../../store/state.ts';
import { refusal } from '../http/provider-error.ts';
import type { Call } from '../http/route.ts';
import { getSessionOwner, requireOrganization, requireSession } from './require-records.ts';

type Resource = 'stytch.member' | 'stytch.self' | 'stytch.organization' | 'stytch.sso';

/** Returns whether the project's access policy gives one of the roles an action on a resource. */
export function isPermitted(
  { store }: Call,
  roles: readonly string[],
  resource: string,
  action: string,
): boolean {
  return (store.state.project.rbac_policy?.roles ?? [])
    .filter(({ role_id }) => roles.includes(role_id))
    .flatMap(({ permissions }) => permissions)
    .some(
      ({ resource_id, actions }) =>
        resource_id === resource && (actions.includes('*') || actions.includes(action)),
    );
}

/**
 * Throws unless the roles of a browser's member permit an action; a backend may do everything. On her own record,
 * those on `stytch.self` also count.
 *
 * @param memberId the member on whom a call with the resource `stytch.member` acts
 */
export function requirePermission(
  call: Call,
  resource: Resource,
  action: string,
  memberId?: string,
): void {
  if (call.door === 'backend') return;
  const { roles, id } = getSessionOwner(call.store, requireSession(call)).member;
  // A wildcard on `stytch.self` covers what a member may do to herself only, such as no change of her roles.
  const ofSelf = call.store.state.project.rbac_policy?.resources.find(
    ({ resource_id }) => resource_id === 'stytch.self',
  );
  const isSelf =
    memberId === id &&
    ofSelf?.actions.includes(action) === true &&
    isPermitted(call, roles, 'stytch.self', action);
  if (!isSelf && !isPermitted(call, roles, resource, action)) {
    throw refusal('unauthorized_action');
  }
}

/**
 * A field that a caller may give.
 *
 * @param action the action that the access policy asks for it; without one, only a backend may set it
 * @param key where the record has the value as it is given
 */
export function field<const Schema extends v.GenericSchema>(
  schema: Schema,
  action: string | null,
  key: string | null = null,
) {
  return v.pipe(v.optional(schema), v.metadata({ action, key }));
}

type Fields = Readonly<Record<string, ReturnType<typeof field>>>;

/** Throws unless the caller may set each given field. */
export function requireFieldPermissions(
  call: Call,
  resource: Resource,
  fields: Fields,
  given: object,
  memberId?: string,
): void {
  if (call.door === 'backend') return;
  for (const [name, schema] of Object.entries(fields)) {
    if (Reflect.get(given, name) === undefined) continue;
    const { action } = v.getMetadata(schema);
    if (action === null) throw refusal('cannot_update_trusted_metadata');
    requirePermission(call, resource, action, memberId);
  }
}

/** Returns the given fields that a record has as they are given, under the record's keys. */
export function givenValues(fields: Fields, given: object): object {
  const values = Object.entries(fields).map(([name, schema]) => [
    v.getMetadata(schema).key,
    Reflect.get(given, name),
  ]);
  return Object.fromEntries(values.filter(([key, value]) => key !== null && value !== undefined));
}

/** Returns the organization that a call manages: a browser's is that of its session. */
export function managedOrganization(call: Call, locator: string | undefined): StoredOrganization {
  const id = call.door === 'browser' ? requireSession(call).organizationId : locator;
  return requireOrganization(call.store, id);
}

/** The fields that name a member. A browser's call on the caller herself has none. */
export const memberLocator = {
  organization_id: v.optional(v.string()),
  member_id: v.optional(v.string()),
};
const locatorFields = v.object(memberLocator);
export type MemberLocator = v.InferOutput<typeof locatorFields>;

/**
 * Returns the member that a call manages, found by id or external id; without one, the caller.
 *
 * @param isDeleted whether the call is about a deleted member, which no other call finds
 */
export function requireManagedMember(
  call: Call,
  fields: MemberLocator,
  isDeleted = false,
): StoredMember {
  const organization = managedOrganization(call, fields.organization_id);
  const id = fields.member_id ?? (call.door === 'browser' ? requireSession(call).memberId : '');
  const member = call.store.state.members.find(
    (each) =>
      each.organizationId === organization.id &&
      (each.id === id || each.externalId === id) &&
      (each.status === 'deleted') === isDeleted,
  );
  if (member !== undefined) return member;
  throw refusal(isDeleted ? 'no_deleted_member_found_for_reactivation' : 'member_not_found');
}
