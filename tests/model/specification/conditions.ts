import type { ActorResult, AuthContext } from '#machines/auth/auth.types.ts';
import { isSameEmail } from '#machines/rules/email.ts';
import {
  creationProblem,
  findListed,
  isTyped,
  typedOrganization,
} from '#machines/rules/organization.ts';
import { MINUTE, type Moment, personEmail, resultOf, SECOND } from './context.ts';
import { secondFactorConditions } from './second-factor/second-factor.ts';

/** R8.16: a code and a link can be sent again after this time. */
const COOLDOWN = 30 * SECOND;
/** R8.20: how long a code is valid. */
const CODE_LIFETIME = 10 * MINUTE;

/** The address that an e-mail for step-up goes to (R8.9). */
export function stepUpEmail({ context }: Moment): string | null {
  return context.stepUp?.emailAddress ?? context.emailAddress;
}

/** The existing organization that a list leads to without a further choice (R5.3, R6.9, R9.6). */
export function chosenExisting({ context, event }: Moment) {
  const result: ActorResult = event.output;
  if (result.kind !== 'discovered') return null;
  const { organizations } = result.discovery;
  const chosen = context.selectedOrganization;
  const requested = organizations.find(({ id }) => id === result.requestedFor) ?? null;
  if (!chosen) return requested;
  return isTyped(chosen) ? (findListed(organizations, chosen) ?? requested) : chosen;
}

/** The listed organization whose name or slug was typed (R6.9). */
export function listedAsTyped({ context, event }: Moment) {
  const typed = typedOrganization(event.name);
  return typed ? (findListed(listOf(context), typed) ?? null) : null;
}

/** Why the typed name cannot be used (R7.9); `null` when it is the name of a listed organization, or can be created. */
export function creationProblemOf(moment: Moment) {
  const typed = typedOrganization(moment.event.name);
  if (typed === null || listedAsTyped(moment) !== null) return null;
  return creationProblem(typed, moment.context.project);
}

/** The address that a result or a found session names; `null` when it names nobody. */
export function namedBy({ event }: Moment): string | null {
  if (event.type === 'session.found') return event.session.emailAddress;
  const result: ActorResult = event.output;
  if (result.kind === 'authenticated' || result.kind === 'refreshed')
    return result.session.emailAddress;
  if (result.kind === 'primary_required') return result.stepUp.emailAddress;
  if ('secondFactor' in result) return result.secondFactor.emailAddress;
  return result.kind === 'discovered' ? result.discovery.emailAddress : null;
}

/** Whether somebody else than the tab shows, or has shown last, is here now (R22.3). Both must be known by address. */
export function isOfAnother(moment: Moment): boolean {
  const shown = personEmail(moment.context) ?? moment.context.lastShownEmail;
  const named = namedBy(moment);
  return shown !== null && named !== null && !isSameEmail(shown, named);
}

/** The words that name the kind of a result. */
const resultKinds = {
  'a session is granted': 'authenticated',
  'e-mail to verify': 'primary_required',
  'a list': 'discovered',
  sent: 'sent',
  refreshed: 'refreshed',
} as const satisfies Record<string, ActorResult['kind']>;

const isFailure = (reason: string) => (moment: Moment) => {
  const result = resultOf(moment);
  return result.kind === 'failed' && result.reason === reason;
};

/** Only the result of a link tells whether this browser requested it. */
const isOfLink = (result: ActorResult) => result.kind === 'discovered' && result.link !== undefined;

const mayBeSent = (sentAt: number | undefined, now: number) =>
  // A time in the future was written by another clock: it delays nothing.
  sentAt === undefined || now - sentAt >= COOLDOWN || sentAt > now;

const isValid = (sentAt: number | undefined, now: number) =>
  sentAt !== undefined && now - sentAt < CODE_LIFETIME;

const isAllowed = ({ context: { stepUp } }: Moment, method: 'email_otp' | 'magic_link') =>
  stepUp?.allowedAuthMethods.includes(method) === true;

const isEnding = ({ context: { session }, now }: Moment) =>
  session !== null && session.expiresAt - now <= 5 * MINUTE;

