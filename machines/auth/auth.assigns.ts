import { backoffDelay } from '../rules/backoff.ts';
import { DEFERRED_REFRESH_DELAY, REFRESH_INTERVAL } from '../rules/limits.ts';
import { messages } from '../rules/messages.ts';
import { creationProblem, type Organization, typedOrganization } from '../rules/organization.ts';
import {
  intermediateFrom,
  isNearEnd,
  notice,
  signedInContext,
  signedOutContext,
} from './auth.context.ts';
import { type ActorResult, chosenExisting, listedByTyping, stepUpEmail } from './auth.guards.ts';
import type {
  AuthContext,
  ProviderFailure,
  ReturnedCallback,
  SignedOutReason,
} from './auth.types.ts';

/**
 * What each action of the machine changes, as pure functions of the context and the action's parameter.
 * An answer of another kind than the one an action is for changes nothing.
 */
type Change = Partial<AuthContext>;

/** The organizations were read: they are the list, and the intermediate session is fresh. */
export function rememberDiscovery(context: AuthContext, answer: ActorResult): Change {
  if (answer.kind !== 'discovered') return {};
  const { organizations, emailAddress } = answer.discovery;
  return {
    ...intermediateFrom(answer.at),
    organizations,
    emailAddress: emailAddress ?? context.emailAddress,
    callback: null,
    notice: null,
  };
}

/** The remembered choice, as the existing organization it stands for now that the list is known. */
export function chooseRemembered(context: AuthContext, answer: ActorResult): Change {
  if (answer.kind !== 'discovered') return {};
  return { selectedOrganization: chosenExisting(context, answer) };
}

/** A typed e-mail code was right (R8.12): the list is fresh, and the exchange is next. */
export function rememberVerification(context: AuthContext, answer: ActorResult): Change {
  return { ...rememberDiscovery(context, answer), ...notice('success', messages.emailVerified) };
}

/** Another tab verified the e-mail: its intermediate session is this browser's (R9.1). */
export function rememberVerificationElsewhere(context: AuthContext): Change {
  return { ...intermediateFrom(context.now()), ...notice('success', messages.emailVerified) };
}

/** An organization is chosen (R13.1). */
export function choose(selectedOrganization: Organization): Change {
  return { selectedOrganization, notice: null };
}

/** A listed organization is chosen by typing its name or slug. */
export function chooseTypedListed(context: AuthContext, name: string): Change {
  return { selectedOrganization: listedByTyping(context, name), notice: null };
}

/** A typed organization is chosen; the name is kept as typed, to hand it back (R6.8). */
export function chooseTyped(name: string): Change {
  return { selectedOrganization: typedOrganization(name), typedName: name, notice: null };
}

/** Why a typed name cannot be used, with the name handed back. */
export function explainTyped(context: AuthContext, name: string): Change {
  const typed = typedOrganization(name);
  const problem = typed && creationProblem(typed, context.project);
  const sentences = {
    disabled: messages.organizationCreationDisabled,
    too_long: messages.organizationNameTooLong,
    slug: messages.organizationNameUnusable,
  };
  return problem ? { typedName: name, ...notice('error', sentences[problem]) } : {};
}

/** The provider asks for the e-mail to be verified (R7.5). */
export function askForVerification(context: AuthContext, answer: ActorResult): Change {
  if (answer.kind !== 'primary_required') return {};
  const emailAddress = answer.stepUp.emailAddress ?? context.emailAddress;
  return {
    ...endOfSession(context),
    ...intermediateFrom(answer.at),
    emailAddress,
    stepUp: { ...answer.stepUp, emailAddress },
    selectedOrganization: answer.stepUp.organization,
  };
}

/** The provider asks for a second factor (R7.6). */
export function askForSecondFactor(context: AuthContext, answer: ActorResult): Change {
  if (answer.kind !== 'mfa_required') return {};
  return {
    ...endOfSession(context),
    ...intermediateFrom(answer.at),
    secondFactor: answer.secondFactor,
    selectedOrganization: answer.secondFactor.organization,
    stepUp: null,
    ...notice('info', messages.mfaRequired),
  };
}

/** Choosing another organization clears the step-up, the factor and what was chosen (R8.8). */
export function resetStepUp(): Change {
  return {
    stepUp: null,
    secondFactor: null,
    selectedOrganization: null,
    codeSentAt: null,
    linkSentAt: null,
    notice: null,
  };
}

/** Somebody is in (R7.4). */
export function startSession(answer: ActorResult): Change {
  return answer.kind === 'authenticated' ? signedInContext(answer.session, answer.at) : {};
}

/** The session is there, but something is to be shown first: it is held, and nothing else goes on. */
export function holdSession(answer: ActorResult): Change {
  return answer.kind === 'authenticated'
    ? { session: answer.session, hasIntermediateSession: false, intermediateExpiresAt: null }
    : {};
}

/** The provider vouched for the session again, or lengthened it. */
export function applyRefresh(context: AuthContext, answer: ActorResult): Change {
  if (answer.kind !== 'refreshed') return {};
  const { session, at } = answer;
  const renewed = context.refreshMode === 'extend';
  return {
    session,
    refreshedAt: plausible(at, context.now()),
    ...settled(),
    expiryWarned: context.expiryWarned && isNearEnd(session, at),
    notice: renewed ? notice('success', messages.sessionRenewed).notice : context.notice,
  };
}

