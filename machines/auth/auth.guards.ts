import {
  CODE_LIFETIME,
  REFRESH_INTERVAL,
  RESEND_COOLDOWN,
  SESSION_WARNING,
} from '../rules/limits.ts';
import {
  creationProblem,
  findListed,
  isTyped,
  type Organization,
  typedOrganization,
} from '../rules/organization.ts';
import { isKnownToBeSame, personOf, showsNoSignIn } from './auth.context.ts';
import type {
  ActorResult,
  AuthContext,
  Discovered,
  HeldRequest,
  IdentifiedResult,
  SignedInSession,
  StepUpMethod,
} from './auth.types.ts';

interface Current {
  readonly context: AuthContext;
}

/** The guards, by the names that the chart shows. */
export const guards = {
  // Start
  hasPendingIdentity: ({ context }: Current) => context.pendingIdentity !== null,
  hasSession: ({ context }: Current) => context.session !== null,
  hasSessionAndCallback: ({ context }: Current) =>
    context.session !== null && context.callback !== null,
  hasCallback: ({ context }: Current) => context.callback !== null,
  callbackIsUnusable: ({ context }: Current) => isUnusable(context),
  callbackIsUnusableButListed: ({ context }: Current) => isUnusable(context) && canSelect(context),
  callbackWasNotAskedFor: ({ context }: Current) =>
    context.callback === 'magic_link' && !context.linkWasRequestedHere,
  hasSessionCookie: ({ context }: Current) => context.hasSessionCookie,
  hasSecondFactor: ({ context }: Current) =>
    context.secondFactor !== null && context.hasIntermediateSession,
  canSelect: ({ context }: Current) => canSelect(context),
  hasIntermediateCookie: ({ context }: Current) => context.hasIntermediateCookie,

  // The result of an invoked actor
  isAuthenticated: (_: Current, result: ActorResult) => result.kind === 'authenticated',
  isPrimaryRequired: (_: Current, result: ActorResult) => result.kind === 'primary_required',
  isMfaRequired: (_: Current, result: ActorResult) => result.kind === 'mfa_required',
  isDiscovered: (_: Current, result: ActorResult) => result.kind === 'discovered',
  isDiscoveredAndChosen: ({ context }: Current, result: ActorResult) =>
    result.kind === 'discovered' && chosenExisting(context, result) !== null,
  isDiscoveredAndTyped: ({ context }: Current, result: ActorResult) =>
    result.kind === 'discovered' && context.selectedOrganization !== null,
  isHandedOff: (_: Current, result: ActorResult) => result.kind === 'handed_off',
  isSent: (_: Current, result: ActorResult) => result.kind === 'sent',
  isEnrolling: (_: Current, result: ActorResult) => result.kind === 'enrolling',
  isRefreshed: (_: Current, result: ActorResult) => result.kind === 'refreshed',
  isDeferred: (_: Current, result: ActorResult) => result.kind === 'deferred',
  isUnavailable: (_: Current, result: ActorResult) => result.kind === 'unavailable',
  isSessionOver: (_: Current, result: ActorResult) =>
    result.kind === 'failed' && result.reason === 'session',
  isIntermediateOver: (_: Current, result: ActorResult) =>
    result.kind === 'failed' && result.reason === 'intermediate',
  canSelectAfter: ({ context }: Current, result: ActorResult) =>
    context.organizations.length > 0 ||
    (context.hasIntermediateSession && keepsIntermediate(result)),

  // Identity
  isAnotherPerson: ({ context }: Current, result: ActorResult) => isAnotherPerson(context, result),
  hasStepUp: ({ context }: Current) => context.stepUp !== null,
  hasUnfinishedSignIn: ({ context }: Current) => hasUnfinishedSignIn(context),
  keepsStepUp: ({ context }: Current) =>
    context.pendingIdentity?.kind === 'authenticated' && context.stepUp !== null,
  keepsSignIn: ({ context }: Current) =>
    context.pendingIdentity?.kind === 'authenticated' && hasUnfinishedSignIn(context),
  // A question that cannot name the other person cannot be answered with "continue" (R22.9).
  pendingCanBeConfirmedAs: ({ context }: Current, kind: IdentifiedResult['kind']) =>
    context.pendingIdentity?.kind === kind && addressOf(context.pendingIdentity) !== null,
  pendingIs: ({ context }: Current, kind: IdentifiedResult['kind']) =>
    context.pendingIdentity?.kind === kind,

  // Choosing and typing
  willExchange: ({ context }: Current, organization: Organization) =>
    context.hasIntermediateSession && !isTyped(organization),
  mayCreate: ({ context: { project, session } }: Current) =>
    project.createOrganizationEnabled && session?.impersonated !== true,
  typedIsListedAndOpen: ({ context }: Current, name: string) =>
    context.hasIntermediateSession && listedByTyping(context, name) !== null,
  typedIsListed: ({ context }: Current, name: string) => listedByTyping(context, name) !== null,
  typedIsUnusable: ({ context }: Current, name: string) => {
    const typed = typedOrganization(name);
    return typed !== null && creationProblem(typed, context.project) !== null;
  },
  typedWillBeCreated: ({ context }: Current, name: string) =>
    context.hasIntermediateSession && typedOrganization(name) !== null,
  typedIsNotBlank: (_: Current, name: string) => typedOrganization(name) !== null,
  hasIntermediateSession: ({ context }: Current) => context.hasIntermediateSession,
  intermediateIsEnding: ({ context }: Current) => intermediateIsEnding(context),
  hasSelected: ({ context }: Current) => context.selectedOrganization !== null,
  /** Google starts for a selected organization before it does for the last one (R4.7). */
  offersLast: ({ context }: Current) =>
    context.selectedOrganization === null && context.lastOrganization !== null,

  // Step-up and second factor
  disallows: ({ context }: Current, method: StepUpMethod) =>
    !context.stepUp?.allowedAuthMethods.includes(method),
  codeWasSent: ({ context }: Current) => isFresh(context, context.codeSentAt),
  linkWasSent: ({ context }: Current) => isFresh(context, context.linkSentAt),
  verifiesThisEmail: ({ context }: Current, emailAddress: string) =>
    isKnownToBeSame(stepUpEmail(context), emailAddress),
  emailIsUnknown: ({ context }: Current) => stepUpEmail(context) === null,
  codeMayBeSent: ({ context }: Current) => isCool(context, context.codeSentAt),
  linkMayBeSent: ({ context }: Current) => isCool(context, context.linkSentAt),
  isNotBlank: (_: Current, text: string) => text.trim() !== '',
  mustReadOrganizations: ({ context }: Current) =>
    context.organizations.length === 0 && context.hasIntermediateSession,
  mustEnrol: ({ context }: Current) => context.secondFactor?.factor === 'enrolment',
  holdsNoSession: ({ context }: Current) => context.session === null,
  factorIsUnsupported: ({ context }: Current) => context.secondFactor?.factor === 'unsupported',

  // Signed in
  isHeld: ({ context }: Current, type: HeldRequest['type']) =>
    context.heldRequests.some((request) => request.type === type),
  isOverdue: ({ context }: Current) => context.now() >= context.refreshedAt + REFRESH_INTERVAL,
  expiryIsNear: ({ context }: Current) =>
    !context.expiryWarned &&
    context.session !== null &&
    context.now() >= context.session.expiresAt - SESSION_WARNING,
  /** Not while the provider answers, and not for a clock by which the session had ended at its last refresh. */
  sessionHasEnded: ({ context: { connection, session, refreshedAt, now } }: Current) =>
    connection === 'down' &&
    session !== null &&
    refreshedAt < session.expiresAt &&
    session.expiresAt <= now(),
  isAnotherSession: ({ context }: Current, session: SignedInSession) =>
    context.session?.memberId !== session.memberId ||
    context.session.organization.id !== session.organization.id,
  sessionIsMissing: (_: Current, present: boolean) => !present,
  signsOutToCreate: ({ context }: Current) => context.signOutReason === 'creation',
  hasNotice: ({ context }: Current) => context.notice !== null,
} as const;

