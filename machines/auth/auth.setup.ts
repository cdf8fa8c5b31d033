import { assign, emit, enqueueActions } from 'xstate';
import {
  CODE_LIFETIME,
  INTERMEDIATE_SESSION_WARNING,
  REFRESH_INTERVAL,
  SESSION_WARNING,
} from '../rules/limits.ts';
import { unprovidedActors } from './auth.actors.ts';
import * as assigns from './auth.assigns.ts';
import { NO_INTERMEDIATE, notice, signedOutContext } from './auth.context.ts';
import { guards, isAnotherPerson } from './auth.guards.ts';
import * as notices from './auth.notices.ts';
import type {
  ActorResult,
  AuthContext,
  AuthEmitted,
  AuthEvent,
  AuthInput,
  AuthTag,
  Notice,
  Project,
} from './auth.types.ts';
import { setupMachine } from './setup-machine.ts';

/** The longest delay of a browser timer, in milliseconds. A longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * When the next refresh is due: as a retry, after the interval, or at the end of the session if that is earlier (R11.3).
 * A session that already ended at its last refresh waits the interval, so that it does not refresh in a loop.
 */
function refreshDueAt({ refreshedAt, retryAt, session }: AuthContext): number {
  const end = session?.expiresAt ?? 0;
  const next = refreshedAt + REFRESH_INTERVAL;
  return retryAt ?? (end > refreshedAt && end < next ? end : next);
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
  /** Until the session is refreshed again: after the interval, or after the backoff. */
  REFRESH_DUE: ({ context }: Scope) => until(refreshDueAt(context), context),
  /** Until the member is warned that the session ends. */
  EXPIRY_WARNING: ({ context }: Scope) =>
    until((context.session?.expiresAt ?? Number.MAX_SAFE_INTEGER) - SESSION_WARNING, context),
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
      chooseLast: assign(({ context }) => ({
        selectedOrganization: context.lastOrganization,
        notice: null,
      })),
      keepTypedName: assign((_, typedName: string) => ({ typedName })),
      startTyping: assign({ typedName: '', notice: null }),
      forgetSelected: assign({ selectedOrganization: null, notice: null }),
      forgetLast: assign({ lastOrganization: null }),
      forgetIntermediate: assign({ ...NO_INTERMEDIATE, notice: null }),
      pause: assign(assigns.pause),
      clearSignIn: assign({ ...signedOutContext(), personNotice: null }),
      clearSteps: assign(assigns.clearSteps),
      showNoSignIn: assign(assigns.showNoSignIn),

      // Step-up and second factor
      askForVerification: assign(assigns.askForVerification),
      rememberVerification: assign(assigns.rememberVerification),
      rememberCodeSent: assign(assigns.rememberCodeSent),
      rememberLinkSent: assign(assigns.rememberLinkSent),
      forgetCode: assign({ codeSentAt: null }),
      askForSecondFactor: assign(assigns.askForSecondFactor),
      endSecondFactor: assign(assigns.endSecondFactor),
      rememberEnrolment: assign(assigns.rememberEnrolment),
      clearEnrolment: assign({ enrolment: null }),
      resetStepUp: assign(assigns.resetStepUp),

      // Whose sign-in it is
      /** Whoever signs in here knows whom this tab will show. */
      forgetShownPerson: assign({ shownPerson: null }),
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
        enqueue.assign(notices.tellPerson({ context }, result));
        enqueue.emit({ type: 'personChanged' });
      }),

      // Notices
      explainResult: assign(notices.explainResult),
      explainRejectedCode: assign(notices.explainRejectedCode),
      explainCreation: assign(notices.explainCreation),
      explainSwitch: assign(notices.explainSwitch),
      explainTyped: assign(notices.explainTyped),
      explainCallback: assign(notices.explainCallback),
      explainUnusedCallback: assign(notices.explainUnusedCallback),
      /** Shows a sentence of its own. */
      say: assign((_, { tone, text }: Pick<Notice, 'tone' | 'text'>) => notice(tone, text)),
      clearNotice: assign({ notice: null }),
      clearPersonNotice: assign({ personNotice: null }),

      // Signed in
      startSession: assign(assigns.startSession),
      startFoundSession: assign(assigns.startFoundSession),
      holdSession: assign(assigns.holdSession),
      startHeldSession: assign(assigns.startHeldSession),
      updateSession: assign(assigns.updateSession),
      applyRefresh: assign(assigns.applyRefresh),
      awaitRetry: assign(assigns.awaitRetry),
      warnOfExpiry: assign({ expiryWarned: true }),
      rememberLast: assign(assigns.rememberLast),
      rememberMemberships: assign(assigns.rememberMemberships),
      chooseMembership: assign(assigns.chooseMembership),
      setSignOutReason: assign(assigns.setSignOutReason),
      endSession: assign(assigns.endSession),
      rememberProject: assign((_, project: Project) => ({ project })),

      // Events that the machine emits for the app
      emitEvent: emit((_, event: AuthEmitted) => event),
    },
    delays,
  });

/** Types the states in `states/`. */
export const authSetup = createAuthSetup(UNPROVIDED);