/** Another tab is refreshing, or waits an outage out: this one looks again later. */
export function awaitOtherTab(context: AuthContext, answer: ActorResult): Change {
  if (answer.kind !== 'deferred') return {};
  const outage = answer.retryInMs > DEFERRED_REFRESH_DELAY;
  return { retryInMs: answer.retryInMs, connection: outage ? 'down' : context.connection };
}

/** A recoverable failure: the session stands, and the next attempt has its time (R11.4). */
export function awaitRetry(context: AuthContext, answer: ActorResult): Change {
  return answer.kind === 'unavailable' ? failedAttempt(context, answer.retryInMs) : {};
}

/** No answer at all: the same as a recoverable failure, with a delay of our own (R11.4). */
export function awaitRetryWithoutResult(context: AuthContext): Change {
  return failedAttempt(context, backoffDelay(context.refreshAttempt + 1, context.random()));
}

/** The moment of a send, from which its cooldown runs, and the sentence that says so (R8.10, R8.11, R8.16). */
export function rememberSent(
  context: AuthContext,
  answer: ActorResult,
  what: 'code' | 'link',
): Change {
  const emailAddress = stepUpEmail(context);
  if (answer.kind !== 'sent' || emailAddress === null) return {};
  return what === 'code'
    ? { codeSentAt: answer.at, ...notice('success', messages.codeSent(emailAddress)) }
    : { linkSentAt: answer.at, ...notice('success', messages.linkSent(emailAddress)) };
}

/** An answer that is not the one hoped for, as a sentence (R15.1). */
export function explainResult(answer: ActorResult): Change {
  if (answer.kind === 'incomplete') {
    return {
      hasIntermediateSession: false,
      intermediateExpiresAt: null,
      ...notice('error', messages.unableToComplete),
    };
  }
  return answer.kind === 'failed'
    ? explainRefusal(answer)
    : notice('error', messages.somethingWentWrong);
}

/** The same beside the field that a refused code was typed in; each counts, so that it can be selected. */
export function explainRejectedCode(context: AuthContext, answer: ActorResult): Change {
  return { ...explainResult(answer), codeFailures: context.codeFailures + 1 };
}

/** A creation that failed gives the typed name back with a sentence (R7.8). */
export function explainCreation(context: AuthContext, answer: ActorResult): Change {
  const change = explainResult(answer);
  const reason = change.notice?.text ?? messages.somethingWentWrong;
  return {
    ...change,
    ...explainCreationWith(context, reason, change.notice?.requestId ?? null),
  };
}

/** The same for a creation without an answer. */
export function explainCreationWith(
  context: AuthContext,
  reason: string,
  requestId: string | null = null,
): Change {
  return {
    typedName: context.selectedOrganization?.name ?? context.typedName,
    selectedOrganization: null,
    ...notice('error', messages.creationFailed(reason), { requestId }),
  };
}

/** A switch that failed leaves the member where they are. */
export function explainSwitch(answer: ActorResult): Change {
  const change = explainResult(answer);
  const text = messages.switchFailed(change.notice?.text ?? messages.somethingWentWrong);
  return notice('error', text, { requestId: change.notice?.requestId ?? null });
}

/** Why an address this tab came back with cannot be used. */
export function explainCallback(context: AuthContext): Change {
  const sentences: Partial<Record<ReturnedCallback, string>> = {
    denied: messages.googleCancelled,
    no_token: messages.noToken,
    unknown_type: messages.unknownTokenType,
  };
  const text = context.callback && sentences[context.callback];
  const tone = context.callback === 'denied' ? 'info' : 'error';
  return { callback: null, ...notice(tone, text ?? messages.somethingWentWrong) };
}

/** The intermediate session ran out (R13.8); what is shown of it depends on where the person is. */
export function forgetIntermediate(text: string): Change {
  return { hasIntermediateSession: false, intermediateExpiresAt: null, ...notice('info', text) };
}

/** Nobody is signed in any more, and why, when it was not asked for in this tab. */
export function endSession(reason: SignedOutReason): Change {
  const sentences: Partial<Record<SignedOutReason, string>> = {
    expired: messages.sessionEnded,
    elsewhere: messages.signedOutElsewhere,
    cleared: messages.sessionEnded,
  };
  const text = sentences[reason];
  return { ...signedOutContext(), ...(text === undefined ? {} : notice('info', text)) };
}

function explainRefusal(refusal: ProviderFailure): Change {
  const remedy = refusal.reason === 'bootstrap' ? 'reload' : null;
  const sentence = notice('error', refusal.message, { requestId: refusal.requestId, remedy });
  return refusal.reason === 'intermediate'
    ? { hasIntermediateSession: false, intermediateExpiresAt: null, ...sentence }
    : sentence;
}

/** A step that asks for more has ended the session it came from, if there was one. */
function endOfSession(context: AuthContext): Change {
  return context.session === null ? { callback: null, notice: null } : signedOutContext();
}

/** A moment outside the last interval (a clock that was set, a stale record) counts as this one. */
function plausible(at: number, now: number): number {
  return at > now || at <= now - REFRESH_INTERVAL ? now : at;
}

function settled() {
  return { refreshAttempt: 0, retryInMs: 0, connection: 'up', refreshMode: 'scheduled' } as const;
}

function failedAttempt(context: AuthContext, retryInMs: number): Change {
  const asked = context.refreshMode === 'extend';
  return {
    refreshAttempt: context.refreshAttempt + 1,
    retryInMs,
    connection: 'down',
    refreshMode: 'scheduled',
    notice: asked ? notice('error', messages.renewalFailed).notice : context.notice,
  };
}
