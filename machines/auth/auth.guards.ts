import {
  INTERMEDIATE_SESSION_LIFETIME,
  REFRESH_INTERVAL,
  RESEND_COOLDOWN,
  SESSION_WARNING,
} from '../rules/limits.ts';
import {
  creationProblem,
  findBySlug,
  isTyped,
  type Organization,
  typedOrganization,
} from '../rules/organization.ts';
import type {
  AuthContext,
  Discovered,
  Enrolment,
  HandedOff,
  Outcome,
  ProviderFailure,
  RefreshResult,
  Sent,
  SignedInSession,
  StepUpMethod,
} from './auth.types.ts';

interface Question {
  readonly context: AuthContext;
}

/** Whatever an invoked actor may resolve to; the guards below ask which it was. */
export type ActorResult =
  | Outcome
  | ProviderFailure
  | Discovered
  | HandedOff
  | Sent
  | RefreshResult
  | { readonly kind: 'enrolling'; readonly enrolment: Enrolment };

/** Each guard is a one-line question; its name is what the chart shows. */
export const guards = {
  // Where this tab stands at boot
  hasSession: ({ context }: Question) => context.session !== null,
  hasSessionAndCallback: ({ context }: Question) =>
    context.session !== null && context.callback !== null,
  hasCallback: ({ context }: Question) => context.callback !== null,
  callbackIsUnusable: ({ context }: Question) => isUnusable(context),
  callbackIsUnusableButListed: ({ context }: Question) => isUnusable(context) && canSelect(context),
  callbackWasNotAskedFor: ({ context }: Question) =>
    context.callback === 'magic_link' && !context.linkWasRequestedHere,
  hasSessionCookie: ({ context }: Question) => context.hasSessionCookie,
  hasSecondFactor: ({ context }: Question) =>
    context.secondFactor !== null && context.hasIntermediateSession,
  hasStepUp: ({ context }: Question) => context.stepUp !== null,
  canSelect: ({ context }: Question) => canSelect(context),
  hasIntermediateCookie: ({ context }: Question) => context.hasIntermediateCookie,

  // What an actor answered
  isAuthenticated: (_: Question, answer: ActorResult) => answer.kind === 'authenticated',
  isPrimaryRequired: (_: Question, answer: ActorResult) => answer.kind === 'primary_required',
  isMfaRequired: (_: Question, answer: ActorResult) => answer.kind === 'mfa_required',
  isDiscovered: (_: Question, answer: ActorResult) => answer.kind === 'discovered',
  isDiscoveredAndChosen: ({ context }: Question, answer: ActorResult) =>
    answer.kind === 'discovered' && chosenExisting(context, answer) !== null,
  isDiscoveredAndTyped: ({ context }: Question, answer: ActorResult) =>
    answer.kind === 'discovered' && context.selectedOrganization !== null,
  isHandedOff: (_: Question, answer: ActorResult) => answer.kind === 'handed_off',
  isSent: (_: Question, answer: ActorResult) => answer.kind === 'sent',
  isEnrolling: (_: Question, answer: ActorResult) => answer.kind === 'enrolling',
  isRefreshed: (_: Question, answer: ActorResult) => answer.kind === 'refreshed',
  isDeferred: (_: Question, answer: ActorResult) => answer.kind === 'deferred',
  isUnavailable: (_: Question, answer: ActorResult) => answer.kind === 'unavailable',
  isSessionOver: (_: Question, answer: ActorResult) =>
    answer.kind === 'failed' && answer.reason === 'session',
  isIntermediateOver: (_: Question, answer: ActorResult) =>
    answer.kind === 'failed' && answer.reason === 'intermediate',
  canSelectAfter: ({ context }: Question, answer: ActorResult) =>
    context.organizations.length > 0 ||
    (context.hasIntermediateSession && keepsIntermediate(answer)),

  // Choosing and typing
  willExchange: ({ context }: Question, organization: Organization) =>
    context.hasIntermediateSession && !isTyped(organization),
  typedIsListedAndOpen: ({ context }: Question, name: string) =>
    context.hasIntermediateSession && listedByTyping(context, name) !== null,
  typedIsListed: ({ context }: Question, name: string) => listedByTyping(context, name) !== null,
  typedIsUnusable: ({ context }: Question, name: string) => {
    const typed = typedOrganization(name);
    return typed !== null && creationProblem(typed, context.project) !== null;
  },
  typedWillBeCreated: ({ context }: Question, name: string) =>
    context.hasIntermediateSession && typedOrganization(name) !== null,
  typedIsNotBlank: (_: Question, name: string) => typedOrganization(name) !== null,
  hasIntermediateSession: ({ context }: Question) => context.hasIntermediateSession,
  hasSelected: ({ context }: Question) => context.selectedOrganization !== null,

  // Step-up and second factor
  disallows: ({ context }: Question, method: StepUpMethod) =>
    !context.stepUp?.allowedAuthMethods.includes(method),
  codeWasSent: ({ context }: Question) => isFresh(context, context.codeSentAt),
  linkWasSent: ({ context }: Question) => isFresh(context, context.linkSentAt),
  emailIsUnknown: ({ context }: Question) => stepUpEmail(context) === null,
  codeMayBeSent: ({ context }: Question) => isCool(context, context.codeSentAt),
  linkMayBeSent: ({ context }: Question) => isCool(context, context.linkSentAt),
  isNotBlank: (_: Question, text: string) => text.trim() !== '',
  mustReadOrganizations: ({ context }: Question) =>
    context.organizations.length === 0 && context.hasIntermediateSession,
  mustEnrol: ({ context }: Question) => context.secondFactor?.factor === 'enrolment',
  holdsNoSession: ({ context }: Question) => context.session === null,
  factorIsUnsupported: ({ context }: Question) => context.secondFactor?.factor === 'unsupported',

  // Signed in
  isOverdue: ({ context }: Question) => context.now() >= context.refreshedAt + REFRESH_INTERVAL,
  expiryIsNear: ({ context }: Question) =>
    !context.expiryWarned &&
    context.session !== null &&
    context.now() >= context.session.expiresAt - SESSION_WARNING,
  isAnotherSession: ({ context }: Question, session: SignedInSession) =>
    context.session?.memberId !== session.memberId ||
    context.session.organization.id !== session.organization.id,
  sessionIsMissing: (_: Question, present: boolean) => !present,
  hasNotice: ({ context }: Question) => context.notice !== null,
} as const;

