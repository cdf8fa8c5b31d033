import type {
  GoogleAccount,
  IntermediateSession,
  StoredMember,
  StoredOrganization,
  StoredSession,
} from './state.ts';
import type { Store } from './store.ts';

/** E-mail addresses are compared without case and surrounding space. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether this can be an address at all. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email);
}

/** The organization with this id or slug; undefined when there is none. */
export function findOrganization(
  store: Store,
  locator: { id?: string | undefined; slug?: string | undefined },
): StoredOrganization | undefined {
  const { id, slug } = locator;
  return store.state.organizations.find(
    (organization) => organization.id === id || organization.slug === slug,
  );
}

/** The member of an organization with this address. */
export function findMember(
  store: Store,
  organizationId: string,
  email: string,
): StoredMember | undefined {
  return store.state.members.find(
    (member) => member.organizationId === organizationId && member.email === email,
  );
}

/** The member with this id. */
export function findMemberById(store: Store, memberId: string): StoredMember | undefined {
  return store.state.members.find(({ id }) => id === memberId);
}

/** The Google account with this address. */
export function findGoogleAccount(store: Store, email: string): GoogleAccount | undefined {
  return store.state.people.find((person) => person.email === email);
}

/** A session that is neither revoked nor expired. */
export function findSession(store: Store, token: string): StoredSession | undefined {
  const now = store.clock.now();
  return store.state.sessions.find(
    (session) => session.token === token && session.revokedAt === null && session.expiresAt > now,
  );
}

/** An intermediate session within its ten minutes. */
export function findIntermediateSession(
  store: Store,
  token: string,
): IntermediateSession | undefined {
  const now = store.clock.now();
  return store.state.intermediateSessions.find(
    (session) => session.token === token && session.expiresAt > now,
  );
}
