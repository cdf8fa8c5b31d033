import { backoffDelay } from '../rules/backoff.ts';
import { maskEmail } from '../rules/email.ts';
import { DEFERRED_REFRESH_DELAY, REFRESH_INTERVAL } from '../rules/limits.ts';
import { messages, nameInSentence } from '../rules/messages.ts';
import {
  creationProblem,
  isTyped,
  type Organization,
  typedOrganization,
} from '../rules/organization.ts';
import {
  intermediateFrom,
  intermediateKept,
  isNearEnd,
  notice,
  noticeOfPerson,
  personOf,
  shownPersonOf,
  signedInContext,
  signedOutContext,
} from './auth.context.ts';
import {
  addressOf,
  chosenExisting,
  isAnotherPerson,
  listedByTyping,
  stepUpEmail,
} from './auth.guards.ts';
import type {
  ActorResult,
  AuthContext,
  CallbackKind,
  HeldRequest,
  Notice,
  Project,
  ProviderFailure,
  SignedInSession,
  SignedOutReason,
} from './auth.types.ts';

/**
 * The assign functions of the machine. Each is pure and returns the part of the context that its action
 * changes. A result of a kind that the action does not handle changes nothing; the guards in front of each
 * action exclude it, and the empty change only satisfies the types.
 */
interface Current {
  readonly context: AuthContext;
}

type Change = Partial<AuthContext>;

const NO_INTERMEDIATE = {
  hasIntermediateSession: false,
  intermediateExpiresAt: null,
  intermediateDigest: null,
  expiryWarned: false,
} as const satisfies Change;

/** Whoever chooses from a list has read whose it is. */
const READ = { notice: null, personNotice: null } as const satisfies Change;

// Whose sign-in it is

/** Forgets everything of the person before, when a result is another one's, and says who is here now. */
export function tellPerson({ context }: Current, result: ActorResult): Change {
  if (!isAnotherPerson(context, result)) return {};
  const personNotice =
    'session' in result
      ? noticeOfPerson(result.session)
      : notice('info', signInChanged(context, result)).notice;
  return { ...signedOutContext(), callback: context.callback, personNotice };
}

function signInChanged({ selectedOrganization }: AuthContext, result: ActorResult): string {
  const mustChooseAgain = result.kind === 'discovered' && selectedOrganization !== null;
  const email = maskEmail(addressOf(result) ?? '');
  return mustChooseAgain ? messages.chooseAgain(email) : messages.signInChanged(email);
}

// Discovery and selection

/**
 * Stores the list of organizations, and restarts the deadline of the intermediate session (R13.8). A known
 * e-mail address stays if the provider returns none.
 */
export function rememberDiscovery({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'discovered') return {};
  const { organizations, emailAddress } = result.discovery;
  return {
    ...intermediateFrom(result.at, result.intermediateDigest),
    organizations,
    emailAddress: emailAddress ?? context.emailAddress,
    callback: null,
    // Only the result of a link tells whether it was requested here: it has verified the address (R9.7).
    ...('requestedHere' in result && context.personNotice === null
      ? notice('success', messages.emailIsVerified)
      : { notice: null }),
  };
}

/** Replaces the stored choice by the listed organization. After a link, the verification is done (R8.12). */
export function chooseRemembered({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'discovered') return {};
  return {
    selectedOrganization: chosenExisting(context, result),
    ...('requestedHere' in result ? notice('success', messages.emailVerified) : {}),
  };
}

export function choose(_: Current, selectedOrganization: Organization): Change {
  return { selectedOrganization, ...READ };
}

/** Chooses the listed organization whose name or slug was typed (R6.9). */
export function chooseTypedListed({ context }: Current, name: string): Change {
  return { selectedOrganization: listedByTyping(context, name), ...READ };
}

/** Chooses a typed organization (R6.8). The input is kept, so that a failure can return it to its field. */
export function chooseTyped(_: Current, name: string): Change {
  return { selectedOrganization: typedOrganization(name), typedName: name, ...READ };
}

