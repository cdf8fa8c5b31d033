import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { findOrganization } from '../../store/lookup.ts';
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
import { refusal } from '../http/provider-error.ts';
import { type Call, signInFields } from '../http/route.ts';
import { managedOrganization, requireManagedMember } from '../validation/permissions.ts';
import {
  getSessionOwner,
  requireIntermediateSession,
  requireMutableSession,
} from '../validation/require-records.ts';

/** The member who uses or enrols a second factor, and the session that authorizes the call. */
export interface SecondFactorCaller {
  member: StoredMember;
  organization: StoredOrganization;
  credential:
    | { kind: 'intermediate'; session: IntermediateSession }
    | { kind: 'session'; session: StoredSession };
}

/** The fields of a call on a second factor. */
export const callerFields = {
  ...signInFields,
  organization_id: v.string(),
  member_id: v.string(),
};
const callerSchema = v.object(callerFields);
type CallerFields = v.InferOutput<typeof callerSchema>;

/**
 * Returns the member that the request names by id or external id. Throws unless it carries either an intermediate
 * session that is bound to this member, or the member's own active session.
 */
export function requireCaller(call: Call, fields: CallerFields): SecondFactorCaller {
  const { store } = call;
  const { intermediate_session_token: token, organization_id, member_id } = fields;
  const credential: SecondFactorCaller['credential'] =
    token === undefined
      ? { kind: 'session', session: requireMutableSession(call) }
      : { kind: 'intermediate', session: requireIntermediateSession(store, token) };
  const holder = credential.kind === 'session' ? credential.session : credential.session.boundTo;
  const owner = holder && getSessionOwner(store, holder);
  if (
    owner === null ||
    owner.organization !== findOrganization(store, organization_id) ||
    ![owner.member.id, owner.member.externalId].includes(member_id)
  ) {
    throw refusal(
      credential.kind === 'session'
        ? 'member_not_found'
        : 'invalid_intermediate_session_token_for_organization',
    );
  }
  return { ...owner, credential };
}

/** Finds the member who enrols a second factor. A backend that passes no session enrols any member. */
export function requireEnrolling(
  call: Call,
  fields: CallerFields,
): Pick<SecondFactorCaller, 'member' | 'organization'> {
  const isByItself =
    call.door === 'backend' &&
    call.sessionToken === null &&
    fields.intermediate_session_token === undefined;
  if (!isByItself) return requireCaller(call, fields);
  const member = requireManagedMember(call, fields);
  return { member, organization: managedOrganization(call, fields.organization_id) };
}

/** Throws if the organization does not allow authenticator apps. */
export function requireTotpAllowed({ mfaMethods, allowedMfaMethods }: StoredOrganization): void {
  if (mfaMethods === 'ALL_ALLOWED' || allowedMfaMethods.includes('totp')) return;
  throw refusal('operation_restricted_by_organization_mfa_methods');
}

/** Throws after five wrong codes with the same intermediate session. */
export function requireAttemptsLeft({ credential }: SecondFactorCaller): void {
  if (credential.kind === 'intermediate' && credential.session.wrongCodes >= LIMITS.wrongCodes) {
    throw refusal('too_many_requests');
  }
}

export function countWrongCode({ credential }: SecondFactorCaller): void {
  if (credential.kind === 'intermediate') credential.session.wrongCodes += 1;
}

/** Creates a session from the intermediate one, or adds the factor to the existing session. */
export function completeSecondFactor(
  store: Store,
  { member, credential }: SecondFactorCaller,
  method: 'totp' | 'recovery_code',
  durationMinutes: number,
): StoredSession {
  const now = store.clock.now();
  const factor: Factor = { method, at: now, verifiesEmail: false, subject: member.id };
  if (credential.kind === 'session') {
    addSessionFactor(store, credential.session, factor);
    credential.session.expiresAt = now + durationMinutes * LIMITS.minuteMs;
    return credential.session;
  }
  deleteIntermediateSession(store, credential.session.token);
  return createSession(store, member, [...credential.session.factors, factor], durationMinutes);
}
