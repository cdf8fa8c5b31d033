import { allowsJitProvisioning, decideAuthentication } from '../../store/auth-decision.ts';
import { findIntermediateSession, findMember } from '../../store/lookup.ts';
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
import { ProviderError, refusal } from '../http/provider-error.ts';
import type { AuthenticateResponse, AuthenticateResponseWithMfa } from '../http/response-types.ts';
import {
  memberObject,
  organizationObject,
  requirementFields,
  sessionObject,
} from '../responses/api-objects.ts';
import { getSessionOwner, requireOrganization } from '../validation/require-records.ts';
import { sessionJwt } from './session-jwt.ts';

/** A person who signs in to an organization. */
export interface SignInAttempt {
  email: string;
  name: string;
  /** The factors that the call presents. Those of the intermediate session also count. */
  factors: readonly Factor[];
  /** Receives the factors if another one is required; deleted when the attempt succeeds. */
  intermediateSession?: IntermediateSession | undefined;
  /** Whether this call may make a person a member by e-mail domain. */
  mayProvision: boolean;
}

/** Builds the fields that name a member and the organization. */
export function memberResponse(store: Store, member: StoredMember) {
  return {
    member_id: member.id,
    member: memberObject(store, member),
    organization: organizationObject(store, requireOrganization(store, member.organizationId)),
  };
}

/** Builds the response of a call that always returns a session. */
export async function sessionResponse(
  store: Store,
  session: StoredSession,
): Promise<AuthenticateResponse> {
  return {
    ...memberResponse(store, getSessionOwner(store, session).member),
    member_session: sessionObject(store, session),
    session_token: session.token,
    session_jwt: await sessionJwt(store, session),
  };
}

/** Builds the response of a call that could also have required another factor. */
export async function authenticatedResponse(
  store: Store,
  session: StoredSession,
): Promise<AuthenticateResponseWithMfa> {
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
  factors: readonly Factor[],
): StoredMember {
  const isEmailVerified = factors.some(({ verifiesEmail }) => verifiesEmail);
  if (
    attempt.mayProvision &&
    isEmailVerified &&
    allowsJitProvisioning(organization, attempt.email)
  ) {
    return addMember(store, organization, attempt, ['stytch_member']);
  }
  throw refusal('email_jit_provisioning_not_allowed');
}

/**
 * Signs a person in to an organization, or responds with the required factor and an intermediate session: the
 * given one, which keeps its token and its expiry, or a new one. Throws if the person is not a member and may not
 * join.
 */
export async function authenticateMember(
  store: Store,
  organization: StoredOrganization,
  attempt: SignInAttempt,
  durationMinutes: number,
): Promise<AuthenticateResponseWithMfa> {
  const { signInError } = organization;
  if (signInError !== null) {
    throw new ProviderError(signInError.statusCode, signInError.errorType, signInError.message);
  }
  const { email, name, intermediateSession } = attempt;
  const factors = [...(intermediateSession?.factors ?? []), ...attempt.factors];
  const member =
    findMember(store, organization.id, email) ??
    provisionMember(store, organization, attempt, factors);
  const decision = decideAuthentication(organization, member, factors);

  if (decision.kind === 'authenticated') {
    const session = createSession(store, member, factors, durationMinutes);
    if (intermediateSession !== undefined) {
      deleteIntermediateSession(store, intermediateSession.token);
    }
    return authenticatedResponse(store, session);
  }
  const next = Object.assign(
    intermediateSession ?? createIntermediateSession(store, { email, name, factors }),
    {
      factors,
      boundTo:
        decision.kind === 'mfaRequired'
          ? { organizationId: organization.id, memberId: member.id }
          : null,
    },
  );
  return {
    ...memberResponse(store, member),
    member_session: null,
    session_token: '',
    session_jwt: '',
    member_authenticated: false,
    intermediate_session_token: next.token,
    intermediate_session_token_expires_at: store.clock.iso(next.expiresAt),
    ...requirementFields(decision, member, member.mfaPhoneNumber === '' ? null : 'sms_otp'),
  };
}

/**
 * Signs a person in whose factor a call has checked. The factors of an intermediate session of the same address also
 * count.
 *
 * @param token the intermediate session of the call
 */
export async function signInWithFactor(
  store: Store,
  organization: StoredOrganization,
  person: { email: string; name: string; factor: Factor; mayProvision: boolean },
  token: string | undefined,
  durationMinutes: number,
) {
  const { factor, ...given } = person;
  const found = findIntermediateSession(store, token ?? '');
  const intermediateSession = found?.email === given.email ? found : undefined;
  const attempt = { ...given, factors: [factor], intermediateSession };
  const response = await authenticateMember(store, organization, attempt, durationMinutes);
  return { ...response, organization_id: organization.id, reset_sessions: false };
}
