import { INTERMEDIATE_SESSION_LIFETIME, SESSION_WARNING } from '../rules/limits.ts';
import type {
  AuthContext,
  AuthInput,
  Notice,
  SignedInSession,
  StoredSignIn,
} from './auth.types.ts';

/** The stored sign-in of a tab that has none. */
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
 * The initial context.
 *
 * @param input the state of this tab; a stored intermediate session counts only if its cookie exists
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

/** Clears everything about the person and the sign-in. The project's settings, the clock and the random source stay. */
export function signedOutContext(): Partial<AuthContext> {
  return {
    ...NO_SESSION,
    ...NO_STORED_SIGN_IN,
    hasSessionCookie: false,
    hasIntermediateCookie: false,
  };
}

/**
 * The context of a signed-in member. It clears the stored sign-in (R7.4).
 *
 * @param at when the provider confirmed the session, in epoch milliseconds
 */
export function signedInContext(session: SignedInSession, at: number): Partial<AuthContext> {
  return {
    ...signedOutContext(),
    session,
    refreshedAt: at,
    expiryWarned: isNearEnd(session, at),
  };
}

/** Whether the expiry warning of a session is due (R11.11). `at`: epoch milliseconds. */
export function isNearEnd(session: SignedInSession, at: number): boolean {
  return session.expiresAt - at <= SESSION_WARNING;
}

/**
 * The context of an intermediate session after a required step. The provider adds factors to the one it was called
 * with, whose deadline stays; without one it starts a new one (R13.8).
 *
 * @param at when the response arrived, in epoch milliseconds
 */
export function intermediateKept(context: AuthContext, at: number): Partial<AuthContext> {
  const { intermediateExpiresAt: deadline } = context;
  const started = intermediateFrom(at);
  return deadline !== null && deadline > at
    ? { ...started, intermediateExpiresAt: deadline }
    : started;
}

/**
 * The context of a new intermediate session; it restarts the deadline (R13.8).
 *
 * @param at when its response arrived, in epoch milliseconds
 */
export function intermediateFrom(at: number): Partial<AuthContext> {
  return {
    hasIntermediateSession: true,
    hasIntermediateCookie: true,
    intermediateExpiresAt: at + INTERMEDIATE_SESSION_LIFETIME,
  };
}

/** A notice as a change of the context. Details that are left out are `null`. */
export function notice(
  tone: Notice['tone'],
  text: string,
  details: Partial<Omit<Notice, 'tone' | 'text'>> = {},
): Pick<AuthContext, 'notice'> {
  return {
    notice: { tone, text, requestId: null, remedy: null, organizationId: null, ...details },
  };
}

/** The part of the context that a tab stores (R13.1, R13.2). For a signed-in member every value is empty. */
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