/** Shows why a typed name cannot be used, and returns the name to its field (R7.9). */
export function explainTyped({ context }: Current, name: string): Change {
  const typed = typedOrganization(name);
  const problem = typed && creationProblem(typed, context.project);
  const sentences = {
    disabled: messages.organizationCreationDisabled,
    too_long: messages.organizationNameTooLong,
    slug: messages.organizationNameUnusable,
  };
  return problem
    ? { typedName: name, ...notice('error', sentences[problem], { isAboutInput: true }) }
    : {};
}

/** The intermediate session expired on the selection screen (R6.14). */
export function pauseSelection(): Change {
  return expireIntermediate(messages.intermediateExpired);
}

/** Clears the steps that the login and selection screens are not part of. */
export function clearSteps(): Change {
  return {
    stepUp: null,
    secondFactor: null,
    returnTo: null,
    memberships: null,
    callback: null,
  };
}

/**
 * The login screen shows no sign-in, so that the next one is compared with none. An organization whose name was typed
 * may not exist yet: the next person must not create it by signing in.
 */
export function forgetPerson({ context: { selectedOrganization: chosen } }: Current): Change {
  return {
    emailAddress: null,
    intermediateDigest: null,
    selectedOrganization: chosen !== null && isTyped(chosen) ? null : chosen,
  };
}

// Step-up and second factor

/** Stores a verified code's list of organizations; the exchange is next (R8.12). */
export function rememberVerification(current: Current, result: ActorResult): Change {
  return { ...rememberDiscovery(current, result), ...notice('success', messages.emailVerified) };
}

/** Another tab verified the link: its intermediate session is in the shared cookie (R9.1). */
export function rememberVerificationElsewhere(
  { context }: Current,
  intermediateDigest: string,
): Change {
  return {
    ...intermediateFrom(context.now(), intermediateDigest),
    ...notice('success', messages.emailVerified),
  };
}

/** Starts a step-up (R7.5). */
export function askForVerification({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'primary_required') return {};
  const emailAddress = result.stepUp.emailAddress ?? personOf(context);
  return {
    ...withoutSession(context),
    ...intermediateKept(context, result),
    emailAddress,
    stepUp: { ...result.stepUp, emailAddress },
    secondFactor: null,
    selectedOrganization: result.stepUp.organization,
  };
}

/** Starts a second factor (R7.6). */
export function askForSecondFactor({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'mfa_required') return {};
  return {
    ...withoutSession(context),
    ...intermediateKept(context, result),
    emailAddress: result.secondFactor.emailAddress ?? personOf(context),
    secondFactor: result.secondFactor,
    selectedOrganization: result.secondFactor.organization,
    stepUp: null,
    ...notice('info', messages.mfaRequired),
  };
}

/** Clears the step-up, the second factor and the choice that led there (R8.8). */
export function resetStepUp(): Change {
  return {
    returnTo: null,
    memberships: null,
    stepUp: null,
    secondFactor: null,
    selectedOrganization: null,
    codeSentAt: null,
    linkSentAt: null,
    notice: null,
  };
}

/** Chooses the organization that a switch has left. The organization menu's list takes the place of the others'. */
export function chooseReturn({ context: { returnTo, memberships } }: Current): Change {
  return { ...resetStepUp(), selectedOrganization: returnTo, organizations: memberships ?? [] };
}

/** Stores when the code was sent: its cooldown starts then (R8.10, R8.16). */
export function rememberCodeSent({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'sent' || stepUpEmail(context) === null) return {};
  return { codeSentAt: result.at };
}

/** Stores when the link was sent: its cooldown starts then (R8.11, R8.16). */
export function rememberLinkSent({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'sent' || stepUpEmail(context) === null) return {};
  return { linkSentAt: result.at };
}

/** The intermediate session expired during step-up (R8.17). */
export function pauseStepUp(): Change {
  return expireIntermediate(messages.intermediateExpiredInStepUp);
}

