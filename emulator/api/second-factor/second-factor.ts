import { LIMITS } from '../../store/limits.ts';
import { findIntermediateSession, findSession } from '../../store/lookup.ts';
import { consumeIntermediateSession, openSession, stepUpSession } from '../../store/sessions.ts';
import type {
  Factor,
  IntermediateSession,
  StoredMember,
  StoredOrganization,
  StoredSession,
} from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { ProviderError, refusals } from '../http/provider-error.ts';
import type { Call } from '../http/route.ts';
import { ownersOf } from '../sessions/authenticate-member.ts';

/** Who wants to use or enrol a second factor, and on which ground. */
export interface Claimant {
  member: StoredMember;
  organization: StoredOrganization;
  ground:
    | { kind: 'intermediate'; session: IntermediateSession }
    | { kind: 'session'; session: StoredSession };
}

interface ClaimInput {
  organization_id: string;
  member_id: string;
  intermediate_session_token?: string | undefined;
}

function claimByIntermediate(store: Store, token: string, input: ClaimInput): Claimant {
  const session = findIntermediateSession(store, token);
  if (session === undefined) throw refusals.intermediateSessionNotFound();
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
  return { ...ownersOf(store, bound), ground: { kind: 'intermediate', session } };
}

/**
 * Finds out who is asking: by an intermediate session that this very organization asked a second
 * factor of, else by a live session of this very member. Throws the provider's refusal.
 */
export function requireClaimant({ store, sessionToken }: Call, input: ClaimInput): Claimant {
  if (input.intermediate_session_token !== undefined) {
    return claimByIntermediate(store, input.intermediate_session_token, input);
  }
  if (sessionToken === null) throw refusals.noSession();
  const session = findSession(store, sessionToken);
  if (session === undefined) throw refusals.sessionNotFound();
  if (session.impersonator !== null) throw refusals.impersonatedSession();
  const owners = ownersOf(store, session);
  if (owners.member.id !== input.member_id || owners.organization.id !== input.organization_id) {
    throw refusals.memberNotFound();
  }
  return { ...owners, ground: { kind: 'session', session } };
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
export function requireAttemptsLeft({ ground }: Claimant): void {
  if (ground.kind === 'intermediate' && ground.session.wrongCodes >= LIMITS.wrongCodes) {
    throw refusals.tooManyRequests();
  }
}

/** Counts a wrong code. */
export function countWrongCode({ ground }: Claimant): void {
  if (ground.kind === 'intermediate') ground.session.wrongCodes += 1;
}

/** Turns a proved second factor into a session: a new one, or the old one with a new token. */
export function completeSecondFactor(
  store: Store,
  { member, ground }: Claimant,
  method: 'totp' | 'recovery_code',
  durationMinutes: number,
): StoredSession {
  const now = store.clock.now();
  const factor: Factor = { method, at: now, provesEmail: false, subject: member.id };
  if (ground.kind === 'session') {
    stepUpSession(store, ground.session, factor);
    ground.session.expiresAt = now + durationMinutes * LIMITS.minute;
    return ground.session;
  }
  consumeIntermediateSession(store, ground.session.token);
  return openSession(store, member, [...ground.session.factors, factor], durationMinutes);
}
