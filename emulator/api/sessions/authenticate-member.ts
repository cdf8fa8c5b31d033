import type {
  B2BAuthenticateResponse,
  B2BAuthenticateResponseWithMFA,
} from '@stytch/vanilla-js/b2b/headless';
import { isEligibleByDomain, judge } from '../../store/auth-decision.ts';
import { LIMITS } from '../../store/limits.ts';
import { findMember, findMemberById, findOrganization } from '../../store/lookup.ts';
import { addMember, openIntermediateSession, openSession } from '../../store/sessions.ts';
import type { Factor, StoredMember, StoredOrganization, StoredSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Answer } from '../http/json-response.ts';
import { ProviderError, refusals } from '../http/provider-error.ts';
import {
  memberView,
  organizationView,
  requirementView,
  sessionView,
} from '../responses/api-objects.ts';
import { sessionJwt } from './session-jwt.ts';

/** Who asks to enter, with what they proved. */
export interface Evidence {
  email: string;
  name: string;
  factors: readonly Factor[];
}

/** Checks a requested session length in minutes against the provider's and the project's limits. */
export function checkDuration(store: Store, minutes: number): number {
  if (!Number.isInteger(minutes) || minutes < LIMITS.sessionMinMinutes || minutes > 527_040) {
    throw new ProviderError(
      400,
      'invalid_session_duration_minutes',
      'session_duration_minutes is invalid, should be between 5 to 527040 minutes.',
    );
  }
  if (minutes > store.state.project.max_session_duration_minutes) {
    throw new ProviderError(
      400,
      'invalid_session_duration',
      'The submitted session duration exceeds the maximum session duration allowed for this project.',
    );
  }
  return minutes;
}

/** The member and organization a session belongs to. */
export function ownersOf(
  store: Store,
  session: Pick<StoredSession, 'memberId' | 'organizationId'>,
): { member: StoredMember; organization: StoredOrganization } {
  const member = findMemberById(store, session.memberId);
  const organization = findOrganization(store, { id: session.organizationId });
  if (member === undefined || organization === undefined) throw refusals.sessionNotFound();
  return { member, organization };
}

/** The answer that carries a session. */
export async function sessionAnswer(
  store: Store,
  session: StoredSession,
): Promise<Answer<B2BAuthenticateResponse>> {
  const { member, organization } = ownersOf(store, session);
  return {
    member_id: member.id,
    member: memberView(store, member),
    organization: organizationView(organization),
    member_session: sessionView(store, session, member, organization),
    session_token: session.token,
    session_jwt: await sessionJwt(store, session, member, organization),
  };
}

/** The same, in the shape of the calls that could also have asked for a step-up. */
export async function authenticatedAnswer(
  store: Store,
  session: StoredSession,
): Promise<Answer<B2BAuthenticateResponseWithMFA>> {
  return {
    ...(await sessionAnswer(store, session)),
    member_authenticated: true,
    intermediate_session_token: '',
    mfa_required: null,
    primary_required: null,
  };
}

function joinIfAllowed(
  store: Store,
  organization: StoredOrganization,
  evidence: Evidence,
): StoredMember {
  const proved = evidence.factors.some(({ provesEmail }) => provesEmail);
  if (proved && isEligibleByDomain(organization, evidence.email)) {
    return addMember(store, organization, evidence, ['stytch_member']);
  }
  throw new ProviderError(
    403,
    'email_jit_provisioning_not_allowed',
    'This email address is not a member of the organization and cannot join it by itself.',
  );
}

/**
 * Lets somebody into an organization, or answers what is missing. A step-up answer always carries
 * an intermediate session of ten new minutes; the caller ends the old one once this is `admitted`.
 */
export async function admit(
  store: Store,
  organization: StoredOrganization,
  evidence: Evidence,
  durationMinutes: number,
): Promise<{ admitted: boolean; answer: Answer<B2BAuthenticateResponseWithMFA> }> {
  const { refusal } = organization;
  if (refusal !== null) {
    throw new ProviderError(refusal.statusCode, refusal.errorType, refusal.message);
  }
  const member =
    findMember(store, organization.id, evidence.email) ??
    joinIfAllowed(store, organization, evidence);
  const admission = judge(organization, member, evidence.factors);

  if (admission.kind === 'admitted') {
    const session = openSession(store, member, evidence.factors, durationMinutes);
    return { admitted: true, answer: await authenticatedAnswer(store, session) };
  }
  const next = openIntermediateSession(store, {
    email: evidence.email,
    name: evidence.name,
    factors: [...evidence.factors],
    boundTo:
      admission.kind === 'mfaRequired'
        ? { organizationId: organization.id, memberId: member.id }
        : null,
  });
  return {
    admitted: false,
    answer: {
      member_id: member.id,
      member: memberView(store, member),
      organization: organizationView(organization),
      member_session: null,
      session_token: '',
      session_jwt: '',
      member_authenticated: false,
      intermediate_session_token: next.token,
      ...requirementView(admission, member),
    },
  };
}
