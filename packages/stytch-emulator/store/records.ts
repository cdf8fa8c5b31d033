import * as v from 'valibot';
import {
  memberSchema,
  type NewMember,
  type NewOrganization,
  organizationSchema,
  type StoredMember,
  type StoredOrganization,
} from './state.ts';

/** Creates the record of an organization, with the defaults of its schema. */
export function newOrganization(given: NewOrganization): StoredOrganization {
  return v.parse(organizationSchema, { updatedAt: given.createdAt, ...given });
}

/** Creates the record of a member, with the defaults of its schema. */
export function newMember(given: NewMember): StoredMember {
  return v.parse(memberSchema, { updatedAt: given.createdAt, ...given });
}
