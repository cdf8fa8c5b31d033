import { assign, emit, enqueueActions } from 'xstate';
import {
  BUSY_TIMEOUT,
  CODE_LIFETIME,
  INTERMEDIATE_SESSION_WARNING,
  REFRESH_INTERVAL,
  SESSION_WARNING,
} from '../rules/limits.ts';
import { messages } from '../rules/messages.ts';
import { unprovidedActors } from './auth.actors.ts';
import * as assigns from './auth.assigns.ts';
import { notice, signedOutContext } from './auth.context.ts';
import { guards, isAnotherPerson } from './auth.guards.ts';
import type {
  ActorResult,
  AuthContext,
  AuthEmitted,
  AuthEvent,
  AuthInput,
  AuthTag,
} from './auth.types.ts';
import { setupMachine } from './setup-machine.ts';

/** The longest delay of a browser timer, in milliseconds. A longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * When the next refresh is due: after the interval, or at the end of the session if that is earlier (R11.3).
 * A session that already ended at its last refresh waits the interval, so that it does not refresh in a loop.
 */
function refreshDueAt({ refreshedAt, session }: AuthContext): number {
  const end = session?.expiresAt ?? 0;
  const next = refreshedAt + REFRESH_INTERVAL;
  return end > refreshedAt && end < next ? end : next;
}

function until(moment: number, context: AuthContext): number {
  return Math.min(Math.max(moment - context.now(), 0), LONGEST_TIMER);
}

/** XState infers its types from `setup({ types })`; the value itself is never used. */
interface AuthTypes {
  context: AuthContext;
  events: AuthEvent;
  input: AuthInput;
  emitted: AuthEmitted;
  tags: AuthTag;
}

/** Placeholders for the effects that the app provides; the machine itself has none. */
const unprovidedEffects = {
  /** Expires the cookie of the intermediate session, because the provider has no call for that. */
  expireIntermediateSession(): void {},
  /** Forgets that this browser requested magic links, so that none signs in without a confirmation (R22.3). */
  forgetLinkRequests(): void {},
  /** Discards the token of a returned callback without using it. */
  discardCallback(): void {},
  /** Removes the session from the browser. It has ended, and no call of the provider has told so. */
  removeSession(): void {},
  /** Tells the tab that verified a magic link that this tab continues the sign-in (R9.1). */
  claimHandoff(_: unknown, _handoffId: string): void {},
};

/** What the app provides for the machine. */
export interface AuthImplementations {
  readonly actors: typeof unprovidedActors;
  readonly effects: typeof unprovidedEffects;
}

export const UNPROVIDED: AuthImplementations = {
  actors: unprovidedActors,
  effects: unprovidedEffects,
};

interface Scope {
  readonly context: AuthContext;
}

const delays = {
  /** How long a call may take; then it counts as failed. */
  BUSY_TIMEOUT,
  /**
   * How long an intermediate session is valid. Without a known deadline, the longest timer (24 days) takes its place:
   * the provider ends the session first.
   */
  INTERMEDIATE_EXPIRY: ({ context }: Scope) =>
    until(context.intermediateExpiresAt ?? context.now() + LONGEST_TIMER, context),
  /** Until a person is warned that the intermediate session ends: once, also when the next state has this timer, too. */
  INTERMEDIATE_WARNING: ({ context }: Scope) =>
    until(
      context.expiryWarned || context.intermediateExpiresAt === null
        ? Number.MAX_SAFE_INTEGER
        : context.intermediateExpiresAt - INTERMEDIATE_SESSION_WARNING,
      context,
    ),
  /** How long a code is valid after it was sent. */
  CODE_EXPIRY: ({ context }: Scope) =>
    until((context.codeSentAt ?? Number.MAX_SAFE_INTEGER) + CODE_LIFETIME, context),
  /** Until the session is refreshed again. */
  REFRESH_DUE: ({ context }: Scope) => until(refreshDueAt(context), context),
  /** Until the member is warned that the session ends. */
  EXPIRY_WARNING: ({ context }: Scope) =>
    until((context.session?.expiresAt ?? Number.MAX_SAFE_INTEGER) - SESSION_WARNING, context),
  /** How long the next attempt to refresh the session waits, at most until the session ends. */
  BACKOFF: ({ context }: Scope) => {
    const remaining = (context.session?.expiresAt ?? 0) - context.now();
    return remaining > 0 ? Math.min(context.retryInMs, remaining) : context.retryInMs;
  },
};

/**
 * Returns the types, actors, guards, actions and delays of the auth machine, by the names that the chart shows.
 * `auth.machine.ts` and `states/` define its states with them.
 */