/**
 * Whether a result belongs to another person than the one this tab shows (R22.1). While the tab shows nobody's
 * sign-in, only a link is compared: with the addresses that this browser requested links for (R22.3).
 */
function isAnotherPerson(context: AuthContext, result: ActorResult): boolean {
  if (result.kind === 'discovered') return isListOfAnotherPerson(context, result);
  // Anybody who owns an organization can get a session there for an address: only the session itself counts (R22.4).
  if (result.kind === 'refreshed' && !result.isConfirmed) return true;
  // A person has also just come back from Google or a link in this tab. It may be another one than the person who left
  // it, and the provider has not named them yet (R22.11).
  const { callback } = context;
  if (result.kind === 'refreshed' && (callback !== null || isUnanswered(context, result.session)))
    return true;
  if (showsNoSignIn(context)) return false;
  if (!namesMember(result)) return false;
  const person = personOf(context);
  const address = addressOf(result);
  if (person !== null && address !== null) return !isKnownToBeSame(person, address);
  return !isOwn(context, result);
}

/**
 * Whether a question is open, and `session` is no answer to it: only the question whether somebody of this browser
 * knows a session (R22.4) is answered in another tab, for that session.
 */
function isUnanswered(
  { pendingIdentity: pending, confirmedSessionId }: AuthContext,
  { sessionId }: SignedInSession,
): boolean {
  if (pending === null) return false;
  const isSame = pending.kind === 'authenticated' && pending.session.sessionId === sessionId;
  return !isSame || sessionId === confirmedSessionId;
}

