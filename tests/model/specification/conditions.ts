import type { AnyEventObject } from 'xstate';
import type {
  ActorResult,
  AuthContext,
  IdentifiedResult,
  SignedInSession,
} from '#machines/auth/auth.types.ts';
import { isSameEmail } from '#machines/rules/email.ts';
import {
  creationProblem,
  findListed,
  isTyped,
  typedOrganization,
} from '#machines/rules/organization.ts';

/** A tab at the moment of a step. `event` is the machine's event, with the result of a call as `output`. */
export interface Moment {
  readonly context: AuthContext;
  readonly event: AnyEventObject;
  readonly now: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** R8.16: a code and a link can be sent again after this time. */
const COOLDOWN = 30 * SECOND;
/** R8.20: how long a code is valid. */
const CODE_LIFETIME = 10 * MINUTE;

/** The result of the call of the step. */
export function resultOf({ event }: Moment): ActorResult {
  return event.output;
}

/** The address that an e-mail for step-up goes to (R8.9). */
export function addressOf({ context }: Moment): string | null {
  return context.stepUp?.emailAddress ?? context.emailAddress;
}

/** The person whose session or unfinished sign-in the tab shows; `null` when the address is unknown. */
export function personOf({ session, emailAddress }: AuthContext): string | null {
  return session ? session.emailAddress : emailAddress;
}

/** The existing organization that a list leads to without a further choice (R5.3, R6.9, R9.6). */
export function chosenExisting({ context, event }: Moment) {
  const result: ActorResult = event.output;
  if (result.kind !== 'discovered') return null;
  const { organizations } = result.discovery;
  const chosen = context.selectedOrganization;
  const listed = organizations.find(({ id }) => id === result.requestedFor) ?? null;
  // R5.14: the next person may have loaded the link again.
  const requested = context.isPersonUnknown ? null : listed;
  if (!chosen) return requested;
  return isTyped(chosen) ? (findListed(organizations, chosen) ?? requested) : chosen;
}

/** The listed organization whose name or slug was typed (R6.9). */
export function listedAsTyped({ context, event }: Moment) {
  const typed = typedOrganization(event.name);
  return typed ? (findListed(context.organizations, typed) ?? null) : null;
}

/** Why the typed name cannot be created (R7.9); `null` when it can. */
export function problemOf({ context, event }: Moment) {
  const typed = typedOrganization(event.name);
  return typed && creationProblem(typed, context.project);
}

/** Whether somebody has answered Google, or opened a link, in this tab. */
export function isAnswerOfPerson(callback: AuthContext['callback']): boolean {
  return callback === 'discovery_oauth' || callback === 'oauth' || callback === 'magic_link';
}

/** R22.11: until a response tells who has answered, or the tab that has the link has a session. */
export function isUnknown({ callback, isPersonUnknown }: AuthContext): boolean {
  return isPersonUnknown || callback === 'handed_off' || isAnswerOfPerson(callback);
}

/** Whether the question of a tab is not about its own person. */
export function isAboutAnother(moment: Moment): boolean {
  const [own, other] = [personOf(moment.context), nameOfOther(moment)];
  return own === null || other === null || !isSameEmail(own, other);
}

function isShowingSignIn(context: AuthContext): boolean {
  const { session, emailAddress, intermediateDigest, organizations, stepUp, secondFactor } =
    context;
  const parts = [session, emailAddress, intermediateDigest, stepUp, secondFactor];
  return organizations.length > 0 || parts.some((part) => part !== null);
}

/** Whether the tab may not go on with a session that it did not start itself without asking by name. */
function isSessionOfAnother(context: AuthContext, session: SignedInSession, isConfirmed: boolean) {
  // R22.4: no person of this browser signed in to it or confirmed it.
  if (!isConfirmed) return true;
  // R22.11: an answer of Google or a link waits in the address of this tab, or its person is unknown.
  const isHandedOff = context.callback === 'handed_off';
  if ((context.callback !== null && !isHandedOff) || context.isPersonUnknown) return true;
  // R22.1: a support person is not the member.
  if (context.session !== null && context.session.impersonated !== session.impersonated)
    return true;
  const { pendingIdentity: asked } = context;
  // R22.4: the unconfirmed session is confirmed now, in another tab. Anything else is no answer.
  if (asked !== null && asked.kind !== 'authenticated') return true;
  if (asked !== null && asked.session.sessionId !== session.sessionId) return true;
  // R22.11: that it is known in this browser was no reason not to ask in this tab.
  if (asked?.kind === 'authenticated' && asked.isConfirmed) return true;
  if (!isShowingSignIn(context)) return false;
  const person = personOf(context);
  if (person !== null && session.emailAddress !== null)
    return !isSameEmail(person, session.emailAddress);
  // R22.9: an unknown address is the same person only in the same session.
  return session.memberId !== context.session?.memberId;
}

/** Whether a result of a call is another person's than the tab's (R22.1). */
function isResultOfAnother({ context, event }: Moment): boolean {
  const result: ActorResult = event.output;
  const person = personOf(context);
  if (result.kind === 'refreshed')
    return isSessionOfAnother(context, result.session, result.isConfirmed);
  if (result.kind === 'discovered') {
    const isOtherSignIn = result.intermediateDigest !== context.intermediateDigest;
    const { emailAddress } = result.discovery;
    // R22.11: it is no response to the answer of the person who is unknown.
    if (context.isPersonUnknown && context.callback === null) return true;
    // R22.4: a cookie alone led to it.
    if (result.isConfirmed === false && isOtherSignIn) return true;
    // R22.3: a link that was not requested here for this address.
    if (!isShowingSignIn(context))
      return context.callback === 'magic_link' && result.requestedHere !== true;
    if (person === null || emailAddress === null) return isOtherSignIn;
    return !isSameEmail(person, emailAddress);
  }
  const named = nameIn(result);
  if (named === undefined) return false;
  // R4.11: the account that is signed in at Google is not the last member's of this browser.
  if (!isShowingSignIn(context) && 'isAnotherMember' in result) return true;
  // R5.14, R22.11: nor is it known whose answer the tab waits for.
  if (context.callback === 'oauth' && context.isPersonUnknown) return true;
  if (!isShowingSignIn(context)) return false;
  // R22.2, R22.9: a call of a tab without a callback was sent with the tab's own sign-in only.
  if (person === null || named === null) return context.callback !== null;
  return !isSameEmail(person, named);
}

/** The address in a session, or in a step that leads to one; `undefined` in any other result. */
function nameIn(result: ActorResult): string | null | undefined {
  if (result.kind === 'authenticated') return result.session.emailAddress;
  if (result.kind === 'primary_required') return result.stepUp.emailAddress;
  if (result.kind === 'mfa_required') return result.secondFactor.emailAddress;
  return undefined;
}

function nameOfOther({ context: { pendingIdentity } }: Moment): string | null {
  if (pendingIdentity?.kind === 'discovered') return pendingIdentity.discovery.emailAddress;
  return (pendingIdentity && nameIn(pendingIdentity)) ?? null;
}

/** The words that tell of which kind a result is. */
export const resultKinds = {
  'a session is granted': 'authenticated',
  'e-mail to verify': 'primary_required',
  'factor to verify': 'mfa_required',
  'a list': 'discovered',
  'handed off': 'handed_off',
  sent: 'sent',
  'an enrolment starts': 'enrolling',
  refreshed: 'refreshed',
  deferred: 'deferred',
  unavailable: 'unavailable',
} as const satisfies Record<string, ActorResult['kind']>;

const isFailure = (reason: string) => (moment: Moment) => {
  const result = resultOf(moment);
  return result.kind === 'failed' && result.reason === reason;
};

const otherIs =
  (kind: IdentifiedResult['kind']) =>
  ({ context }: Moment) =>
    context.pendingIdentity?.kind === kind;

/** Only the result of a link tells whether this browser requested it. */
const isOfLink = (result: ActorResult) =>
  result.kind === 'discovered' && result.requestedHere !== undefined;

const isHeld =
  (type: string) =>
  ({ context }: Moment) =>
    context.heldRequests.some((held) => held.type === type);

const mayBeSent = (sentAt: number | null, now: number) =>
  // A time in the future was written by another clock: it delays nothing.
  sentAt === null || now - sentAt >= COOLDOWN || sentAt > now;

const isValid = (sentAt: number | null, now: number) =>
  sentAt !== null && now - sentAt < CODE_LIFETIME;

const isAllowed = ({ context: { stepUp } }: Moment, method: 'email_otp' | 'magic_link') =>
  stepUp?.allowedAuthMethods.includes(method) === true;

/** The words of the column "If". */
export const conditions: Readonly<Record<string, (moment: Moment) => boolean>> = {
  // What the tab knows
  // R22.12: the person's own sign-out ends the sign-in of this tab as well.
  'a known person who is not the other': (moment) =>
    !isUnknown(moment.context) && isAboutAnother(moment),
  'a question is open': ({ context }) => context.pendingIdentity !== null,
  'a session': ({ context }) => context.session !== null,
  'no session': ({ context }) => context.session === null,
  'a callback': ({ context }) => context.callback !== null,
  'Google has answered': ({ context }) => context.callback === 'discovery_oauth',
  'a callback that cannot be used': ({ context: { callback } }) =>
    callback !== null && ['denied', 'no_token', 'unknown_type'].includes(callback),
  'a link of another browser': ({ context }) =>
    context.callback === 'magic_link' && !context.linkWasRequestedHere,
  'a session cookie': ({ context }) => context.hasSessionCookie,
  'an intermediate cookie': ({ context }) => context.hasIntermediateCookie,
  'an intermediate session': ({ context }) => context.hasIntermediateSession,
  'no list': ({ context }) => context.organizations.length === 0,
  'a list or an intermediate session': ({ context }) => canSelect(context),
  'a step-up': ({ context }) => context.stepUp !== null,
  'a second factor': ({ context }) => context.secondFactor !== null,
  'a list or a second factor': ({ context }) =>
    context.organizations.length > 0 || context.secondFactor !== null,
  // Somebody without an organization has an intermediate session and can create one.
  'a list or second factor or intermediate session': ({ context }) =>
    canSelect(context) || context.secondFactor !== null,
  'an organization is chosen': ({ context }) => context.selectedOrganization !== null,
  'the last organization is offered': ({ context }) =>
    context.lastOrganization !== null && context.selectedOrganization === null,
  'a sentence is shown': ({ context }) => context.notice !== null,
  'warned of its end': ({ context }) => context.expiryWarned,
  'not warned of its end': ({ context }) => !context.expiryWarned,

  // The result of a call
  ...Object.fromEntries(
    Object.entries(resultKinds).map(([word, kind]) => [
      word,
      (moment: Moment) => resultOf(moment).kind === kind,
    ]),
  ),
  'the session is over': isFailure('session'),
  'the intermediate session is over': isFailure('intermediate'),
  'of a link': (moment) => isOfLink(resultOf(moment)),
  'the chosen organization exists': (moment) => chosenExisting(moment) !== null,

  // Another person
  'another person': isResultOfAnother,
  'another person resumed': (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'authenticated') return isResultOfAnother(moment);
    const isConfirmed = result.session.sessionId === moment.context.confirmedSessionId;
    return isSessionOfAnother(moment.context, result.session, isConfirmed);
  },
  'another person found': ({ context, event }) => isSessionOfAnother(context, event.session, true),
  'the other has a session': otherIs('authenticated'),
  'the other must verify the e-mail': otherIs('primary_required'),
  'the other must verify a factor': otherIs('mfa_required'),
  'the other has a list': otherIs('discovered'),
  'the other opened a link': ({ context }) =>
    context.pendingIdentity !== null && isOfLink(context.pendingIdentity),
  'the other is named': (moment) => nameOfOther(moment) !== null,

