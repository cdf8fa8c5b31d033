import {
  findIntermediateSession,
  findMemberById,
  findOrganization,
  findSession,
} from '../../store/lookup.ts';
import type {
  IntermediateSession,
  StoredMember,
  StoredOrganization,
  StoredSession,
} from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import type { Call } from '../http/route.ts';

/** Returns the organization with this id or slug. Throws if there is none. */
export function requireOrganization(store: Store, locator: string | undefined): StoredOrganization {
  const organization = findOrganization(store, locator);
  if (organization === undefined) throw refusal('organization_not_found');
  return organization;
}

/** Returns the member and the organization of a session. Throws for a removed member. */
export function getSessionOwner(
  store: Store,
  session: Pick<StoredSession, 'memberId' | 'organizationId'>,
): { member: StoredMember; organization: StoredOrganization } {
  const member = findMemberById(store, session.memberId);
  const organization = findOrganization(store, session.organizationId);
  if (member === undefined || member.status === 'deleted' || organization === undefined) {
    throw refusal('member_not_found');
  }
  return { member, organization };
}

/** Returns the intermediate session with this token. Throws if it is missing, unknown or expired. */
export function requireIntermediateSession(
  store: Store,
  token: string | undefined,
): IntermediateSession {
  const session = findIntermediateSession(store, token ?? '');
  if (session === undefined) throw refusal('intermediate_session_not_found');
  return session;
}

/** Returns the caller's active session. Throws if there is none. */
export function requireSession({ store, door, sessionToken }: Call): StoredSession {
  if (sessionToken === null) {
    throw refusal(door === 'browser' ? 'user_unauthenticated' : 'no_session_arguments');
  }
  const session = findSession(store, sessionToken);
  if (session === undefined) throw refusal('session_not_found');
  return session;
}

/** Returns the caller's active session. Throws if there is none, or if it is impersonated. */
export function requireMutableSession(call: Call): StoredSession {
  const session = requireSession(call);
  if (session.impersonator !== null) throw refusal('session_not_mutable');
  return session;
}
