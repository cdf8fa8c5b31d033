import type {
  B2BAuthenticateResponse,
  B2BAuthenticateResponseWithMFA,
} from '@stytch/vanilla-js/b2b/headless';
import { allowsJitProvisioning, decideAuthentication } from '../../store/auth-decision.ts';
import { findMember, findMemberById, findOrganization } from '../../store/lookup.ts';
import {
  addMember,
  createIntermediateSession,
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
import type { ResponseBody } from '../http/json-response.ts';
import { ProviderError, providerErrors } from '../http/provider-error.ts';
import {
  memberObject,
  organizationObject,
  requirementFields,
  sessionObject,
} from '../responses/api-objects.ts';
import { sessionJwt } from './session-jwt.ts';

/** A person who signs in to an organization, with the factors that they have presented. */
export interface SignInAttempt {
  email: string;
  name: string;
  factors: readonly Factor[];
  /** Deleted when the attempt succeeds. */
  intermediateSession?: IntermediateSession | undefined;
}

/** Returns the member and the organization of a session. */
export function getSessionOwner(
  store: Store,
  session: Pick<StoredSession, 'memberId' | 'organizationId'>,
): { member: StoredMember; organization: StoredOrganization } {
  const member = findMemberById(store, session.memberId);
  const organization = findOrganization(store, { id: session.organizationId });
  if (member === undefined || organization === undefined) throw providerErrors.sessionNotFound();
  return { member, organization };
}

/** Builds the response of a call that always returns a session. */
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

/** Builds the response of a call that could also have required another factor. */
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
  attempt: SignInAttempt,
): StoredMember {
  const isEmailVerified = attempt.factors.some(({ verifiesEmail }) => verifiesEmail);
  if (isEmailVerified && allowsJitProvisioning(organization, attempt.email)) {
    return addMember(store, organization, attempt, ['stytch_member']);
  }
  throw new ProviderError(
    403,
    'email_jit_provisioning_not_allowed',
    'This email address is not a member of the organization and cannot join it by itself.',
  );
}

/**
 * Signs a person in to an organization, or responds with the required factor and a new intermediate
 * session of ten minutes. Throws if the person is not a member and may not join.
 */
export async function authenticateMember(
  store: Store,
  organization: StoredOrganization,
  attempt: SignInAttempt,
  durationMinutes: number,
): Promise<ResponseBody<B2BAuthenticateResponseWithMFA>> {
  const { signInError } = organization;
  if (signInError !== null) {
    throw new ProviderError(signInError.statusCode, signInError.errorType, signInError.message);
  }
  const member =
    findMember(store, organization.id, attempt.email) ??
    provisionMember(store, organization, attempt);
  const decision = decideAuthentication(organization, member, attempt.factors);

  if (decision.kind === 'authenticated') {
    const session = createSession(store, member, attempt.factors, durationMinutes);
    const { intermediateSession } = attempt;
    if (intermediateSession !== undefined) {
      deleteIntermediateSession(store, intermediateSession.token);
    }
    return authenticatedResponse(store, session);
  }
  const next = createIntermediateSession(store, {
    email: attempt.email,
    name: attempt.name,
    factors: [...attempt.factors],
    boundTo:
      decision.kind === 'mfaRequired'
        ? { organizationId: organization.id, memberId: member.id }
        : null,
  });
  return {
    member_id: member.id,
    member: memberObject(store, member),
    organization: organizationObject(organization),
    member_session: null,
    session_token: '',
    session_jwt: '',
    member_authenticated: false,
    intermediate_session_token: next.token,
    ...requirementFields(decision, member),
  };
}