/** The intermediate session expired during the second factor (R10.9). */
export function endSecondFactor(): Change {
  return { ...resetStepUp(), ...expireIntermediate(messages.secondFactorExpired) };
}

export function rememberEnrolment(_: Current, result: ActorResult): Change {
  return result.kind === 'enrolling' ? { enrolment: result.enrolment } : {};
}

// Notices

/** Shows a failure, or any other unexpected result, as a notice (R15.1). */
export function explainResult({ context }: Current, result: ActorResult): Change {
  const about = context.selectedOrganization?.id ?? null;
  if (result.kind === 'incomplete') {
    return {
      ...NO_INTERMEDIATE,
      ...notice('error', messages.unableToComplete, { organizationId: about }),
    };
  }
  return result.kind === 'failed'
    ? explainFailure(context, result)
    : notice('error', messages.somethingWentWrong, { organizationId: about });
}

/** Shows the general sentence after a defect: the text of a thrown error is not for the person. */
export function explainUnexpected({ context }: Current): Change {
  return notice('error', messages.somethingWentWrong, {
    organizationId: context.selectedOrganization?.id ?? null,
  });
}

/** Shows that the callback was not used, because the member is signed in already. */
export function explainUnusedCallback({ context: { session } }: Current): Change {
  const text = messages.alreadySignedIn(session?.memberName ?? '', session?.emailAddress ?? '');
  return { callback: null, ...notice('info', text) };
}

/** Dismisses the notice that is shown. */
export function dismissNotice({ context }: Current): Change {
  return context.notice === null ? { personNotice: null } : { notice: null };
}

/** Shows a success notice. */
export function explainSuccess(_: Current, text: string): Change {
  return notice('success', text);
}

/** Shows that a call took longer than `BUSY_TIMEOUT` (R11.15). */
export function explainTimeout({ context }: Current): Change {
  return notice('error', messages.tookTooLong, {
    organizationId: context.selectedOrganization?.id ?? null,
  });
}

/** Shows why a wrong code was rejected. The count lets its field select the text once per rejection (R8.15). */
export function explainRejectedCode(current: Current, result: ActorResult): Change {
  return {
    ...explainResult(current, result),
    codeRejections: current.context.codeRejections + 1,
  };
}

/** Shows why a creation failed, and returns the typed name to its field (R7.8). */
export function explainCreation(current: Current, result: ActorResult): Change {
  const change = explainResult(current, result);
  const { notice: found } = change;
  return {
    ...change,
    ...failedCreation(
      current,
      found?.text ?? messages.somethingWentWrong,
      found?.requestId ?? null,
    ),
    ...(found?.isAboutInput === true ? notice('error', found.text, { isAboutInput: true }) : {}),
  };
}

export function explainCreationUnexpected(current: Current): Change {
  return failedCreation(current, messages.somethingWentWrong, null);
}

export function explainCreationTimeout(current: Current): Change {
  return failedCreation(current, messages.tookTooLong, null);
}

function failedCreation({ context }: Current, reason: string, requestId: string | null): Change {
  return {
    typedName: context.selectedOrganization?.name ?? context.typedName,
    selectedOrganization: null,
    ...notice('error', messages.creationFailed(reason), { requestId }),
  };
}

/** Shows why a switch failed; the member stays in the organization (R11.13). */
export function explainSwitch(current: Current, result: ActorResult): Change {
  const { notice: found } = explainResult(current, result);
  return failedSwitch(current, found?.text, found?.requestId);
}

export function explainSwitchUnexpected(current: Current): Change {
  return failedSwitch(current);
}

export function explainSwitchTimeout(current: Current): Change {
  return failedSwitch(current, messages.tookTooLong);
}

/** Shows that a switch to the organization has failed. */
function failedSwitch(
  { context: { memberships, switchTo } }: Current,
  reason: string = messages.somethingWentWrong,
  requestId: string | null = null,
): Change {
  const name = memberships?.find(({ id }) => id === switchTo)?.name;
  return notice('error', messages.switchFailed(reason, nameInSentence(name)), {
    requestId,
    organizationId: switchTo,
  });
}

