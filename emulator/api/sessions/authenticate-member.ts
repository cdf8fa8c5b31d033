import type {
  B2BAuthenticateResponse,
  B2BAuthenticateResponseWithMFA,
} from '@stytch/vanilla-js/b2b/headless';
import { allowsJitProvisioning, decideAuthentication } from '../../store/auth-decision.ts';
import { LIMITS } from '../../store/limits.ts';
import { findMember, findMemberById, findOrganization } from '../../store/lookup.ts';
import { addMember, createIntermediateSession, createSession } from '../../store/sessions.ts';
import type { Factor, StoredMember, StoredOrganization, StoredSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { ResponseBody } from '../http/json-response.ts';
import { ProviderError, providerErrors } from '../http/provider-error.ts';
import {
  memberObject,
  organizationObject,
  requirementFields,
  sessionObject,
} from '../responses/api-objects.ts';
import { sessionJwt } from './session-jwt.ts';

/** Who asks to enter, with what they proved. */
export interface SignInAttempt {
  email: string;
  name: string;
  factors: readonly Factor[];
}

/** Checks a requested session length in minutes against the provider's and the project's limits. */
export function checkSessionDuration(store: Store, minutes: number): number {
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
export function getSessionOwner(
  store: Store,
  session: Pick<StoredSession, 'memberId' | 'organizationId'>,
): { member: StoredMember; organization: StoredOrganization } {
  const member = findMemberById(store, session.memberId);
  const organization = findOrganization(store, { id: session.organizationId });
  if (member === undefined || organization === undefined) throw providerErrors.sessionNotFound();
  return { member, organization };
}

/** The answer that carries a session. */
export async function sessionResponse(
  store: Store,
  session: StoredSession,
): Promise<ResponseBody<B2BAuthenticateResponse>> {
  const { member, organization } = getSessionOwner(store, session);
  return {
    member_id: member.id,
    member: memberObject(store, member),
    organization: organizationObject(organization),
    member_session: sessionObject(store, session, member, organization),
    session_token: session.token,
    session_jwt: await sessionJwt(store, session, member, organization),
  };
}

/** The same, in the shape of the calls that could also have asked for a step-up. */
export async function authenticatedResponse(
  store: Store,
  session: StoredSession,
): Promise<ResponseBody<B2BAuthenticateResponseWithMFA>> {
  return {
    ...(await sessionResponse(store, session)),
    member_authenticated: true,
    intermediate_session_token: '',
    mfa_required: null,
    primary_required: null,
  };
}

function provisionMember(
  store: Store,
  organization: StoredOrganization,
  evidence: SignInAttempt,
): StoredMember {
  const proved = evidence.factors.some(({ provesEmail }) => provesEmail);
  if (proved && allowsJitProvisioning(organization, evidence.email)) {
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
export async function authenticateMember(
  store: Store,
  organization: StoredOrganization,
  evidence: SignInAttempt,
  durationMinutes: number,
): Promise<{ admitted: boolean; answer: ResponseBody<B2BAuthenticateResponseWithMFA> }> {
  const { refusal } = organization;
  if (refusal !== null) {
    throw new ProviderError(refusal.statusCode, refusal.errorType, refusal.message);
  }
  const member =
    findMember(store, organization.id, evidence.email) ??
    provisionMember(store, organization, evidence);
  const admission = decideAuthentication(organization, member, evidence.factors);

  if (admission.kind === 'admitted') {
    const session = createSession(store, member, evidence.factors, durationMinutes);
    return { admitted: true, answer: await authenticatedResponse(store, session) };
  }
  const next = createIntermediateSession(store, {
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
      member: memberObject(store, member),
      organization: organizationObject(organization),
      member_session: null,
      session_token: '',
      session_jwt: '',
      member_authenticated: false,
      intermediate_session_token: next.token,
      ...requirementFields(admission, member),
    },
  };
}
