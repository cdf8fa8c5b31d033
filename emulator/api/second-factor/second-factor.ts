import { LIMITS } from '../../store/limits.ts';
import { findIntermediateSession, findSession } from '../../store/lookup.ts';
import {
  addSessionFactor,
  createSession,
  deleteIntermediateSession,
} from '../../store/sessions.ts';
import type {
  Factor,
  IntermediateSession,
  StoredMember,
  StoredOrganization,
  StoredSession,
} from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { ProviderError, providerErrors } from '../http/provider-error.ts';
import type { Call } from '../http/route.ts';
import { getSessionOwner } from '../sessions/authenticate-member.ts';

/** Who wants to use or enrol a second factor, and on which ground. */
export interface SecondFactorCaller {
  member: StoredMember;
  organization: StoredOrganization;
  credential:
    | { kind: 'intermediate'; session: IntermediateSession }
    | { kind: 'session'; session: StoredSession };
}

interface CallerFields {
  organization_id: string;
  member_id: string;
  intermediate_session_token?: string | undefined;
}

function callerByIntermediateSession(
  store: Store,
  token: string,
  input: CallerFields,
): SecondFactorCaller {
  const session = findIntermediateSession(store, token);
  if (session === undefined) throw providerErrors.intermediateSessionNotFound();
  const bound = session.boundTo;
  if (
    bound === null ||
    bound.organizationId !== input.organization_id ||
    bound.memberId !== input.member_id
  ) {
    throw new ProviderError(
      400,
      'invalid_intermediate_session_token_for_organization',
      'The intermediate session token does not belong to this member of this organization.',
    );
  }
  return { ...getSessionOwner(store, bound), credential: { kind: 'intermediate', session } };
}

/**
 * Finds out who is asking: by an intermediate session that this very organization asked a second
 * factor of, else by a live session of this very member. Throws the provider's refusal.
 */
export function requireCaller(
  { store, sessionToken }: Call,
  input: CallerFields,
): SecondFactorCaller {
  if (input.intermediate_session_token !== undefined) {
    return callerByIntermediateSession(store, input.intermediate_session_token, input);
  }
  if (sessionToken === null) throw providerErrors.noSession();
  const session = findSession(store, sessionToken);
  if (session === undefined) throw providerErrors.sessionNotFound();
  if (session.impersonator !== null) throw providerErrors.impersonatedSession();
  const owners = getSessionOwner(store, session);
  if (owners.member.id !== input.member_id || owners.organization.id !== input.organization_id) {
    throw providerErrors.memberNotFound();
  }
  return { ...owners, credential: { kind: 'session', session } };
}

/** Refuses an organization that does not take authenticator apps. */
export function requireTotpAllowed({ mfaMethods, allowedMfaMethods }: StoredOrganization): void {
  if (mfaMethods === 'ALL_ALLOWED' || allowedMfaMethods.includes('totp')) return;
  throw new ProviderError(
    403,
    'operation_restricted_by_organization_mfa_methods',
    'The organization does not allow authenticator apps as a second factor.',
  );
}

/** Refuses after five wrong codes in a row on the same ground; a new sign-in starts afresh. */
export function requireAttemptsLeft({ credential }: SecondFactorCaller): void {
  if (credential.kind === 'intermediate' && credential.session.wrongCodes >= LIMITS.wrongCodes) {
    throw providerErrors.tooManyRequests();
  }
}

/** Counts a wrong code. */
export function countWrongCode({ credential }: SecondFactorCaller): void {
  if (credential.kind === 'intermediate') credential.session.wrongCodes += 1;
}

/** Turns a proved second factor into a session: a new one, or the old one with a new token. */
export function completeSecondFactor(
  store: Store,
  { member, credential }: SecondFactorCaller,
  method: 'totp' | 'recovery_code',
  durationMinutes: number,
): StoredSession {
  const now = store.clock.now();
  const factor: Factor = { method, at: now, provesEmail: false, subject: member.id };
  if (credential.kind === 'session') {
    addSessionFactor(store, credential.session, factor);
    credential.session.expiresAt = now + durationMinutes * LIMITS.minute;
    return credential.session;
  }
  deleteIntermediateSession(store, credential.session.token);
  return createSession(store, member, [...credential.session.factors, factor], durationMinutes);
}
