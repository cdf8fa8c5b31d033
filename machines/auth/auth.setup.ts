import { assign, emit, setup } from 'xstate';
import { BUSY_TIMEOUT, REFRESH_INTERVAL, SESSION_WARNING } from '../rules/limits.ts';
import { messages } from '../rules/messages.ts';
import type { Organization } from '../rules/organization.ts';
import { actorContracts } from './auth.actors.ts';
import * as updates from './auth.assigns.ts';
import { isNearEnd, notice, signedInContext } from './auth.context.ts';
import { type ActorResult, guards } from './auth.guards.ts';
import type {
  AuthContext,
  AuthEmitted,
  AuthEvent,
  AuthInput,
  AuthTag,
  Project,
  SignedInSession,
  SignedOutReason,
} from './auth.types.ts';

/** The longest delay a timer holds, in milliseconds: a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The interval after the last refresh, or the session's own end when that comes first (R11.3). */
function refreshDueAt({ refreshedAt, session }: AuthContext): number {
  const end = session?.expiresAt ?? 0;
  const next = refreshedAt + REFRESH_INTERVAL;
  return end > refreshedAt && end < next ? end : next;
}

function until(moment: number, context: AuthContext): number {
  return Math.min(Math.max(moment - context.now(), 0), LONGEST_TIMER);
}

/** Only the compiler reads this: XState takes its types from a value that is never looked at. */
interface Vocabulary {
  context: AuthContext;
  events: AuthEvent;
  input: AuthInput;
  emitted: AuthEmitted;
  tags: AuthTag;
}

/**
 * The vocabulary of the auth machine: its types, actors, guards, actions and delays, each by the name the
 * chart shows. The states under `states/` and the top level in `auth.machine.ts` are written in it.
 */
