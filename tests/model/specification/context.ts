import type { AnyEventObject } from 'xstate';
import type {
  ActorResult,
  AuthContext,
  Notice,
  SignedInSession,
} from '#machines/auth/auth.types.ts';
import type { SentenceCode } from '#machines/rules/sentence.ts';

/** A tab at the moment of a step. `event` is the machine's event, with the result of a call as `output`. */
export interface Moment {
  readonly context: AuthContext;
  readonly event: AnyEventObject;
  readonly now: number;
}

/** The result of the call of the step. */
export function resultOf({ event }: Moment): ActorResult {
  return event.output;
}

/** The person whose session or unfinished sign-in the tab shows; `null` when the address is unknown. */
export function personEmail({ session, emailAddress }: AuthContext): string | null {
  return session ? session.emailAddress : emailAddress;
}

export type Change = Partial<AuthContext>;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** What a tab keeps of an unfinished sign-in (R13.1, R13.2), when there is none. */
const NO_SIGN_IN = {
  emailAddress: null,
  organizations: null,
  intermediate: null,
  selectedOrganization: null,
  stepUp: null,
  secondFactor: null,
  sent: { code: null, link: null },
} as const satisfies Change;

/** A tab that shows no person. Only the last organization, the settings, and what the page found at its start stay. */
export const NO_PERSON = {
  ...NO_SIGN_IN,
  session: null,
  lastShownEmail: null,
  typedName: '',
  enrolment: null,
  refresh: { confirmedAt: 0, retryAt: null, reconnecting: false },
  signOutReason: 'requested',
  callback: null,
  notice: null,
  codeRejections: 0,
} as const satisfies Change;

/** R7.4: a session starts with a cleared sign-in. */
export function sessionFrom(session: SignedInSession, at: number): Change {
  return { ...NO_PERSON, session, refresh: { ...NO_PERSON.refresh, confirmedAt: at } };
}

/** R13.8: an intermediate session lives for ten minutes. */
export function newIntermediate(at: number, digest: string | null): Change {
  const expiresAt = at + 10 * MINUTE;
  return { intermediate: digest === null ? null : { digest, expiresAt, isWarned: false } };
}

/** A verification keeps its intermediate session's end (R13.8). */
export function contextForVerification(
  { session, intermediate }: AuthContext,
  { at, intermediateDigest }: { readonly at: number; readonly intermediateDigest: string | null },
): Change {
  return {
    ...(session === null ? { callback: null } : NO_PERSON),
    ...(intermediateDigest === (intermediate?.digest ?? null)
      ? {}
      : newIntermediate(at, intermediateDigest)),
  };
}

const plain = { requestId: null, remedy: null, organizationId: null, isAboutInput: false } as const;

/** A notice without an action. */
export function says(
  tone: Notice['tone'],
  code: SentenceCode,
  details: Partial<Notice> = {},
): Notice {
  return { tone, code, values: {}, ...plain, ...details };
}
