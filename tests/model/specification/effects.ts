import type { AuthEmitted } from '#machines/auth/auth.events.ts';
import type { AuthContext, AuthInput } from '#machines/auth/auth.types.ts';
import { isSameEmail } from '#machines/rules/email.ts';
import { isOfAnother, stepUpEmail } from './conditions.ts';
import { type Change, MINUTE, type Moment, NO_PERSON, resultOf } from './context.ts';
import { personChangedNotice } from './notices.ts';
import { secondFactorInputs } from './second-factor/second-factor.ts';

/** A browser fires a longer timer at once: it stands for "never". */
const NEVER = 2 ** 31 - 1;

/** The effects of the app among the words of the column "Does": what each changes outside the machine. */
export const appEffects: Readonly<Record<string, string>> = {
  'discard the callback': 'removeCallbackToken',
  'expire the intermediate cookie': 'removeIntermediateCookie',
  'forget link requests': 'removeLinkRequests',
  'remove the stored session': 'removeSession',
};

/** The emitted events among the words of the column "Does". */
export const emitted: Readonly<Record<string, (moment: Moment) => AuthEmitted | null>> = {
  'tell the person': (moment) => (isOfAnother(moment) ? { type: 'personChanged' } : null),
  'emit signedIn here': () => ({ type: 'signedIn', by: 'here' }),
  'emit signedIn elsewhere': () => ({ type: 'signedIn', by: 'elsewhere' }),
  'emit signedIn restored': () => ({ type: 'signedIn', by: 'restored' }),
  'emit signedOut expired': () => ({ type: 'signedOut', reason: 'expired' }),
  'emit signedOut cleared': () => ({ type: 'signedOut', reason: 'cleared' }),
  'emit signedOut with its reason': ({ context, event }) => ({
    type: 'signedOut',
    reason: event.type === 'session.gone' ? event.reason : context.signOutReason,
  }),
  'emit callRejected': ({ event: { actorId: call, error } }) => ({
    type: 'callRejected',
    call,
    name: error.name,
    code: null,
  }),
  'emit creationFailed why': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'failed'
      ? { type: 'creationFailed', reason: result.reason, requestId: result.requestId }
      : { type: 'creationFailed', reason: 'incomplete', requestId: null };
  },
};

/** The words of the column "Input": a part of the input of a call. */
export const inputs: Readonly<Record<string, (moment: Moment) => object>> = {
  ...secondFactorInputs,
  organization: ({ context }) => ({ organization: context.selectedOrganization }),
  choosesAccount: ({ event }) => ({ choosesAccount: event.type === 'google.chooseAccount' }),
  connectionId: ({ event }) => ({ connectionId: event.connectionId ?? null }),
  callback: ({ context }) => ({ callback: context.callback }),
  organizationId: ({ context: { selectedOrganization, stepUp } }) => ({
    organizationId: (selectedOrganization ?? stepUp?.organization)?.id ?? null,
  }),
  stepUpOrganizationId: ({ context }) => ({
    organizationId: context.stepUp?.organization.id ?? null,
  }),
  intermediateDigest: ({ context }) => ({ intermediateDigest: context.intermediate?.digest ?? '' }),
  emailAddress: (moment) => ({ emailAddress: stepUpEmail(moment) }),
  code: ({ event }) => ({ code: event.code.trim() }),
  // R11.9, R11.26
  mode: ({ event: { type } }) => ({
    mode:
      { 'network.online': 'urgent', 'page.visible': 'urgent', 'session.check': 'check' }[
        type as string
      ] ?? 'scheduled',
  }),
  toExtend: () => ({ mode: 'extend' }),
  switchTo: ({ context }) => ({ organizationId: context.selectedOrganization?.id ?? null }),
  reason: ({ context }) => ({ reason: context.signOutReason }),
};

/** The delays of the column "On", in milliseconds. */
export const delays: Readonly<Record<string, (moment: Moment) => number>> = {
  INTERMEDIATE_WARNING: ({ context: { intermediate }, now }) =>
    intermediate?.isWarned ? NEVER : until(intermediate?.expiresAt, now, 2 * MINUTE),
  INTERMEDIATE_EXPIRY: ({ context, now }) => until(context.intermediate?.expiresAt, now),
  CODE_EXPIRY: ({ context, now }) => until(context.sent.code?.at, now, -10 * MINUTE),
  EXPIRY_WARNING: ({ context, now }) => until(context.session?.expiresAt, now, 5 * MINUTE),
  REFRESH_DUE: ({ context: { session, refresh }, now }) => {
    const { confirmedAt, retryAt } = refresh;
    const end = session?.expiresAt ?? 0;
    const next = confirmedAt + 3 * MINUTE;
    return until(retryAt ?? (end > confirmedAt ? Math.min(end, next) : next), now);
  },
};

/** Milliseconds until a time before a moment; an unknown moment never comes. */
function until(moment: number | undefined, now: number, before = 0): number {
  if (moment === undefined) return NEVER;
  return Math.min(Math.max(moment - before - now, 0), NEVER);
}

/** What a tab knows at its start (R11.14, R13.2, R22.3). */
export function startContext(input: AuthInput): AuthContext {
  const { storedSignIn, session, callback, now } = input;
  const shown = storedSignIn.emailAddress ?? input.lastShownEmail;
  const named = session?.emailAddress ?? null;
  const isOfAnother = shown !== null && named !== null && !isSameEmail(shown, named);
  // R5.9: an address without a token that is opened again does not interrupt the sign-in.
  const isOpenedAgain =
    callback === 'no_token' && session === null && (storedSignIn.organizations ?? []).length > 0;
  const change: Change = {
    // R7.4: beside a session nothing of the sign-in stays.
    ...(session === null ? storedSignIn : {}),
    // R13.8, R22.1: an intermediate session needs its cookie, and the tab must know which one it was.
    intermediate:
      session === null && input.hasIntermediateCookie ? storedSignIn.intermediate : null,
    session,
    lastShownEmail: session === null ? input.lastShownEmail : null,
    callback: isOpenedAgain ? null : callback,
  };
  return {
    ...NO_PERSON,
    ...change,
    personNotice: isOfAnother && session !== null ? personChangedNotice(session) : null,
    lastOrganization: input.lastOrganization,
    hasSessionCookie: input.hasSessionCookie,
    hasIntermediateCookie: input.hasIntermediateCookie,
    // R15.5: without settings, the defaults.
    project: { slugPattern: null, createOrganizationEnabled: true },
    now,
  };
}
