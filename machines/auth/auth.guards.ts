import {
  CODE_LIFETIME,
  DEFERRED_REFRESH_DELAY,
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
import { hasListed, isKnownToBeSame, isKnownToDiffer, shownPersonOf } from './auth.context.ts';
import type {
  ActorResult,
  AuthContext,
  Discovered,
  SignedInSession,
  StepUpMethod,
} from './auth.types.ts';

interface Current {
  readonly context: AuthContext;
}

/** The guards, by the names that the chart shows. */
export const guards = {
  // Start
  /** This browser holds a session. */
  hasSession: ({ context }: Current) => context.session !== null,
  /** This browser holds a session, and a callback opened the page. */
  hasSessionAndCallback: ({ context }: Current) =>
    context.session !== null && context.callback !== null,
  /** A callback of Google or of a link opened the page. */
  hasCallback: ({ context }: Current) => context.callback !== null,
  /** The person cancelled at Google, or the token of the callback is missing or of an unknown type. */
  callbackIsUnusable: ({ context }: Current) => isUnusable(context),
  /** The callback cannot be used, but the sign-in before it can go on. */
  callbackIsUnusableButListed: ({ context }: Current) => isUnusable(context) && canSelect(context),
  /** The link that was opened was requested in another browser, or by somebody else. */
  callbackWasNotAskedFor: ({ context }: Current) => context.callback === 'foreign_link',
  /** The cookie of a session exists. */
  hasSessionCookie: ({ context }: Current) => context.hasSessionCookie,
  /** The sign-in waits for a second factor. */
  hasSecondFactor: ({ context }: Current) =>
    context.secondFactor !== null && hasIntermediate(context),
  /** The sign-in waits for a verified e-mail address. */
  hasStepUp: ({ context }: Current) => context.stepUp !== null,
  /** A list is stored, and can be used. */
  hasStoredList: ({ context }: Current) => context.organizations !== null && canSelect(context),
  /** The selection screen can be used: with a list or an intermediate session. */
  canSelect: ({ context }: Current) => canSelect(context),
  /** The cookie of an intermediate session exists. */
  hasIntermediateCookie: ({ context }: Current) => context.hasIntermediateCookie,

  // The result of an invoked actor
  /** The result is a session. */
  isAuthenticated: (_: Current, result: ActorResult) => result.kind === 'authenticated',
  /** The organization requires a verified e-mail address. */
  isPrimaryRequired: (_: Current, result: ActorResult) => result.kind === 'primary_required',
  /** The organization requires a second factor. */
  isMfaRequired: (_: Current, result: ActorResult) => result.kind === 'mfa_required',
  /** The result is the list of the person's organizations. */
  isDiscovered: (_: Current, result: ActorResult) => result.kind === 'discovered',
  /** The list was read, and the organization was chosen before. */
  isDiscoveredAndChosen: ({ context }: Current, result: ActorResult) =>
    goesOn(context, result) && chosenExisting(context, result) !== null,
  /** Google has answered with a list, and the name of a new organization was typed before. */
  isDiscoveredAndTyped: ({ context }: Current, result: ActorResult) =>
    goesOn(context, result) &&
    context.selectedOrganization !== null &&
    result.requestedHere === undefined,
  /** The list is of the person that this tab shows. */
  isOwnList: ({ context }: Current, result: ActorResult) =>
    result.kind === 'discovered' &&
    isKnownToBeSame(result.discovery.emailAddress, context.emailAddress),
  /** The code or the link was sent. */
  isSent: (_: Current, result: ActorResult) => result.kind === 'sent',
  /** The result is a secret for the authenticator app. */
  isEnrolling: (_: Current, result: ActorResult) => result.kind === 'enrolling',
  /** The session was refreshed. */
  isRefreshed: (_: Current, result: ActorResult) => result.kind === 'refreshed',
  /** The provider has ended the session. */
  isSessionOver: (_: Current, result: ActorResult) =>
    result.kind === 'failed' && result.reason === 'session',
  /** The intermediate session has ended. */
  isIntermediateOver: (_: Current, result: ActorResult) =>
    result.kind === 'failed' && result.reason === 'intermediate',
  /** Organizations are listed, or the intermediate session outlives the failure. */
  canSelectAfter: ({ context }: Current, result: ActorResult) =>
    hasListed(context) || (hasIntermediate(context) && keepsIntermediate(result)),

  // Choosing and typing
  /** The chosen organization exists, and an intermediate session can be exchanged. */
  willExchange: ({ context }: Current, organization: Organization) =>
    hasIntermediate(context) && !isTyped(organization),
  /** The project lets people create organizations, and nobody impersonates the member. */
  mayCreate: ({ context: { project, session } }: Current) =>
    project.createOrganizationEnabled && session?.impersonated !== true,
  /** A listed organization was typed, and an intermediate session can be exchanged. */
  typedIsListedAndOpen: ({ context }: Current, name: string) =>
    hasIntermediate(context) && listedByTyping(context, name) !== null,
  /** The name or slug of a listed organization was typed. */
  typedIsListed: ({ context }: Current, name: string) => listedByTyping(context, name) !== null,
  /** The typed name is too long or has no slug, or the project creates no organizations. */
  typedIsUnusable: ({ context }: Current, name: string) => {
    const typed = typedOrganization(name);
    return typed !== null && creationProblem(typed, context.project) !== null;
  },
  /** A name was typed, and an intermediate session can create its organization. */
  typedWillBeCreated: ({ context }: Current, name: string) =>
    hasIntermediate(context) && typedOrganization(name) !== null,
  /** A name was typed. */
  typedIsNotBlank: (_: Current, name: string) => typedOrganization(name) !== null,
  /** No organization is listed whose name could be typed, and none can be created. */
  nothingCanBeTyped: ({ context }: Current) =>
    !hasListed(context) && !context.project.createOrganizationEnabled,
  /** The sign-in has an intermediate session. */
  hasIntermediateSession: ({ context }: Current) => hasIntermediate(context),
  intermediateIsEnding: ({ context }: Current) => intermediateIsEnding(context),
  /** An organization is selected. */
  hasSelected: ({ context }: Current) => context.selectedOrganization !== null,
  /** Google starts for a selected organization before it does for the last one (R4.7). */
  offersLast: ({ context }: Current) =>
    context.selectedOrganization === null && context.lastOrganization !== null,

  // Step-up and second factor
  /** A code was sent, and can still be used. */
  codeWasSent: ({ context }: Current) => isFresh(context, context.codeSentAt),
  /** A link was sent, and can still be used. */
  linkWasSent: ({ context }: Current) => isFresh(context, context.linkSentAt),
  /** The address to send to is unknown. */
  emailIsUnknown: ({ context }: Current) => stepUpEmail(context) === null,
  /** Enough time has passed since the last code: another one is not sent too often. */
  codeMayBeSent: ({ context }: Current) =>
    allows(context, 'email_otp') && isCool(context, context.codeSentAt),
  /** The organization allows a code, and one was typed. */
  codeMayBeVerified: ({ context }: Current, code: string) =>
    allows(context, 'email_otp') && code.trim() !== '',
  /** Enough time has passed since the last link: another one is not sent too often. */
  linkMayBeSent: ({ context }: Current) =>
    allows(context, 'magic_link') && isCool(context, context.linkSentAt),
  /** Something was typed. */
  isNotBlank: (_: Current, text: string) => text.trim() !== '',
  /** The list was not read yet, and an intermediate session can read it. */
  mustReadOrganizations: ({ context }: Current) =>
    context.organizations === null && hasIntermediate(context),
  /** The member must set up an authenticator app. */
  mustEnrol: ({ context }: Current) => context.secondFactor?.factor === 'enrolment',
  /** No session was granted yet. */
  holdsNoSession: ({ context }: Current) => context.session === null,
  /** The organization accepts no second factor that this product offers. */
  factorIsUnsupported: ({ context }: Current) => context.secondFactor?.factor === 'unsupported',

  // Signed in
  /** The next refresh is overdue. */
  isOverdue: ({ context }: Current) => context.now() >= context.refreshedAt + REFRESH_INTERVAL,
  /** The session ends soon, and the member was not warned yet. */
  expiryIsNear: ({ context }: Current) =>
    !context.expiryWarned &&
    context.session !== null &&
    context.now() >= context.session.expiresAt - SESSION_WARNING,
  /** The provider is away, and the session is over by a clock by which it was not at its last refresh (R11.19). */
  sessionHasEnded: ({ context }: Current, result: ActorResult) => {
    const { session, refreshedAt, now } = context;
    const end = session?.expiresAt ?? 0;
    return isOutage(context, result) && refreshedAt < end && end <= now();
  },
  /** The session is of another member or organization. */
  isAnotherSession: ({ context }: Current, session: SignedInSession) =>
    context.session?.memberId !== session.memberId ||
    context.session.organization.id !== session.organization.id,
  /** This browser has lost its session. */
  sessionIsMissing: (_: Current, present: boolean) => !present,
  /** The member signs out to create an organization. */
  signsOutToCreate: ({ context }: Current) => context.signOutReason === 'creation',
  /** A message is shown. */
  hasNotice: ({ context }: Current) => context.notice !== null,
  /** The tab says that its person has changed. */
  hasPersonNotice: ({ context }: Current) => context.personNotice !== null,
} as const;

/** Whether a result belongs to another person than the one whom this tab shows. */
export function isAnotherPerson(context: AuthContext, result: ActorResult): boolean {
  return isKnownToDiffer(shownPersonOf(context), addressOf(result));
}

/** Whether a list may be used with what was chosen before it: not a list of another person, or of a foreign link. */
function goesOn(context: AuthContext, result: ActorResult): result is Discovered {
  return (
    result.kind === 'discovered' &&
    result.requestedHere !== false &&
    !isAnotherPerson(context, result)
  );
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

/** Whether the sign-in has an intermediate session. */
export function hasIntermediate({ intermediateDigest }: AuthContext): boolean {
  return intermediateDigest !== null;
}

/** Whether the selection screen can be used: with a list or an intermediate session (R6.1). */
function canSelect(context: AuthContext): boolean {
  return hasListed(context) || hasIntermediate(context);
}

/** Whether a refresh without a session means that the provider is away, and not that another tab is faster (R11.6). */
export function isOutage({ failedRefreshes }: AuthContext, result: ActorResult): boolean {
  if (result.kind !== 'deferred') return true;
  return failedRefreshes > 0 || result.retryInMs > DEFERRED_REFRESH_DELAY;
}

/** The address that codes and links are sent to; `null` when it is unknown (R8.9). */
export function stepUpEmail(context: AuthContext): string | null {
  return context.stepUp?.emailAddress ?? context.emailAddress;
}

/** Whether the person is warned that the intermediate session ends soon (R6.17). */
export function intermediateIsEnding(context: AuthContext): boolean {
  return hasIntermediate(context) && context.expiryWarned;
}

/** When a code or link of `sentAt` may be sent again, in epoch milliseconds; `null` when it may be now (R8.16). */
export function resendAt(context: AuthContext, sentAt: number | null): number | null {
  return isCool(context, sentAt) || sentAt === null ? null : sentAt + RESEND_COOLDOWN;
}

/** The listed organization whose slug or name was typed; `null` when there is none (R6.9). */
export function listedByTyping(context: AuthContext, name: string): Organization | null {
  const typed = typedOrganization(name);
  return typed && (findListed(context.organizations ?? [], typed) ?? null);
}

/**
 * The existing organization of a choice that was made before the list was read: the choice itself, the listed
 * organization whose slug was typed, or the one that a link was requested for in a tab that is closed (R9.6). `null`
 * without a choice, or if the organization must be created.
 */
export function chosenExisting(context: AuthContext, result: Discovered): Organization | null {
  const chosen = context.selectedOrganization;
  const { organizations } = result.discovery;
  const requested = organizations.find(({ id }) => id === result.requestedFor) ?? null;
  if (chosen === null) return requested;
  return isTyped(chosen) ? (findListed(organizations, chosen) ?? requested) : chosen;
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

function allows({ stepUp }: AuthContext, method: StepUpMethod): boolean {
  return stepUp?.allowedAuthMethods.includes(method) === true;
}

/** A time in the future means that the clock was set back. It must not block the person. */
function isCool(context: AuthContext, sentAt: number | null): boolean {
  const now = context.now();
  return sentAt === null || now >= sentAt + RESEND_COOLDOWN || now < sentAt;
}
