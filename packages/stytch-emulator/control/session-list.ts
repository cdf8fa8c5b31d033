import { findMemberById, findOrganization } from '../store/lookup.ts';
import type { Store } from '../store/store.ts';

/** Lists all sessions for the console and the control API, oldest first. */
export function listSessions(store: Store) {
  const now = store.clock.now();
  return store.state.sessions.map((session) => ({
    id: session.id,
    email: findMemberById(store, session.memberId)?.email ?? null,
    organizationSlug: findOrganization(store, session.organizationId)?.slug ?? null,
    memberId: session.memberId,
    organizationId: session.organizationId,
    startedAt: store.clock.iso(session.startedAt),
    lastAccessedAt: store.clock.iso(session.lastAccessedAt),
    expiresAt: store.clock.iso(session.expiresAt),
    impersonator: session.impersonator,
    active: session.revokedAt === null && session.expiresAt > now,
  }));
}