/** Whether a result is a session, or a step that somebody must take to get one. */
function namesMember(result: ActorResult): boolean {
  return 'session' in result || 'stepUp' in result || 'secondFactor' in result;
}

/**
 * Whether a result whose address, or whose person's, is unknown is this tab's own: the transport sends an exchange,
 * a creation and a switch with no other session than the tab's. Members of another id can be other persons.
 */
function isOwn({ callback, session }: AuthContext, result: ActorResult): boolean {
  return result.kind === 'refreshed'
    ? result.session.memberId === session?.memberId
    : callback === null;
}

/** Compares addresses where both are known and the intermediate session is one of this browser, else the sessions. */
function isListOfAnotherPerson(context: AuthContext, result: Discovered): boolean {
  const person = personOf(context);
  const { emailAddress } = result.discovery;
  const isOtherSession = result.intermediateDigest !== context.intermediateDigest;
  // Whoever claims an address at an identity provider gets an intermediate session for it.
  if (result.isConfirmed === false) return isOtherSession;
  if (showsNoSignIn(context)) {
    return context.callback === 'magic_link' && result.requestedHere !== true;
  }
  if (person === null || emailAddress === null) return isOtherSession;
  return !isKnownToBeSame(emailAddress, person);
}

/** Whether the tab shows a sign-in that can go on from the selection screen. */
function hasUnfinishedSignIn({ organizations, secondFactor }: AuthContext): boolean {
  return organizations.length > 0 || secondFactor !== null;
}

/** The address of the person a result belongs to; `null` when it names nobody. */
export function addressOf(result: ActorResult): string | null {
  switch (result.kind) {
    case 'authenticated':
    case 'refreshed':
      return result.session.emailAddress;
    case 'primary_required':
      return result.stepUp.emailAddress;
    case 'mfa_required':
      return result.secondFactor.emailAddress;
    case 'discovered':
      return result.discovery.emailAddress;
    default:
      return null;
  }
}

/** Whether the selection screen can be used: with a list or an intermediate session (R6.1). */
export function canSelect(context: AuthContext): boolean {
  return context.organizations.length > 0 || context.hasIntermediateSession;
}

/** The address that codes and links are sent to; `null` when it is unknown (R8.9). */
export function stepUpEmail(context: AuthContext): string | null {
  return context.stepUp?.emailAddress ?? context.emailAddress;
}

/** Whether the person is warned that the intermediate session ends soon (R6.17). */
export function intermediateIsEnding(context: AuthContext): boolean {
  return context.hasIntermediateSession && context.expiryWarned;
}

/** When a code or link of `sentAt` may be sent again, in epoch milliseconds; `null` when it may be now (R8.16). */
export function resendAt(context: AuthContext, sentAt: number | null): number | null {
  return isCool(context, sentAt) || sentAt === null ? null : sentAt + RESEND_COOLDOWN;
}

/** The listed organization whose slug or name was typed; `null` when there is none (R6.9). */
export function listedByTyping(context: AuthContext, name: string): Organization | null {
  const typed = typedOrganization(name);
  return typed === null ? null : (findListed(context.organizations, typed) ?? null);
}

/**
 * The existing organization of a choice that was made before the list was read: the choice itself, the listed
 * organization whose slug was typed, or the one that a link was requested for in a tab that is closed (R9.6). `null`
 * without a choice, or if the organization must be created.
 */
export function chosenExisting(context: AuthContext, result: Discovered): Organization | null {
  const chosen = context.selectedOrganization;
  const { organizations } = result.discovery;
  if (chosen === null) return organizations.find(({ id }) => id === result.requestedFor) ?? null;
  return isTyped(chosen) ? (findListed(organizations, chosen) ?? null) : chosen;
}

function isUnusable({ callback }: AuthContext): boolean {
  return callback === 'denied' || callback === 'no_token' || callback === 'unknown_type';
}

function keepsIntermediate(result: ActorResult): boolean {
  return result.kind === 'failed' && result.reason !== 'intermediate';
}

function isFresh(context: AuthContext, sentAt: number | null): boolean {
  return sentAt !== null && context.now() < sentAt + CODE_LIFETIME;
}

/** A time in the future means that the clock was set back. It must not block the person. */
function isCool(context: AuthContext, sentAt: number | null): boolean {
  const now = context.now();
  return sentAt === null || now >= sentAt + RESEND_COOLDOWN || now < sentAt;
}