/** Shows why the callback in the address cannot be used (R5.9). */
export function explainCallback({ context }: Current): Change {
  const sentences: Partial<Record<CallbackKind, string>> = {
    denied: messages.googleCancelled,
    no_token: messages.noToken,
    unknown_type: messages.unknownTokenType,
  };
  const text = context.callback && sentences[context.callback];
  const tone = context.callback === 'denied' ? 'info' : 'error';
  return { callback: null, ...notice(tone, text ?? messages.somethingWentWrong) };
}

// Signed in

/** Starts the session that the provider granted (R7.4). It may have made the person a member (R6.22). */
export function startSession({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'authenticated') return {};
  const { id, name } = result.session.organization;
  const listed = [...context.organizations, ...(context.memberships ?? [])];
  const isNew = listed.some((each) => each.id === id && each.membership !== 'member');
  return {
    ...signedInContext(result.session, result.at),
    ...(isNew ? notice('success', messages.organizationJoined(nameInSentence(name))) : {}),
  };
}

/** Starts a session that another tab or the SDK found. */
export function startFoundSession({ context }: Current, session: SignedInSession): Change {
  return signedInContext(session, context.now());
}

/** Stores a granted session while the recovery codes are shown; the member is signed in afterwards (R10.5). */
export function holdSession(_: Current, result: ActorResult): Change {
  return result.kind === 'authenticated'
    ? { session: result.session, organizations: [], ...NO_INTERMEDIATE }
    : {};
}

/** Starts the session that was granted before the recovery codes were shown. */
export function startHeldSession({ context }: Current): Change {
  return context.session ? signedInContext(context.session, context.now()) : {};
}

export function updateSession({ context }: Current, session: SignedInSession): Change {
  return {
    session,
    expiryWarned: context.expiryWarned && isNearEnd(session, context.now()),
  };
}

/** Stores a refreshed or renewed session (R11.3, R11.11). */
export function applyRefresh({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'refreshed') return {};
  const { session, at } = result;
  const renewed = context.refreshMode === 'extend';
  return {
    session,
    refreshedAt: plausibleTime(at, context.now()),
    refreshAttempt: 0,
    retryInMs: 0,
    connection: 'up',
    refreshMode: 'scheduled',
    expiryWarned: context.expiryWarned && isNearEnd(session, at),
    notice: renewed ? notice('success', messages.sessionRenewed).notice : context.notice,
  };
}

/** Another tab refreshes, or waits for a retry: this tab checks again later (R11.8). */
export function awaitOtherTab({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'deferred') return {};
  const outage = result.retryInMs > DEFERRED_REFRESH_DELAY;
  return { retryInMs: result.retryInMs, connection: outage ? 'down' : context.connection };
}

/** A recoverable failure: the session stays valid, and the next attempt waits for its backoff (R11.4). */
export function awaitRetry({ context }: Current, result: ActorResult): Change {
  return result.kind === 'unavailable' ? failedAttempt(context, result.retryInMs) : {};
}

/** An attempt without a result (a time-out or a defect): the machine computes the backoff itself (R11.4). */
export function awaitRetryWithoutResult({ context }: Current): Change {
  return failedAttempt(context, backoffDelay(context.refreshAttempt + 1, context.random()));
}

/**
 * Remembers the organization of the session, to return to it after its end (R4.7). The one of an impersonated session
 * is the member's, not the support person's.
 */
export function rememberLast({ context: { session, lastOrganization } }: Current): Change {
  return {
    lastOrganization: session?.impersonated === false ? session.organization : lastOrganization,
  };
}

export function rememberMemberships({ context }: Current, result: ActorResult): Change {
  const { memberships } = context;
  return {
    memberships: result.kind === 'discovered' ? result.discovery.organizations : memberships,
  };
}