export const createAuthSetup = ({ actors, effects }: AuthImplementations) =>
  setupMachine({
    types: {} as AuthTypes,
    actors,
    guards,
    actions: {
      ...effects,

      // Discovery and selection
      rememberDiscovery: assign(assigns.rememberDiscovery),
      chooseRemembered: assign(assigns.chooseRemembered),
      choose: assign(assigns.choose),
      chooseTyped: assign(assigns.chooseTyped),
      chooseTypedListed: assign(assigns.chooseTypedListed),
      explainTyped: assign(assigns.explainTyped),
      keepTypedName: assign((_, typedName: string) => ({ typedName })),
      startTyping: assign({ typedName: '', notice: null }),
      forgetSelected: assign({ selectedOrganization: null, notice: null }),
      forgetLast: assign({ lastOrganization: null }),
      clearSignIn: assign({ ...signedOutContext(), personNotice: null }),
      clearSteps: assign(assigns.clearSteps),
      forgetPerson: assign(assigns.forgetPerson),
      /** Whoever signs in here knows whom this tab will show. */
      forgetShownPerson: assign({ shownPerson: null }),
      pauseSelection: assign(assigns.pauseSelection),

      // Step-up and second factor
      askForVerification: assign(assigns.askForVerification),
      rememberVerification: assign(assigns.rememberVerification),
      rememberVerificationElsewhere: assign(assigns.rememberVerificationElsewhere),
      rememberCodeSent: assign(assigns.rememberCodeSent),
      rememberLinkSent: assign(assigns.rememberLinkSent),
      pauseStepUp: assign(assigns.pauseStepUp),
      /** Shows that the code has expired. */
      explainExpiredCode: assign({ codeSentAt: null, ...notice('info', messages.codeExpired) }),
      askForSecondFactor: assign(assigns.askForSecondFactor),
      endSecondFactor: assign(assigns.endSecondFactor),
      rememberEnrolment: assign(assigns.rememberEnrolment),
      clearEnrolment: assign({ enrolment: null }),
      resetStepUp: assign(assigns.resetStepUp),
      chooseReturn: assign(assigns.chooseReturn),

      // Whose sign-in it is
      /** When a result is another person's than this tab shows: forgets the one before, and says who is here now. */
      tellPerson: enqueueActions<
        AuthContext,
        AuthEvent,
        ActorResult,
        AuthEvent,
        never,
        never,
        never,
        never,
        AuthEmitted
      >(({ context, enqueue }, result) => {
        if (!isAnotherPerson(context, result)) return;
        enqueue.assign(assigns.tellPerson({ context }, result));
        enqueue.emit({ type: 'personChanged' });
      }),

      // Notices
      explainResult: assign(assigns.explainResult),
      explainRejectedCode: assign(assigns.explainRejectedCode),
      explainCreation: assign(assigns.explainCreation),
      explainCreationUnexpected: assign(assigns.explainCreationUnexpected),
      explainCreationTimeout: assign(assigns.explainCreationTimeout),
      explainSwitch: assign(assigns.explainSwitch),
      explainSwitchUnexpected: assign(assigns.explainSwitchUnexpected),
      explainSwitchTimeout: assign(assigns.explainSwitchTimeout),
      explainCallback: assign(assigns.explainCallback),
      explainUnusedCallback: assign(assigns.explainUnusedCallback),
      /** Shows that the address to send to is unknown. */
      explainUnknownEmail: assign(notice('error', messages.emailUnknown)),
      explainUnexpected: assign(assigns.explainUnexpected),
      explainTimeout: assign(assigns.explainTimeout),
      clearNotice: assign({ notice: null }),
      dismissNotice: assign(assigns.dismissNotice),
      forgetCallback: assign({ callback: null, notice: null }),

      // Signed in
      startSession: assign(assigns.startSession),
      explainSuccess: assign(assigns.explainSuccess),
      startFoundSession: assign(assigns.startFoundSession),
      holdSession: assign(assigns.holdSession),
      startHeldSession: assign(assigns.startHeldSession),
      updateSession: assign(assigns.updateSession),
      applyRefresh: assign(assigns.applyRefresh),
      awaitOtherTab: assign(assigns.awaitOtherTab),
      awaitRetry: assign(assigns.awaitRetry),
      awaitRetryWithoutResult: assign(assigns.awaitRetryWithoutResult),
      refreshUrgently: assign({ refreshMode: 'urgent' }),
      extendSession: assign({ refreshMode: 'extend', notice: null }),
      warnOfExpiry: assign({ expiryWarned: true }),
      rememberLast: assign(assigns.rememberLast),
      rememberMemberships: assign(assigns.rememberMemberships),
      holdRequest: assign(assigns.holdRequest),
      releaseRequest: assign(assigns.releaseRequest),
      switchTo: assign(assigns.switchTo),
      switchToHeld: assign(assigns.switchToHeld),
      setSignOutReason: assign(assigns.setSignOutReason),
      endSession: assign(assigns.endSession),
      rememberProject: assign(assigns.rememberProject),

      // Events that the machine emits for the app
      emitEvent: emit((_, event: AuthEmitted) => event),
    },
    delays,
  });

/** Types the states in `states/`. */
export const authSetup = createAuthSetup(UNPROVIDED);
