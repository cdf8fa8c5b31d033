import {
  CODE_LIFETIME,
  DEFERRED_REFRESH_DELAY,
  REFRESH_INTERVAL,
  RESEND_COOLDOWN,
} from '../rules/limits.ts';
import {
  type CreationProblem,
  creationProblem,
  findListed,
  isTyped,
  type Organization,
  typedOrganization,
} from '../rules/organization.ts';
import { hasOrganizations, isKnownToDiffer, isNearEnd, shownPersonEmail } from './auth.context.ts';
import type { MachineEvent, SignOutReason } from './auth.events.ts';
import type {
  ActorResult,
  AuthContext,
  Discovered,
  Mail,
  Scope,
  SignedInSession,
  StepUpMethod,
} from './auth.types.ts';

/** The argument of a guard or an action of an event. */
interface EventScope extends Scope {
  readonly event: MachineEvent;
}

/** The guards, by the names that the chart shows. */
export const guards = {
  // Start
  hasSession: ({ context }: Scope) => context.session !== null,
  hasSessionAndCallback: ({ context }: Scope) =>
    context.session !== null && context.callback !== null,
  /** A callback of Google or of a link opened the page. */
  hasCallback: ({ context }: Scope) => context.callback !== null,
  /** The person cancelled at Google, or the token of the callback is missing or of an unknown type. */
  callbackIsUnusable: isUnusable,
  /** The link that was opened was requested in another browser, or by somebody else. */
  isForeignLink: ({ context }: Scope) => context.callback === 'foreign_link',
  /** The callback leads into one organization, also when somebody is signed in (R9.8). */
  opensOrganization,
  hasSessionCookie: ({ context }: Scope) => context.hasSessionCookie,
  hasIntermediateCookie: ({ context }: Scope) => context.hasIntermediateCookie,
  hasStepUp: ({ context }: Scope) => context.stepUp !== null,
  /** The tab stores a list, and knows the intermediate session of the browser, if there is one (R22.1). */
  hasStoredList: ({ context }: Scope) =>
    context.organizations !== null &&
    (hasIntermediate({ context }) || (hasOrganizations(context) && !context.hasIntermediateCookie)),
  canSelect,

  // The result of an invoked actor
  resultIs: ({ event }: EventScope, kind: ActorResult['kind']) => resultOf(event)?.kind === kind,
  /** The session of this member in this organization was refreshed. */
  isMemberRefreshed: ({ context, event }: EventScope) => {
    const result = resultOf(event);
    return result?.kind === 'refreshed' && isSameMember(context, result.session);
  },
  /** The result is no session, no step towards one, and no list. */
  hasFailed: ({ event }: EventScope) =>
    resultOf(event)?.kind === 'failed' || resultOf(event)?.kind === 'incomplete',
  /** The call has failed because the session or the intermediate session is over. */
  isOver: ({ event }: EventScope, which: 'session' | 'intermediate') =>
    'output' in event && event.output.kind === 'failed' && event.output.reason === which,
  /** The list was read, and the organization was chosen before. */
  continuesWithChosen: ({ context, event }: EventScope) => {
    const result = resultOf(event);
    return continuesSignIn(context, result) && chosenExisting(context, result) !== null;
  },
  /** Google has answered with a list, and the name of a new organization was typed before. */
  continuesWithTyped: ({ context, event }: EventScope) => {
    const result = resultOf(event);
    return (
      continuesSignIn(context, result) &&
      context.selectedOrganization !== null &&
      result.link === undefined
    );
  },

  // Choosing and typing
  /** The chosen organization exists, and an intermediate session can be exchanged for it. */
  willExchange: (scope: EventScope) => {
    const chosen = chosenBy(scope);
    return hasIntermediate(scope) && chosen !== null && !isTyped(chosen);
  },
  /** Another name was typed, and an intermediate session can create its organization. */
  willCreate: (scope: EventScope) => hasIntermediate(scope) && chosenBy(scope) !== null,
  /** The project lets people create organizations, and nobody impersonates the member. */
  mayCreate: ({ context: { project, session } }: Scope) =>
    project.createOrganizationEnabled && session?.impersonated !== true,
  /** The typed name is too long or has no slug, or the project creates no organizations. */
  typedIsUnusable: (scope: EventScope) => creationProblemOf(scope) !== null,
  hasIntermediateSession: hasIntermediate,
  wasWarnedOfEnd,
  hasSelected: ({ context }: Scope) => context.selectedOrganization !== null,
  /** A selected organization takes precedence over the last one when Google starts (R4.7). */
  offersLast: ({ context }: Scope) =>
    context.selectedOrganization === null && context.lastOrganization !== null,

  // Step-up
  /** A code or a link was sent, and can still be used. */
  wasSent: ({ context: { sent, now } }: Scope, mail: Mail) =>
    sent[mail] !== null && now() < sent[mail].at + CODE_LIFETIME,
  emailIsUnknown: ({ context }: Scope) => stepUpEmail(context) === null,
  /** A time in the future means that the clock was set back. It must not block the person. */
  mayBeSent: ({ context }: Scope, mail: Mail) => {
    const sent = context.sent[mail];
    const now = context.now();
    const isCool = sent === null || now >= sent.at + RESEND_COOLDOWN || now < sent.at;
    return isCool && allows(context, mail === 'code' ? 'email_otp' : 'magic_link');
  },
  codeMayBeVerified: ({ context, event }: EventScope) =>
    allows(context, 'email_otp') && typedText(event) !== '',
  isNotBlank: ({ event }: EventScope) => typedText(event) !== '',
  /** The list was not read yet, and an intermediate session can read it. */
  mustReadOrganizations: ({ context }: Scope) =>
    context.organizations === null && hasIntermediate({ context }),

  // Signed in
  isOverdue: ({ context }: Scope) =>
    context.now() >= context.refresh.confirmedAt + REFRESH_INTERVAL,
  /** The session ends soon. */
  expiryIsNear,
  /** The member is one of the organization, and no switch runs. */
  maySwitch: ({ context, event }: EventScope) =>
    isNotSwitching({ context }) &&
    'id' in event &&
    context.organizations?.some(({ id }) => id === event.id) === true,
  mayReadMemberships: isNotSwitching,
  /** The provider is unreachable, and the session has expired by the clock since its last refresh (R11.19). */
  sessionHasEnded: ({ context, event }: EventScope) => {
    const { session, refresh, now } = context;
    const end = session?.expiresAt ?? 0;
    return isOutage(context, event) && refresh.confirmedAt < end && end <= now();
  },
  /** The session is of the same member and organization. */
  isSameMember: ({ context, event }: EventScope) =>
    'session' in event && isSameMember(context, event.session),
  sessionIsMissing: ({ event }: EventScope) => 'hasSession' in event && !event.hasSession,
  signsOutFor: ({ context }: Scope, reason: SignOutReason) => context.signOutReason === reason,
  hasNotice: ({ context }: Scope) => context.notice !== null,
  hasPersonNotice: ({ context }: Scope) => context.personNotice !== null,
} as const;