/** Holds a request. A newer request of the organization menu replaces the older one of the menu. */
export function holdRequest({ context }: Current, request: HeldRequest): Change {
  const isRenewal = ({ type }: HeldRequest) => type === 'session.extend';
  const others = context.heldRequests.filter((held) => isRenewal(held) !== isRenewal(request));
  return { heldRequests: [...others, request] };
}

/** Removes a held request, because it is carried out or cancelled. */
export function releaseRequest({ context }: Current, type: HeldRequest['type']): Change {
  return { heldRequests: context.heldRequests.filter((request) => request.type !== type) };
}

/** Makes the organization of the held request the target of the switch. */
export function switchToHeld({ context }: Current): Change {
  const held = context.heldRequests.find(({ type }) => type === 'organization.switch');
  return { switchTo: held?.type === 'organization.switch' ? held.id : null, notice: null };
}

export function switchTo(_: Current, id: string): Change {
  return { switchTo: id, notice: null };
}

/**
 * Ends the session in this tab, and says why (R11.5, R11.7, R11.12). A sign-out to create an organization goes on with
 * its name (R6.19).
 */
export function endSession({ context }: Current, reason: SignedOutReason): Change {
  const sentences: Partial<Record<SignedOutReason, string>> = {
    requested: messages.signedOut,
    expired: messages.sessionEnded,
    elsewhere: messages.signedOutElsewhere,
    cleared: messages.sessionEnded,
  };
  const text = sentences[reason];
  return {
    ...signedOutContext(),
    personNotice: null,
    // A creation and the end of an impersonation need no sentence.
    ...(text === undefined ? {} : notice('info', text)),
    selectedOrganization: reason === 'creation' ? typedOrganization(context.typedName) : null,
    // The person of this tab may not have seen it.
    shownPerson: reason === 'expired' || reason === 'elsewhere' ? shownPersonOf(context) : null,
  };
}

export function setSignOutReason(_: Current, signOutReason: AuthContext['signOutReason']): Change {
  return { signOutReason, notice: null };
}

export function rememberProject(_: Current, project: Project): Change {
  return { project };
}

const REMEDIES: Partial<Record<ProviderFailure['reason'], Notice['remedy']>> = {
  bootstrap: 'reload',
  refused: 'account',
};

function explainFailure(context: AuthContext, failure: ProviderFailure): Change {
  const { selectedOrganization, lastOrganization } = context;
  const remedy = REMEDIES[failure.reason] ?? null;
  const requestId = failure.reason === 'other' ? failure.requestId : null;
  const isAboutInput = failure.reason === 'input';
  const organizationId = selectedOrganization?.id ?? null;
  const name = nameInSentence((selectedOrganization ?? lastOrganization)?.name);
  const text = failure.message.replace('{organization}', () => name);
  const sentence = notice('error', text, { requestId, remedy, organizationId, isAboutInput });
  return failure.reason === 'intermediate' ? { ...NO_INTERMEDIATE, ...sentence } : sentence;
}

/** Forgets the intermediate session, and says why. */
export function expireIntermediate(text: string): Change {
  return { ...NO_INTERMEDIATE, ...notice('info', text) };
}

/** A switch that requires verification has ended the previous session. The member can return to its organization. */
function withoutSession({ session, memberships }: AuthContext): Change {
  return session === null
    ? { callback: null, notice: null }
    : { ...signedOutContext(), memberships, returnTo: session.organization };
}

/** A time outside the last refresh interval (a changed clock, a stale value of another tab) counts as now. */
function plausibleTime(at: number, now: number): number {
  return at > now || at <= now - REFRESH_INTERVAL ? now : at;
}

function failedAttempt(context: AuthContext, retryInMs: number): Change {
  const requested = context.refreshMode === 'extend';
  return {
    refreshAttempt: context.refreshAttempt + 1,
    retryInMs,
    connection: 'down',
    refreshMode: 'scheduled',
    notice: requested ? notice('error', messages.renewalFailed).notice : context.notice,
  };
}