/** Whether there is anything to select from (R6.1). */
export function canSelect(context: AuthContext): boolean {
  return context.organizations.length > 0 || context.hasIntermediateSession;
}

/** The address a code or link goes to; `null` when it is not known (R8.9). */
export function stepUpEmail(context: AuthContext): string | null {
  return context.stepUp?.emailAddress ?? context.emailAddress;
}

/** When something sent at `sentAt` may be sent again, in epoch milliseconds; `null` when at once. */
export function resendAt(context: AuthContext, sentAt: number | null): number | null {
  return isCool(context, sentAt) || sentAt === null ? null : sentAt + RESEND_COOLDOWN;
}

/** The listed organization whose slug or name was typed, if any. */
export function listedByTyping(context: AuthContext, name: string): Organization | null {
  const typed = typedOrganization(name);
  return typed === null ? null : (findBySlug(context.organizations, typed.slug) ?? null);
}

/**
 * The existing organization a remembered choice stands for, once the list is known: the choice itself, or
 * the listed one whose slug was typed; `null` for nothing chosen, or for one that must be created.
 */
export function chosenExisting(context: AuthContext, answer: Discovered): Organization | null {
  const chosen = context.selectedOrganization;
  if (chosen === null || !isTyped(chosen)) return chosen;
  return findBySlug(answer.discovery.organizations, chosen.slug) ?? null;
}

function isUnusable({ callback }: AuthContext): boolean {
  return callback === 'denied' || callback === 'no_token' || callback === 'unknown_type';
}

function keepsIntermediate(answer: ActorResult): boolean {
  return answer.kind === 'failed' && answer.reason !== 'intermediate';
}

function isFresh(context: AuthContext, sentAt: number | null): boolean {
  return sentAt !== null && context.now() < sentAt + INTERMEDIATE_SESSION_LIFETIME;
}

/** A time in the future is a clock that was set back: it must not block anybody. */
function isCool(context: AuthContext, sentAt: number | null): boolean {
  const now = context.now();
  return sentAt === null || now >= sentAt + RESEND_COOLDOWN || now < sentAt;
}