/** The result of the call that has ended; `null` for another event. */
export function resultOf(event: MachineEvent): ActorResult | null {
  return 'output' in event ? event.output : null;
}

/** A result, or the event of a session that was found. */
type Named = ActorResult | { readonly session: SignedInSession };

/** Whether a result belongs to another person than the one whom this tab shows. */
export function isAnotherPerson(context: AuthContext, result: Named): boolean {
  return isKnownToDiffer(shownPersonEmail(context), resultEmail(result));
}

/** Whether a list may be used with what was chosen before it: not a list of another person, or of a foreign link. */
function continuesSignIn(context: AuthContext, result: ActorResult | null): result is Discovered {
  return (
    result?.kind === 'discovered' && result.link !== 'foreign' && !isAnotherPerson(context, result)
  );
}

/** The address of the person a result belongs to; `null` when it names nobody. */
export function resultEmail(result: Named): string | null {
  if ('session' in result) return result.session.emailAddress;
  if ('stepUp' in result) return result.stepUp.emailAddress;
  if ('secondFactor' in result) return result.secondFactor.emailAddress;
  return 'discovery' in result ? result.discovery.emailAddress : null;
}

function expiryIsNear({ context: { session, now } }: Scope): boolean {
  return session !== null && isNearEnd(session, now());
}

