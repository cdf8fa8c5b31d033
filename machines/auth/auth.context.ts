import { isSameEmail } from '../rules/email.ts';
import { INTERMEDIATE_SESSION_LIFETIME, SESSION_WARNING } from '../rules/limits.ts';
import { isSignInCallback } from '../rules/sign-in-callback.ts';
import type {
  AuthContext,
  AuthInput,
  Discovered,
  IdentityNote,
  Notice,
  SignedInSession,
  StoredSignIn,
} from './auth.types.ts';
import type { AuthSnapshot } from './auth.view.ts';

/** The stored sign-in of a tab that has none. */
export const NO_STORED_SIGN_IN: StoredSignIn = {
  emailAddress: null,
  organizations: [],
  hasIntermediateSession: false,
  intermediateExpiresAt: null,
  intermediateDigest: null,
  selectedOrganization: null,
  stepUp: null,
  secondFactor: null,
  codeSentAt: null,
  linkSentAt: null,
};

/** A response has told who is in this tab (R22.11). */
export const ANSWERED = { callback: null, isPersonUnknown: false } as const;

const NO_SESSION = {
  session: null,
  pendingIdentity: null,
  memberships: null,
  returnTo: null,
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
  ...ANSWERED,
  notice: null,
  codeRejections: 0,
} as const satisfies Partial<AuthContext>;

/**
 * The initial context.
 *
 * @param input the state of this tab. A stored intermediate session counts only with its cookie and its digest.
 *   A stored session counts only if a person of this browser confirmed it and this tab has no other person's
 *   sign-in, none under way, and no open question; another one is pending (R22.1, R22.4, R22.11)
 */
export function initialContext(input: AuthInput): AuthContext {
  const { session, storedSignIn, confirmedSessionId } = input;
  const { identityNote: note } = input;
  // An address without a token that is opened again: the sign-in of the tab goes on (R5.9).
  const isOpenedAgain =
    input.callback === 'no_token' && session === null && storedSignIn.organizations.length > 0;
  const callback = isOpenedAgain ? null : input.callback;
  const isAnswer = isSignInCallback(callback);
  const isKnown = session?.sessionId === confirmedSessionId;
  const isConfirmed =
    isKnown &&
    note === null &&
    !isAnswer &&
    (showsNoSignIn({ ...storedSignIn, session: null }) ||
      isKnownToBeSame(storedSignIn.emailAddress, session.emailAddress));
  // A session ends the sign-in of its tab, also when another tab has started it (R7.4).
  const kept = isConfirmed ? NO_STORED_SIGN_IN : storedSignIn;
  return {
    ...NO_SESSION,
    ...kept,
    lastOrganization: input.lastOrganization,
    hasIntermediateSession:
      kept.hasIntermediateSession &&
      input.hasIntermediateCookie &&
      kept.intermediateDigest !== null,
    session: isConfirmed ? session : null,
    pendingIdentity:
      session === null || isConfirmed
        ? null
        : { kind: 'authenticated', session, at: input.now(), isConfirmed: isKnown },
    callback,
    linkWasRequestedHere: input.linkWasRequestedHere,
    // This page redeems the answer in `callback`. After an open question, the next session is asked about.
    isPersonUnknown:
      note !== null && !(note === 'answer' && isAnswer) && !(note === 'open' && session !== null),
    confirmedSessionId,
    hasSessionCookie: input.hasSessionCookie,
    hasIntermediateCookie: input.hasIntermediateCookie,
    project: { slugPattern: null, createOrganizationEnabled: true },
    now: input.now,
    random: input.random,
  };
}

/** Whether it is unknown who is in this tab, because of the answer that is being redeemed or of one before (R22.11). */
export function hasUnknownPerson({
  callback,
  isPersonUnknown,
}: Pick<AuthContext, 'callback' | 'isPersonUnknown'>): boolean {
  return isPersonUnknown || isSignInCallback(callback);
}

/**
 * What the next page of this tab must know (R22.11); `null` if nothing. A link that waits for its confirmation has told
 * nothing about the person yet.
 *
 * @param snapshot of the auth machine, in any state
 */
export function identityNoteOf(snapshot: AuthSnapshot): IdentityNote | null {
  const { context } = snapshot;
  const isLinkWaiting = snapshot.matches({ signedOut: 'confirmingLink' });
  const isUnknown = isLinkWaiting ? context.isPersonUnknown : hasUnknownPerson(context);
  if (isUnknown) return 'unknown';
  return context.pendingIdentity === null ? null : 'open';
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

/**
 * The address of the person whose sign-in or session this tab shows; `null` when it is unknown or the tab shows no
 * sign-in (R22.1).
 */
export function personOf({ session, emailAddress }: AuthContext): string | null {
  return session === null ? emailAddress : session.emailAddress;
}

/** What stays of a sign-in that is not shown again: whose it was, so that another person's session asks (R22.12). */
export function outdatedSignIn({ emailAddress, intermediateDigest }: StoredSignIn): StoredSignIn {
  return { ...NO_STORED_SIGN_IN, emailAddress, intermediateDigest };
}

/**
 * Whether a tab shows no sign-in (R22.1). A sign-in whose address is unknown is one, too, also after its
 * intermediate session has ended.
 */
export function showsNoSignIn(
  context: Pick<
    AuthContext,
    'session' | 'emailAddress' | 'intermediateDigest' | 'organizations' | 'stepUp' | 'secondFactor'
  >,
): boolean {
  const { session, emailAddress, intermediateDigest, organizations, stepUp, secondFactor } =
    context;
  const shown = session ?? emailAddress ?? intermediateDigest ?? stepUp ?? secondFactor;
  return shown === null && organizations.length === 0;
}

/** Whether two addresses are known and the same. Two unknown ones can belong to two persons. */
export function isKnownToBeSame(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && isSameEmail(a, b);
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
    hasIntermediateSession: true,
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
): Pick<AuthContext, 'notice'> {
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
  const { emailAddress, organizations, hasIntermediateSession } = context;
  const { intermediateExpiresAt, intermediateDigest, selectedOrganization } = context;
  const { stepUp, secondFactor, codeSentAt, linkSentAt } = context;
  return {
    emailAddress,
    organizations,
    hasIntermediateSession,
    intermediateExpiresAt,
    intermediateDigest,
    selectedOrganization,
    stepUp,
    secondFactor,
    codeSentAt,
    linkSentAt,
  };
}
