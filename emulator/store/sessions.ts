import { LIMITS } from './limits.ts';
import { findMember } from './lookup.ts';
import type {
  Factor,
  IntermediateSession,
  StoredMember,
  StoredOrganization,
  StoredSession,
} from './state.ts';
import type { Store } from './store.ts';

/** Opens an intermediate session of ten minutes and gives it back. */
export function createIntermediateSession(
  store: Store,
  given: Pick<IntermediateSession, 'email' | 'name' | 'factors'> &
    Partial<Pick<IntermediateSession, 'boundTo' | 'wrongCodes'>>,
): IntermediateSession {
  const session: IntermediateSession = {
    boundTo: null,
    wrongCodes: 0,
    ...given,
    token: store.ids.token('intermediate-session-token'),
    expiresAt: store.clock.now() + LIMITS.intermediateSession,
  };
  store.state.intermediateSessions.push(session);
  return session;
}

/** Ends an intermediate session: what was signed in with it cannot be signed in with again. */
export function deleteIntermediateSession(store: Store, token: string): void {
  const { state } = store;
  state.intermediateSessions = state.intermediateSessions.filter(
    (session) => session.token !== token,
  );
}

/** Opens a member session. `durationMinutes` was checked before. */
export function createSession(
  store: Store,
  member: StoredMember,
  factors: readonly Factor[],
  durationMinutes: number,
  impersonator: string | null = null,
): StoredSession {
  const now = store.clock.now();
  const session: StoredSession = {
    id: store.ids.next('member-session-test'),
    token: store.ids.token('session-token'),
    memberId: member.id,
    organizationId: member.organizationId,
    factors: [...factors],
    startedAt: now,
    lastAccessedAt: now,
    expiresAt: now + durationMinutes * LIMITS.minute,
    revokedAt: null,
    impersonator,
  };
  store.state.sessions.push(session);
  if (impersonator === null) {
    member.status = 'active';
    member.emailVerified ||= factors.some(({ provesEmail }) => provesEmail);
    member.googleSubject ??=
      factors.find(({ method }) => method === 'google_oauth')?.subject ?? null;
    member.updatedAt = now;
  }
  store.emit({ kind: 'session', text: `${member.email} signed in` });
  return session;
}

/** Adds a factor to a live session and rotates its token: the old token ends here. */
export function addSessionFactor(store: Store, session: StoredSession, factor: Factor): void {
  session.factors.push(factor);
  session.token = store.ids.token('session-token');
  session.lastAccessedAt = store.clock.now();
}

/** Ends a session. */
export function revokeSession(store: Store, session: StoredSession): void {
  session.revokedAt ??= store.clock.now();
  store.emit({ kind: 'session', text: `session ${session.id} revoked` });
}

/** Adds a member to an organization (just-in-time provisioning, or its creator). */
export function addMember(
  store: Store,
  organization: StoredOrganization,
  person: { email: string; name: string },
  roles: readonly string[],
): StoredMember {
  const existing = findMember(store, organization.id, person.email);
  if (existing !== undefined) return existing;
  const now = store.clock.now();
  const member: StoredMember = {
    id: store.ids.next('member-test'),
    organizationId: organization.id,
    email: person.email,
    emailVerified: false,
    name: person.name,
    status: 'pending',
    roles: [...roles],
    mfaEnrolled: false,
    defaultMfaMethod: '',
    mfaPhoneNumber: '',
    totp: null,
    recoveryCodes: [],
    pendingRecoveryCodes: [],
    googleSubject: null,
    createdAt: now,
    updatedAt: now,
  };
  store.state.members.push(member);
  return member;
}