export const authSetup = setup({
  types: {} as Vocabulary,
  actors: actorContracts,
  guards,
  actions: {
    // Provided by the app; the machine itself does nothing to the world.
    /** Expires the intermediate session's cookie by name: no call of the provider's does. */
    expireIntermediateSession: () => undefined,
    /** Drops the token this tab came back with, unused. */
    discardCallback: () => undefined,

    // Discovery and selection
    rememberDiscovery: assign(({ context }, answer: ActorResult) =>
      updates.rememberDiscovery(context, answer),
    ),
    chooseRemembered: assign(({ context }, answer: ActorResult) =>
      updates.chooseRemembered(context, answer),
    ),
    choose: assign((_, organization: Organization) => updates.choose(organization)),
    chooseTyped: assign((_, name: string) => updates.chooseTyped(name)),
    chooseTypedListed: assign(({ context }, name: string) =>
      updates.chooseTypedListed(context, name),
    ),
    explainTyped: assign(({ context }, name: string) => updates.explainTyped(context, name)),
    startTyping: assign({ typedName: '', notice: null }),
    forgetSelected: assign({ selectedOrganization: null, notice: null }),
    clearSignIn: assign(() => updates.endSession('requested')),
    pauseSelection: assign(() => updates.forgetIntermediate(messages.intermediateExpired)),

    // Step-up and second factor
    askForVerification: assign(({ context }, answer: ActorResult) =>
      updates.askForVerification(context, answer),
    ),
    rememberVerification: assign(({ context }, answer: ActorResult) =>
      updates.rememberVerification(context, answer),
    ),
    rememberVerificationElsewhere: assign(({ context }) =>
      updates.rememberVerificationElsewhere(context),
    ),
    rememberCodeSent: assign(({ context }, answer: ActorResult) =>
      updates.rememberSent(context, answer, 'code'),
    ),
    rememberLinkSent: assign(({ context }, answer: ActorResult) =>
      updates.rememberSent(context, answer, 'link'),
    ),
    pauseStepUp: assign(() => updates.forgetIntermediate(messages.intermediateExpiredInStepUp)),
    askForSecondFactor: assign(({ context }, answer: ActorResult) =>
      updates.askForSecondFactor(context, answer),
    ),
    endSecondFactor: assign(() => ({
      ...updates.resetStepUp(),
      ...updates.forgetIntermediate(messages.secondFactorExpired),
    })),
    rememberEnrolment: assign((_, answer: ActorResult) =>
      answer.kind === 'enrolling' ? { enrolment: answer.enrolment } : {},
    ),
    clearEnrolment: assign({ enrolment: null }),
    /** Whoever reaches the login screen or the list is in no step any more. */
    clearSteps: assign({ stepUp: null, secondFactor: null, callback: null }),
    resetStepUp: assign(() => updates.resetStepUp()),

    // Sentences
    explainResult: assign((_, answer: ActorResult) => updates.explainResult(answer)),
    explainRejectedCode: assign(({ context }, answer: ActorResult) =>
      updates.explainRejectedCode(context, answer),
    ),
    explainCreation: assign(({ context }, answer: ActorResult) =>
      updates.explainCreation(context, answer),
    ),
    explainCreationUnexpected: assign(({ context }) =>
      updates.explainCreationWith(context, messages.somethingWentWrong),
    ),
    explainCreationTimeout: assign(({ context }) =>
      updates.explainCreationWith(context, messages.tookTooLong),
    ),
    explainSwitch: assign((_, answer: ActorResult) => updates.explainSwitch(answer)),
    explainCallback: assign(({ context }) => updates.explainCallback(context)),
    explainUnusedCallback: assign({
      callback: null,
      ...notice('info', messages.alreadySignedIn),
    }),
    explainUnknownEmail: assign(notice('error', messages.emailUnknown)),
    explainUnexpected: assign(notice('error', messages.somethingWentWrong)),
    explainTimeout: assign(notice('error', messages.tookTooLong)),
    clearNotice: assign({ notice: null }),

    // Signed in
    startSession: assign((_, answer: ActorResult) => updates.startSession(answer)),
    startFoundSession: assign(({ context }, session: SignedInSession) =>
      signedInContext(session, context.now()),
    ),
    holdSession: assign((_, answer: ActorResult) => updates.holdSession(answer)),
    startHeldSession: assign(({ context }) =>
      context.session ? signedInContext(context.session, context.now()) : {},
    ),
    updateSession: assign(({ context }, session: SignedInSession) => ({
      session,
      expiryWarned: context.expiryWarned && isNearEnd(session, context.now()),
    })),
    applyRefresh: assign(({ context }, answer: ActorResult) =>
      updates.applyRefresh(context, answer),
    ),
    awaitOtherTab: assign(({ context }, answer: ActorResult) =>
      updates.awaitOtherTab(context, answer),
    ),
    awaitRetry: assign(({ context }, answer: ActorResult) => updates.awaitRetry(context, answer)),
    awaitRetryWithoutResult: assign(({ context }) => updates.awaitRetryWithoutResult(context)),
    refreshUrgently: assign({ refreshMode: 'urgent' }),
    extendSession: assign({ refreshMode: 'extend', notice: null }),
    warnOfExpiry: assign({ expiryWarned: true }),
    rememberMemberships: assign({
      memberships: ({ context }, answer: ActorResult) =>
        answer.kind === 'discovered' ? answer.discovery.organizations : context.memberships,
    }),
    switchTo: assign({ switchTo: (_, id: string) => id, notice: null }),
    setSignOutReason: assign({
      signOutReason: (_, reason: AuthContext['signOutReason']) => reason,
      notice: null,
    }),
    endSession: assign((_, reason: SignedOutReason) => updates.endSession(reason)),
    rememberProject: assign({ project: (_, project: Project) => project }),

    // Facts for the app
    emitEvent: emit((_, fact: AuthEmitted) => fact),
  },
  delays: {
    BUSY_TIMEOUT,
    INTERMEDIATE_EXPIRY: ({ context }) =>
      until(context.intermediateExpiresAt ?? context.now() + LONGEST_TIMER, context),
    REFRESH_DUE: ({ context }) => until(refreshDueAt(context), context),
    EXPIRY_WARNING: ({ context }) =>
      until((context.session?.expiresAt ?? Number.MAX_SAFE_INTEGER) - SESSION_WARNING, context),
    BACKOFF: ({ context }) => context.retryInMs,
  },
});