  // What was typed
  'a listed one is typed': (moment) => listedAsTyped(moment) !== null,
  'a name is typed': ({ event }) => event.name.trim() !== '',
  'it cannot be created': (moment) => problemOf(moment) !== null,
  'organizations may be created': ({ context }) => context.project.createOrganizationEnabled,
  'no organization may be created': ({ context }) => !context.project.createOrganizationEnabled,
  'not blank': ({ event }) => (event.code ?? event.recoveryCode).trim() !== '',

  // Verification
  'this address': (moment) => {
    const own = addressOf(moment);
    return own !== null && isSameEmail(own, moment.event.emailAddress);
  },
  'no address': (moment) => addressOf(moment) === null,
  'no code allowed': (moment) => !isAllowed(moment, 'email_otp'),
  'no link allowed': (moment) => !isAllowed(moment, 'magic_link'),
  'a code is valid': ({ context, now }) => isValid(context.codeSentAt, now),
  'a link is valid': ({ context, now }) => isValid(context.linkSentAt, now),
  'a code may be sent': ({ context, now }) => mayBeSent(context.codeSentAt, now),
  'a link may be sent': ({ context, now }) => mayBeSent(context.linkSentAt, now),
  'a way to return': ({ context }) => context.returnTo !== null && context.session === null,
  'no factor is offered': ({ context }) => context.secondFactor?.factor === 'unsupported',
  'a factor is to be set up': ({ context }) => context.secondFactor?.factor === 'enrolment',

