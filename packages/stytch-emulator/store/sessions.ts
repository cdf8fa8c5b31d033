import { LIMITS } from './limits.ts';
import { findGoogleAccount, findMemberById, findOrganization, isActive } from './lookup.ts';
import {
  type Factor,
  type GoogleAccount,
  type IntermediateSession,
  newMember,
  type StoredMember,
  type StoredOrganization,
  type StoredSession,
} from './state.ts';
import type { Store } from './store.ts';

/** Forgets what expired more than a day ago. Each request begins with it, so that a long run does not grow. */
export function forgetExpired({ state, clock }: Store): void {
  const limit = clock.now() - LIMITS.keptAfterExpiryMs;
  const isKept = ({ expiresAt }: { expiresAt: number }) => expiresAt > limit;
  state.sessions = state.sessions.filter(isKept);
  state.intermediateSessions = state.intermediateSessions.filter(isKept);
  state.oauthTokens = state.oauthTokens.filter(isKept);
  state.mail = state.mail.filter(isKept);
  state.impersonationTokens = state.impersonationTokens.filter(isKept);
  state.captchaTokens = state.captchaTokens.filter(isKept);
}

/** Creates an intermediate session that expires after ten minutes. */
export function createIntermediateSession(
  store: Store,
  given: Pick<IntermediateSession, 'email' | 'name' | 'factors'>,
): IntermediateSession {
  const session: IntermediateSession = {
    ...given,
    boundTo: null,
    wrongCodes: 0,
    token: store.ids.token('intermediate-session-token'),
    expiresAt: store.clock.now() + LIMITS.intermediateSessionMs,
  };
  store.state.intermediateSessions.push(session);
  return session;
}

/** Deletes an intermediate session, so that it cannot be exchanged again. */
export function deleteIntermediateSession(store: Store, token: string): void {
  const { state } = store;
  state.intermediateSessions = state.intermediateSessions.filter(
    (session) => session.token !== token,
  );
}

/** Creates a member session. The caller has checked `durationMinutes`. */
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
    expiresAt: now + durationMinutes * LIMITS.minuteMs,
    revokedAt: null,
    impersonator,
  };
  store.state.sessions.push(session);
  if (impersonator === null) {
    member.status = 'active';
    member.emailVerified ||= factors.some(({ verifiesEmail }) => verifiesEmail);
    member.googleSubject ??=
      factors.find(({ method }) => method === 'google_oauth')?.subject ?? null;
    member.updatedAt = now;
  }
  return session;
}

/** Adds a factor to an active session and replaces its token. */
export function addSessionFactor(store: Store, session: StoredSession, factor: Factor): void {
  session.factors.push(factor);
  session.token = store.ids.token('session-token');
  session.lastAccessedAt = store.clock.now();
}

export function revokeSession(store: Store, session: StoredSession): void {
  session.revokedAt ??= store.clock.now();
}

/** Ends every active session of a member. */
export function revokeMemberSessions(store: Store, memberId: string): void {
  for (const session of store.state.sessions) {
    if (session.memberId === memberId) revokeSession(store, session);
  }
}

/** Adds a member who has not signed in yet: the organization's creator, or one provisioned by domain. */
export function addMember(
  store: Store,
  organization: StoredOrganization,
  person: { email: string; name: string },
  roles: string[],
): StoredMember {
  const member = newMember({
    id: store.ids.next('member-test'),
    organizationId: organization.id,
    email: person.email,
    emailVerified: false,
    name: person.name,
    status: 'pending',
    roles,
    createdAt: store.clock.now(),
  });
  store.state.members.push(member);
  return member;
}

/** Adds a Google account, or updates the existing one with the same address. */
export function saveGoogleAccount(
  store: Store,
  given: Omit<GoogleAccount, 'subject'>,
): GoogleAccount {
  const existing = findGoogleAccount(store, given.email);
  if (existing !== undefined) return Object.assign(existing, given);
  const account = { ...given, subject: store.ids.next('google-subject') };
  store.state.googleAccounts.push(account);
  return account;
}

/** Lists all sessions for the console and the control API, oldest first. */
export function listSessions(store: Store) {
  return store.state.sessions.map((session) => ({
    id: session.id,
    email: findMemberById(store, session.memberId)?.email ?? null,
    organizationSlug: findOrganization(store, session.organizationId)?.slug ?? null,
    active: isActive(store, session),
  }));
}
