import { INTERMEDIATE_SESSION_LIFETIME, SESSION_WARNING } from '../rules/limits.ts';
import type {
  AuthContext,
  AuthInput,
  Notice,
  SignedInSession,
  StoredSignIn,
} from './auth.types.ts';

/** What a tab that remembers nothing starts with. */
export const NO_STORED_SIGN_IN: StoredSignIn = {
  emailAddress: null,
  organizations: [],
  hasIntermediateSession: false,
  intermediateExpiresAt: null,
  selectedOrganization: null,
  stepUp: null,
  secondFactor: null,
  codeSentAt: null,
  linkSentAt: null,
};

const NO_SESSION = {
  session: null,
  memberships: null,
  switchTo: null,
  heldRequests: [],
  typedName: '',
  enrolment: null,
  refreshedAt: 0,
  refreshAttempt: 0,
  retryInMs: 0,
  connection: 'up',
  refreshMode: 'scheduled',
  expiryWarned: false,
  signOutReason: 'requested',
  callback: null,
  notice: null,
  codeRejections: 0,
} as const satisfies Partial<AuthContext>;

/**
 * The first context of a tab.
 *
 * @param input what was read at boot; an intermediate session counts only while its cookie is there
 */
export function initialContext(input: AuthInput): AuthContext {
  return {
    ...NO_SESSION,
    ...input.storedSignIn,
    hasIntermediateSession:
      input.storedSignIn.hasIntermediateSession && input.hasIntermediateCookie,
    session: input.session,
    callback: input.callback,
    linkWasRequestedHere: input.linkWasRequestedHere,
    hasSessionCookie: input.hasSessionCookie,
    hasIntermediateCookie: input.hasIntermediateCookie,
    project: { slugPattern: null, createOrganizationEnabled: true },
    now: input.now,
    random: input.random,
  };
}

/** Everything about a person and a sign-in, forgotten: what is left knows the project and the time. */
export function signedOutContext(): Partial<AuthContext> {
  return {
    ...NO_SESSION,
    ...NO_STORED_SIGN_IN,
    hasSessionCookie: false,
    hasIntermediateCookie: false,
  };
}

/**
 * Somebody is signed in: the session is all that stays of how they got here (R7.4).
 *
 * @param at when the provider vouched for the session, in epoch milliseconds
 */
export function signedInContext(session: SignedInSession, at: number): Partial<AuthContext> {
  return {
    ...signedOutContext(),
    session,
    refreshedAt: at,
    expiryWarned: isNearEnd(session, at),
  };
}

/** Whether a session ends so soon that its member is to be warned. `at`: epoch milliseconds. */
export function isNearEnd(session: SignedInSession, at: number): boolean {
  return session.expiresAt - at <= SESSION_WARNING;
}

/** An intermediate session that an answer of this moment brought; every new one restarts the deadline. */
export function intermediateFrom(at: number): Partial<AuthContext> {
  return {
    hasIntermediateSession: true,
    hasIntermediateCookie: true,
    intermediateExpiresAt: at + INTERMEDIATE_SESSION_LIFETIME,
  };
}

/** A sentence for the person. */
export function notice(
  tone: Notice['tone'],
  text: string,
  details: Partial<Omit<Notice, 'tone' | 'text'>> = {},
): Pick<AuthContext, 'notice'> {
  return {
    notice: { tone, text, requestId: null, remedy: null, organizationId: null, ...details },
  };
}

/**
 * What a tab keeps in its storage of the sign-in it is in (R13.1, R13.2); everything empty once somebody is in.
 */
export function storedSignInOf(context: AuthContext): StoredSignIn {
  const { emailAddress, organizations, hasIntermediateSession, intermediateExpiresAt } = context;
  const { selectedOrganization, stepUp, secondFactor, codeSentAt, linkSentAt } = context;
  return {
    emailAddress,
    organizations,
    hasIntermediateSession,
    intermediateExpiresAt,
    selectedOrganization,
    stepUp,
    secondFactor,
    codeSentAt,
    linkSentAt,
  };
}