  // Signed in
  'a list is held': isHeld('organization.list'),
  'a switch is held': isHeld('organization.switch'),
  'a renewal is held': isHeld('session.extend'),
  'another session': ({ context, event }) =>
    event.session.memberId !== context.session?.memberId ||
    event.session.organization.id !== context.session?.organization.id,
  'a new organization may be created': ({ context: { project, session } }) =>
    project.createOrganizationEnabled && session !== null && !session.impersonated,
  'to create an organization': ({ context }) => context.signOutReason === 'creation',
  'the session is missing': ({ event }) => !event.hasSession,
  'a refresh is overdue': ({ context, now }) => now - context.refreshedAt >= 3 * MINUTE,
  'the end is near': ({ context, now }) =>
    context.session !== null && context.session.expiresAt - now <= 5 * MINUTE,
  renewing: ({ context }) => context.refreshMode === 'extend',
  // R11.19: of an outage, and not by a clock by which it had ended at its last refresh.
  'the session has ended': ({ context: { session, connection, refreshedAt }, now }) =>
    session !== null &&
    connection === 'down' &&
    session.expiresAt <= now &&
    session.expiresAt > refreshedAt,
};

/** Whether the selection screen can be used (R6.1). */
export function canSelect({ organizations, hasIntermediateSession }: AuthContext): boolean {
  return organizations.length > 0 || hasIntermediateSession;
}
