import { isSameEmail } from '../rules/email.ts';
import { fullName } from '../rules/full-name.ts';
import { INTERMEDIATE_SESSION_LIFETIME, SESSION_WARNING } from '../rules/limits.ts';
import type { SentenceCode, SentenceValues } from '../rules/sentence.ts';
import type {
  AuthContext,
  AuthInput,
  Intermediate,
  Notice,
  SignedInSession,
  StoredSignIn,
  WithIntermediateSession,
} from './auth.types.ts';

/** The stored sign-in of a tab that has none. */
export const NO_STORED_SIGN_IN: StoredSignIn = {
  emailAddress: null,
  organizations: null,
  intermediate: null,
  selectedOrganization: null,
  stepUp: null,
  secondFactor: null,
  sent: { code: null, link: null },
};

/**
 * The fields of a person and of a sign-in, all empty. Not among them: the cookies of the start, the last organization,
 * the project, and the notice that the person has changed.
 */
export const NOBODY = {
  ...NO_STORED_SIGN_IN,
  session: null,
  lastShownEmail: null,
  typedName: '',
  enrolment: null,
  refresh: confirmedAt(0),
  signOutReason: 'requested',
  callback: null,
  notice: null,
  codeRejections: 0,
} as const satisfies Partial<AuthContext>;

/** The context at the start. An intermediate session needs its cookie; a session ends the sign-in (R7.4). */
export function initialContext({ storedSignIn, ...input }: AuthInput): AuthContext {
  const { session, lastShownEmail, hasIntermediateCookie } = input;
  const stored = session === null ? storedSignIn : NO_STORED_SIGN_IN;
  // A callback route that is opened again without its token: the sign-in of the tab goes on (R5.9).
  const isOpenedAgain = input.callback === 'no_token' && hasOrganizations(stored);
  const before = storedSignIn.emailAddress ?? lastShownEmail;
  const isChanged = session !== null && isKnownToDiffer(before, session.emailAddress);
  return {
    ...NOBODY,
    ...stored,
    ...input,
    intermediate: hasIntermediateCookie ? stored.intermediate : null,
    personNotice: isChanged ? personChangedNotice(session) : null,
    lastShownEmail: session === null ? lastShownEmail : null,
    callback: isOpenedAgain ? null : input.callback,
    project: { slugPattern: null, createOrganizationEnabled: true },
  };
}

/** The context of a member, without a sign-in (R7.4). `at`: when it was confirmed, in epoch milliseconds. */
export function signedInContext(session: SignedInSession, at: number): Partial<AuthContext> {
  return { ...NOBODY, session, refresh: confirmedAt(at) };
}

/** No refresh is due before the interval has passed since `at`, in epoch milliseconds. */
export function confirmedAt(at: number): AuthContext['refresh'] {
  return { confirmedAt: at, retryAt: null, reconnecting: false };
}

/** The address of the person whose sign-in or session this tab shows; `null` without one. */
export function personEmail({ session, emailAddress }: AuthContext): string | null {
  return session === null ? emailAddress : session.emailAddress;
}

/** The person whom this tab shows, or has shown last. */
export function shownPersonEmail(context: AuthContext): string | null {
  return personEmail(context) ?? context.lastShownEmail;
}

/** The member whom the next page of this tab compares its session with. */
export function shownMemberEmail({ session, lastShownEmail }: AuthContext): string | null {
  return session === null ? lastShownEmail : session.emailAddress;
}

/** Whether organizations are listed. */
export function hasOrganizations({ organizations }: StoredSignIn): boolean {
  return organizations !== null && organizations.length > 0;
}

/** Whether two addresses are known and differ. */
export function isKnownToDiffer(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && !isSameEmail(a, b);
}

/** Names the member whom a tab shows in place of another one. */
export function personChangedNotice({ memberName, emailAddress }: SignedInSession): Notice {
  const values = { name: fullName(memberName), email: emailAddress ?? '' };
  return notice('info', 'personChanged', values).notice;
}

/** Whether the expiry warning of a session is due (R11.11). `at`: epoch milliseconds. */
export function isNearEnd(session: SignedInSession, at: number): boolean {
  return session.expiresAt - at <= SESSION_WARNING;
}

/** The intermediate session of a result, whose deadline starts with it (R13.8); `null` without one. */
export function intermediateFrom(result: WithIntermediateSession): Intermediate | null {
  const { at, intermediateDigest: digest } = result;
  if (digest === null) return null;
  return { digest, expiresAt: at + INTERMEDIATE_SESSION_LIFETIME, isWarned: false };
}

/** A verification keeps the deadline of its intermediate session (R13.8). One of a switch has ended the session. */
export function contextForVerification(
  { session, intermediate }: AuthContext,
  result: WithIntermediateSession,
): Partial<AuthContext> {
  const isSame = result.intermediateDigest === (intermediate?.digest ?? null);
  return {
    ...(session === null ? { callback: null, notice: null } : NOBODY),
    ...(isSame ? {} : { intermediate: intermediateFrom(result) }),
  };
}

/** A notice as a change of the context. Details that are left out are `null`. */
export function notice(
  tone: Notice['tone'],
  code: SentenceCode,
  values: SentenceValues = {},
  details: Partial<Omit<Notice, 'tone' | 'code' | 'values'>> = {},
): { readonly notice: Notice } {
  const none = { requestId: null, remedy: null, organizationId: null, isAboutInput: false };
  return { notice: { tone, code, values, ...none, ...details } };
}

/** The part of the context that a tab stores (R13.1, R13.2). For a signed-in member every value is empty. */
export function storedSignInOf(context: AuthContext): StoredSignIn {
  if (context.session !== null) return NO_STORED_SIGN_IN;
  return {
    emailAddress: context.emailAddress,
    organizations: context.organizations,
    intermediate: context.intermediate,
    selectedOrganization: context.selectedOrganization,
    stepUp: context.stepUp,
    secondFactor: context.secondFactor,
    sent: context.sent,
  };
}
