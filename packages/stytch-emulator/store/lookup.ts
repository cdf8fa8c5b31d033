import type {
  GoogleAccount,
  IntermediateSession,
  StoredMember,
  StoredOrganization,
  StoredSession,
} from './state.ts';
import type { Store } from './store.ts';

/** Returns the organization with this id, slug or external id: the provider takes each as an id. */
export function findOrganization(
  store: Store,
  locator: string | undefined,
): StoredOrganization | undefined {
  if (locator === undefined) return undefined;
  return store.state.organizations.find((organization) =>
    [organization.id, organization.slug, organization.externalId].includes(locator),
  );
}

/** Returns the member of an organization with this normalized address, unless it is deleted. */
export function findMember(
  store: Store,
  organizationId: string,
  email: string,
): StoredMember | undefined {
  return store.state.members.find(
    (member) =>
      member.organizationId === organizationId &&
      member.email === email &&
      member.status !== 'deleted',
  );
}

export function findMemberById(store: Store, memberId: string): StoredMember | undefined {
  return store.state.members.find(({ id }) => id === memberId);
}

/** Returns the Google account with this normalized address. */
export function findGoogleAccount(store: Store, email: string): GoogleAccount | undefined {
  return store.state.googleAccounts.find((account) => account.email === email);
}

/** Returns whether a session is neither revoked nor expired. */
export function isActive(store: Store, { revokedAt, expiresAt }: StoredSession): boolean {
  return revokedAt === null && expiresAt > store.clock.now();
}

/** Returns the active session with this token. */
export function findSession(store: Store, token: string): StoredSession | undefined {
  return store.state.sessions.find((each) => each.token === token && isActive(store, each));
}

/** Returns the intermediate session with this token if it has not expired. */
export function findIntermediateSession(
  store: Store,
  token: string,
): IntermediateSession | undefined {
  const now = store.clock.now();
  return store.state.intermediateSessions.find(
    (session) => session.token === token && session.expiresAt > now,
  );
}