/** The words of the column "If". */
export const conditions: Readonly<Record<string, (moment: Moment) => boolean>> = {
  ...secondFactorConditions,
  // What the tab knows
  'a session': ({ context }) => context.session !== null,
  'a callback': ({ context }) => context.callback !== null,
  'a callback that cannot be used': ({ context: { callback } }) =>
    callback !== null &&
    ['denied', 'provider_error', 'no_token', 'unknown_type'].includes(callback),
  'a callback into an organization': ({ context: { callback } }) =>
    callback === 'organization_link' || callback === 'foreign_sso',
  'a link of another browser': ({ context }) => context.callback === 'foreign_link',
  'a session cookie': ({ context }) => context.hasSessionCookie,
  'an intermediate cookie': ({ context }) => context.hasIntermediateCookie,
  'an intermediate session': ({ context }) => context.intermediate !== null,
  // R6.24: a list that was not read, or is lost, is not an empty one.
  'a known list': ({ context }) => context.organizations !== null,
  'an unknown list': ({ context }) => context.organizations === null,
  // R6.1: the selection screen can be used.
  'a list or an intermediate session': ({ context }) =>
    listOf(context).length > 0 || context.intermediate !== null,
  // R22.1: whose it is, only the provider can say.
  'no cookie of an unknown one': ({ context }) =>
    context.intermediate !== null || !context.hasIntermediateCookie,
  'a step-up': ({ context }) => context.stepUp !== null,
  'no organization is chosen': ({ context }) => context.selectedOrganization === null,
  'it is listed': ({ context, event }) => listOf(context).some(({ id }) => id === event.id),
  'an organization is chosen': ({ context }) => context.selectedOrganization !== null,
  'the last organization is offered': ({ context }) =>
    context.lastOrganization !== null && context.selectedOrganization === null,
  'a sentence is shown': ({ context }) => context.notice !== null,
  'the person was told of': ({ context }) => context.personNotice !== null,
  'warned of its end': ({ context }) => context.intermediate?.isWarned === true,

  // The result of a call
  ...Object.fromEntries(
    Object.entries(resultKinds).map(([word, kind]) => [
      word,
      (moment: Moment) => resultOf(moment).kind === kind,
    ]),
  ),
  'it has failed': (moment) => ['failed', 'incomplete'].includes(resultOf(moment).kind),
  'the session is over': isFailure('session'),
  'the intermediate session is over': isFailure('intermediate'),
  'of a link': (moment) => isOfLink(resultOf(moment)),
  'not of a link': (moment) => !isOfLink(resultOf(moment)),
  // R22.2: a link that was not requested here leads to the list.
  'not of a foreign link': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'discovered' && result.link !== 'foreign';
  },
  'the chosen organization exists': (moment) => chosenExisting(moment) !== null,

  // Another person
  'of this member': (moment) => {
    const result = resultOf(moment);
    const { session } = moment.context;
    return (
      result.kind === 'refreshed' &&
      result.session.memberId === session?.memberId &&
      result.session.organization.id === session.organization.id
    );
  },
  'of this person': (moment) => !isOfAnother(moment),
  'nobody is told of': (moment) => moment.context.personNotice === null && !isOfAnother(moment),

  // What was typed
  'a listed one is typed': (moment) => listedAsTyped(moment) !== null,
  'a name is typed': ({ event }) => event.name.trim() !== '',
  'it cannot be used': (moment) => creationProblemOf(moment) !== null,
  'organizations may be created': ({ context }) => context.project.createOrganizationEnabled,
  'not blank': ({ event }) => event.code.trim() !== '',

  // Verification
  'no address': (moment) => stepUpEmail(moment) === null,
  'a code is allowed': (moment) => isAllowed(moment, 'email_otp'),
  'a link is allowed': (moment) => isAllowed(moment, 'magic_link'),
  'a code is valid': ({ context, now }) => isValid(context.sent.code?.at, now),
  'a link is valid': ({ context, now }) => isValid(context.sent.link?.at, now),
  'a code may be sent': ({ context, now }) => mayBeSent(context.sent.code?.at, now),
  'a link may be sent': ({ context, now }) => mayBeSent(context.sent.link?.at, now),

  // Signed in
  'another session': ({ context, event }) =>
    event.session.memberId !== context.session?.memberId ||
    event.session.organization.id !== context.session?.organization.id,
  'a new organization may be created': ({ context: { project, session } }) =>
    project.createOrganizationEnabled && session !== null && !session.impersonated,
  'to use a link': ({ context }) => context.signOutReason === 'link',
  'to create an organization': ({ context }) => context.signOutReason === 'creation',
  'the session is missing': ({ event }) => !event.hasSession,
  'a refresh is overdue': ({ context, now }) => now - context.refresh.confirmedAt >= 3 * MINUTE,
  'the end is near': isEnding,
  'the end is not near': (moment) => !isEnding(moment),
  // R11.6: another tab that refreshes is no outage, unless it waits for longer, or this tab has failed before.
  'the provider is away': (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'deferred') return true;
    return result.retryInMs > 2 * SECOND || moment.context.refresh.reconnecting;
  },
  // R11.19: the session has ended by the clock, but had not at its last refresh.
  'the session has ended': ({ context: { session, refresh }, now }) =>
    session !== null && session.expiresAt <= now && session.expiresAt > refresh.confirmedAt,
};

const listOf = ({ organizations }: AuthContext) => organizations ?? [];
