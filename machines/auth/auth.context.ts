import { isSameEmail } from '../rules/email.ts';
import { INTERMEDIATE_SESSION_LIFETIME, SESSION_WARNING } from '../rules/limits.ts';
import { messages } from '../rules/messages.ts';
import type {
  AuthContext,
  AuthInput,
  Discovered,
  Notice,
  SignedInSession,
  StoredSignIn,
} from './auth.types.ts';

/** The stored sign-in of a tab that has none. */
export const NO_STORED_SIGN_IN: StoredSignIn = {
  emailAddress: null,
  organizations: null,
  hasIntermediateSession: false,
  intermediateExpiresAt: null,
  intermediateDigest: null,
  selectedOrganization: null,
  stepUp: null,
  secondFactor: null,
  codeSentAt: null,
  linkSentAt: null,
};

/** No intermediate session. */
export const NO_INTERMEDIATE = {
  intermediateExpiresAt: null,
  intermediateDigest: null,
  expiryWarned: false,
} as const satisfies Partial<AuthContext>;

const NO_SESSION = {
  session: null,
  shownPerson: null,
  typedName: '',
  enrolment: null,
  refreshedAt: 0,
  retryAt: null,
  failedRefreshes: 0,
  expiryWarned: false,
  signOutReason: 'requested',
  callback: null,
  notice: null,
  codeRejections: 0,
} as const satisfies Partial<AuthContext>;

/**
 * The initial context.
 *
 * @param input the state of this tab. A stored intermediate session counts only with its cookie and its digest.
 *   A session ends the sign-in of its tab (R7.4)
 */
export function initialContext(input: AuthInput): AuthContext {
  const { session, storedSignIn, shownPerson } = input;
  const { hasIntermediateSession, ...stored } = session === null ? storedSignIn : NO_STORED_SIGN_IN;
  // An address without a token that is opened again: the sign-in of the tab goes on (R5.9).
  const isOpenedAgain = input.callback === 'no_token' && hasListed(stored);
  const before = storedSignIn.emailAddress ?? shownPerson;
  const isChanged = session !== null && isKnownToDiffer(before, session.emailAddress);
  const isOwnCookie = hasIntermediateSession && input.hasIntermediateCookie;
  return {
    ...NO_SESSION,
    ...stored,
    intermediateDigest: isOwnCookie ? stored.intermediateDigest : null,
    personNotice: isChanged ? noticeOfPerson(session) : null,
    shownPerson: session === null ? shownPerson : null,
    lastOrganization: input.lastOrganization,
    session,
    callback: isOpenedAgain ? null : input.callback,
    hasSessionCookie: input.hasSessionCookie,
    hasIntermediateCookie: input.hasIntermediateCookie,
    project: { slugPattern: null, createOrganizationEnabled: true },
    now: input.now,
  };
}

/** Clears everything about the person and the sign-in. The project's settings, the clock and the random source stay. */
export function signedOutContext(): Partial<AuthContext> {
  const { hasIntermediateSession: _, ...noSignIn } = NO_STORED_SIGN_IN;
  return {
    ...NO_SESSION,
    ...noSignIn,
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

/**
 * The address of the person whose sign-in or session this tab shows; `null` when it is unknown or the tab shows no
 * sign-in.
 */
export function personOf({ session, emailAddress }: AuthContext): string | null {
  return session === null ? emailAddress : session.emailAddress;
}

/** The person whom this tab shows, or has shown last. */
export function shownPersonOf(context: AuthContext): string | null {
  return personOf(context) ?? context.shownPerson;
}

/** The member whom the next page of this tab compares its session with. */
export function shownMemberOf({ session, shownPerson }: AuthContext): string | null {
  return session === null ? shownPerson : session.emailAddress;
}

/** Whether organizations are listed. */
export function hasListed({ organizations }: Pick<AuthContext, 'organizations'>): boolean {
  return organizations !== null && organizations.length > 0;
}

/** Whether two addresses are known and the same. Two unknown ones can belong to two persons. */
export function isKnownToBeSame(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && isSameEmail(a, b);
}

/** Whether two addresses are known and differ. */
export function isKnownToDiffer(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && !isSameEmail(a, b);
}

/** Names the member whom a tab shows in place of another one. */
export function noticeOfPerson({ memberName, emailAddress }: SignedInSession): Notice {
  return notice('info', messages.personChanged(memberName, emailAddress ?? '')).notice;
}

/** Whether the expiry warning of a session is due (R11.11). `at`: epoch milliseconds. */
export function isNearEnd(session: SignedInSession, at: number): boolean {
  return session.expiresAt - at <= SESSION_WARNING;
}

/**
 * The context of an intermediate session after a required step. The provider adds factors to the one that it was
 * called with, whose deadline stays; another one starts a new deadline (R13.8).
 *
 * @param result the response that requires the step
 */
export function intermediateKept(
  { intermediateDigest, intermediateExpiresAt, expiryWarned }: AuthContext,
  result: Pick<Discovered, 'at' | 'intermediateDigest'>,
): Partial<AuthContext> {
  const started = intermediateFrom(result.at, result.intermediateDigest);
  const isKept =
    result.intermediateDigest === intermediateDigest &&
    intermediateExpiresAt !== null &&
    intermediateExpiresAt > result.at;
  return isKept ? { ...started, intermediateExpiresAt, expiryWarned } : started;
}

/**
 * The context of a new intermediate session; it restarts the deadline (R13.8).
 *
 * @param at when its response arrived, in epoch milliseconds
 * @param intermediateDigest identifies the session
 */
export function intermediateFrom(
  at: number,
  intermediateDigest: string | null,
): Partial<AuthContext> {
  return {
    intermediateDigest,
    hasIntermediateCookie: true,
    intermediateExpiresAt: at + INTERMEDIATE_SESSION_LIFETIME,
    expiryWarned: false,
  };
}

/** A notice as a change of the context. Details that are left out are `null`. */
export function notice(
  tone: Notice['tone'],
  text: string,
  details: Partial<Omit<Notice, 'tone' | 'text'>> = {},
): { readonly notice: Notice } {
  return {
    notice: {
      tone,
      text,
      requestId: null,
      remedy: null,
      organizationId: null,
      isAboutInput: false,
      ...details,
    },
  };
}

/** The part of the context that a tab stores (R13.1, R13.2). For a signed-in member every value is empty. */
export function storedSignInOf(context: AuthContext): StoredSignIn {
  if (context.session !== null) return NO_STORED_SIGN_IN;
  const { emailAddress, organizations, intermediateExpiresAt, intermediateDigest } = context;
  const { selectedOrganization, stepUp, secondFactor, codeSentAt, linkSentAt } = context;
  return {
    emailAddress,
    organizations,
    hasIntermediateSession: intermediateDigest !== null,
    intermediateExpiresAt,
    intermediateDigest,
    selectedOrganization,
    stepUp,
    secondFactor,
    codeSentAt,
    linkSentAt,
  };
}