/** Whether a member moves to no other organization: a switch has chosen one. */
function isNotSwitching({ context }: Scope): boolean {
  return context.selectedOrganization === null;
}

/** Whether the sign-in has an intermediate session. */
export function hasIntermediate({ context }: Scope): boolean {
  return context.intermediate !== null;
}

/** Whether the selection screen can be used: with a list or an intermediate session (R6.1). */
function canSelect({ context }: Scope): boolean {
  return hasOrganizations(context) || hasIntermediate({ context });
}

/** Whether a refresh failed because the provider is unreachable, not because another tab was faster (R11.6). */
export function isOutage({ refresh }: AuthContext, event: MachineEvent): boolean {
  const result = resultOf(event);
  return (
    result?.kind !== 'deferred' || refresh.reconnecting || result.retryInMs > DEFERRED_REFRESH_DELAY
  );
}

/** The address that codes and links are sent to; `null` when it is unknown (R8.9). */
export function stepUpEmail({ stepUp, emailAddress }: AuthContext): string | null {
  return stepUp?.emailAddress ?? emailAddress;
}

/** Whether the person is warned that the intermediate session ends soon (R6.17). */
export function wasWarnedOfEnd({ context }: Scope): boolean {
  return context.intermediate?.isWarned === true;
}

/** When a code or link may be sent again, in epoch milliseconds; `null` when none was sent (R8.16). */
export function resendAt({ sent }: AuthContext, mail: Mail): number | null {
  return sent[mail] && sent[mail].at + RESEND_COOLDOWN;
}

/** Returns the typed text, trimmed; empty for an event without a text. */
export function typedText(event: MachineEvent): string {
  if ('code' in event) return event.code.trim();
  return 'name' in event ? event.name.trim() : '';
}

/** The organization that was chosen or typed: a listed one (R6.9), else a new one (R6.8); `null` for a blank name. */
export function chosenBy({ context, event }: EventScope): Organization | null {
  if ('organization' in event) return event.organization;
  const typed = typedOrganization(typedText(event));
  return typed && (findListed(context.organizations ?? [], typed) ?? typed);
}

/** Why the organization of a typed name cannot be created; `null` when it can, or exists. */
export function creationProblemOf(scope: EventScope): CreationProblem | null {
  const chosen = chosenBy(scope);
  return chosen && isTyped(chosen) ? creationProblem(chosen, scope.context.project) : null;
}

/**
 * The existing organization that was chosen before the list was read, also by the typed name of a listed one, or for
 * which another tab requested the link (R9.1); `null` without one.
 */
export function chosenExisting(context: AuthContext, result: Discovered): Organization | null {
  const chosen = context.selectedOrganization;
  const { organizations } = result.discovery;
  const requested = organizations.find(({ id }) => id === result.requestedFor) ?? null;
  if (chosen === null) return requested;
  return isTyped(chosen) ? (findListed(organizations, chosen) ?? requested) : chosen;
}

function isSameMember({ session: own }: AuthContext, session: SignedInSession): boolean {
  return own?.memberId === session.memberId && own.organization.id === session.organization.id;
}

function isUnusable({ context: { callback } }: Scope): boolean {
  return (
    callback === 'denied' ||
    callback === 'provider_error' ||
    callback === 'no_token' ||
    callback === 'unknown_type'
  );
}

function opensOrganization({ context: { callback } }: Scope): boolean {
  return callback === 'organization_link' || callback === 'foreign_sso';
}

function allows({ stepUp }: AuthContext, method: StepUpMethod): boolean {
  return stepUp?.allowedAuthMethods.includes(method) === true;
}
