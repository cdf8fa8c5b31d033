import type { AnyEventObject } from 'xstate';
import type {
  ActorResult,
  AuthContext,
  HeldRequest,
  SignedInSession,
} from '#machines/auth/auth.types.ts';
import { isSameEmail } from '#machines/rules/email.ts';
import { isTyped, typedOrganization } from '#machines/rules/organization.ts';
import {
  addressOf,
  chosenExisting,
  isAboutAnother,
  isUnknown,
  listedAsTyped,
  type Moment,
  personOf,
  resultOf,
} from './conditions.ts';
import { FORGOTTEN_INTERMEDIATE } from './sentences.ts';

export type Change = Partial<AuthContext>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What a tab keeps of an unfinished sign-in (R13.1, R13.2), when there is none. */
const NO_SIGN_IN = {
  emailAddress: null,
  organizations: [],
  hasIntermediateSession: false,
  intermediateExpiresAt: null,
  intermediateDigest: null,
  selectedOrganization: null,
  stepUp: null,
  secondFactor: null,
  codeSentAt: null,
  linkSentAt: null,
} as const satisfies Change;

/** A tab that shows no person. Only the last organization, the settings, and what the page found at its start stay. */
export const NO_PERSON = {
  ...NO_SIGN_IN,
  session: null,
  pendingIdentity: null,
  memberships: null,
  returnTo: null,
  switchTo: null,
  heldRequests: [],
  typedName: '',
  enrolment: null,
  refreshedAt: 0,
  refreshAttempt: 0,
  retryInMs: 0,
  connection: 'up',
  refreshMode: 'scheduled',
  expiryWarned: false,
  signOutReason: 'requested',
  callback: null,
  isPersonUnknown: false,
  notice: null,
  codeRejections: 0,
} as const satisfies Change;

/** R22.11: who is in this tab is known from now on. */
const TOLD = { callback: null, isPersonUnknown: false } as const satisfies Change;

const NO_COOKIES = { hasSessionCookie: false, hasIntermediateCookie: false } as const;
const FORGOTTEN = { ...NO_PERSON, ...NO_COOKIES } as const;
const RESET = {
  stepUp: null,
  secondFactor: null,
  selectedOrganization: null,
  codeSentAt: null,
  linkSentAt: null,
  returnTo: null,
  memberships: null,
} as const satisfies Change;

const isNearEnd = ({ expiresAt }: SignedInSession, at: number) => expiresAt - at <= 5 * MINUTE;

/** R7.4, R11.11: a session starts with a cleared sign-in, and is warned of only when its end is near. */
function sessionFrom(session: SignedInSession, at: number): Change {
  return { ...FORGOTTEN, session, refreshedAt: at, expiryWarned: isNearEnd(session, at) };
}

/** R13.8: an intermediate session lives for ten minutes. */
function newIntermediate(at: number, intermediateDigest: string | null): Change {
  return {
    hasIntermediateSession: true,
    hasIntermediateCookie: true,
    intermediateExpiresAt: at + 10 * MINUTE,
    intermediateDigest,
    expiryWarned: false,
  };
}

function listFrom(context: AuthContext, result: ActorResult): Change {
  if (result.kind !== 'discovered') return {};
  const { organizations, emailAddress } = result.discovery;
  return {
    ...newIntermediate(result.at, result.intermediateDigest),
    organizations,
    // A list without an address belongs to the person that the tab knows already.
    emailAddress: emailAddress ?? context.emailAddress,
    ...TOLD,
  };
}

/** The step that an outcome requires (R7.5, R7.6). A required step keeps its intermediate session's end (R13.8). */
function stepFrom(context: AuthContext, result: ActorResult): Change {
  if (result.kind !== 'primary_required' && result.kind !== 'mfa_required') return {};
  const { at, intermediateDigest } = result;
  const { intermediateExpiresAt: end, expiryWarned } = context;
  const isSame = intermediateDigest === context.intermediateDigest && end !== null && end > at;
  const kept = isSame ? { intermediateExpiresAt: end, expiryWarned } : {};
  const common = {
    ...(context.session === null ? TOLD : FORGOTTEN),
    ...newIntermediate(at, intermediateDigest),
    ...kept,
  };
  if (result.kind === 'mfa_required') {
    const { secondFactor } = result;
    return {
      ...common,
      emailAddress: secondFactor.emailAddress ?? personOf(context),
      secondFactor,
      selectedOrganization: secondFactor.organization,
      stepUp: null,
    };
  }
  const emailAddress = result.stepUp.emailAddress ?? personOf(context);
  return {
    ...common,
    emailAddress,
    stepUp: { ...result.stepUp, emailAddress },
    // Otherwise a reload would return to the second factor (R10.7).
    secondFactor: null,
    selectedOrganization: result.stepUp.organization,
  };
}

/** R22.1: the other sign-in waits. Of a member only the address and the organization stay, to compare and to name. */
function heldQuestion(context: AuthContext, result: ActorResult): Change {
  if (!('at' in result) || result.kind === 'sent') return {};
  const isConfirmed = result.kind === 'refreshed' && result.isConfirmed;
  const pendingIdentity =
    'session' in result ? ({ ...result, kind: 'authenticated', isConfirmed } as const) : result;
  const kept =
    context.session === null
      ? { callback: null }
      : { ...FORGOTTEN, selectedOrganization: context.session.organization };
  // R22.11: of an answer, too, that is another person's.
  const isPersonUnknown = isUnknown(context) || context.session?.impersonated === true;
  return { ...kept, isPersonUnknown, emailAddress: personOf(context), pendingIdentity };
}

/** R11.4: 2 seconds doubled per attempt, the count capped at 7, with a jitter of about 175 ms. */
function backoff({ refreshAttempt, random }: AuthContext): number {
  const jitter = Math.floor(random() * 350) - 175;
  return 2 * SECOND * 2 ** Math.min(refreshAttempt + 1, 7) + jitter;
}

function failedAttempt(context: AuthContext, retryInMs: number): Change {
  return {
    refreshAttempt: context.refreshAttempt + 1,
    retryInMs,
    connection: 'down',
    refreshMode: 'scheduled',
  };
}

const drop = (context: AuthContext, type: HeldRequest['type']): Change => ({
  heldRequests: context.heldRequests.filter((held) => held.type !== type),
});

/** The newest request of the organization menu is held, and the newest renewal (R11.11, R11.13). */
function held(context: AuthContext, { type, id }: AnyEventObject): Change {
  const request: HeldRequest =
    type === 'organization.switch'
      ? { type, id }
      : { type: type === 'session.extend' ? type : 'organization.list' };
  const isOfMenu = (each: HeldRequest) => each.type !== 'session.extend';
  const others = context.heldRequests.filter((each) => isOfMenu(each) !== isOfMenu(request));
  return { heldRequests: [...others, request] };
}

/** The changes of the context among the words of the column "Does". */
export const changes: Readonly<Record<string, (moment: Moment) => Change>> = {
  'forget everything': () => FORGOTTEN,
  // R6.19: the organization is created after the next sign-in.
  'forget everything but the name to create': ({ context: { typedName } }) => ({
    ...FORGOTTEN,
    selectedOrganization: typedOrganization(typedName),
  }),
  // R22.11: what another tab does tells nothing about the person of this one.
  'forget everything but an unknown person': ({ context }) => ({
    ...FORGOTTEN,
    isPersonUnknown: isUnknown(context),
  }),
  // R22.5: what ends somebody else's session tells nothing, either.
  'forget everything, and who is here unless it was their session': (moment) => ({
    ...FORGOTTEN,
    isPersonUnknown: isUnknown(moment.context) || isAboutAnother(moment),
  }),
  // R12.1: whoever impersonates a member is not the member.
  'forget everything, and who is here after an impersonation': ({ context: { session } }) => ({
    ...FORGOTTEN,
    isPersonUnknown: session?.impersonated === true,
  }),
  'forget the steps': ({ context }) => ({
    stepUp: null,
    secondFactor: null,
    callback: null,
    isPersonUnknown: isUnknown(context),
    returnTo: null,
    memberships: null,
  }),
  'forget the callback': () => ({ callback: null }),
  'forget the intermediate session': () => FORGOTTEN_INTERMEDIATE,
  'forget the enrolment': () => ({ enrolment: null }),
  'forget the choice': () => ({ selectedOrganization: null }),
  'forget the last organization': () => ({ lastOrganization: null }),
  'forget the code': () => ({ codeSentAt: null }),
  // R22.13: a typed organization would be created for the next person. After a rejection the person is the same.
  'forget the person': ({ context: { selectedOrganization: chosen }, event }) => ({
    emailAddress: null,
    intermediateDigest: null,
    selectedOrganization:
      chosen && isTyped(chosen) && event.type !== 'identity.reject' ? null : chosen,
  }),
  'reset the verification': () => RESET,
  'keep the settings': ({ event }) => ({ project: event.project }),

  // Choosing
  'keep the list': (moment) => listFrom(moment.context, resultOf(moment)),
  choose: ({ event }) => ({ selectedOrganization: event.organization }),
  'choose the existing one': (moment) => ({ selectedOrganization: chosenExisting(moment) }),
  'choose the listed one': (moment) => ({ selectedOrganization: listedAsTyped(moment) }),
  'choose the typed one': ({ event }) => ({ selectedOrganization: typedOrganization(event.name) }),
  'keep the typed name': ({ event }) => ({ typedName: event.name }),
  'empty the field': () => ({ typedName: '' }),
  'return the name to its field': ({ context: { selectedOrganization, typedName } }) => ({
    typedName: selectedOrganization?.name ?? typedName,
    selectedOrganization: null,
  }),
  'warn of the end': () => ({ expiryWarned: true }),

  // Another person
  'hold the question': (moment) => heldQuestion(moment.context, resultOf(moment)),
  'hold the found session': ({ context, event: { session }, now }) =>
    heldQuestion(context, { kind: 'refreshed', session, isConfirmed: true, at: now }),
  'close the question': () => ({ pendingIdentity: null, ...TOLD }),
  // R22.5: nothing of the own sign-in is left, and the login screen names nobody.
  'close the question, and not know who is here': () => ({
    pendingIdentity: null,
    callback: null,
    isPersonUnknown: true,
  }),
  'become the other': ({ context }) => {
    const { pendingIdentity: other } = context;
    if (other === null) return {};
    if (other.kind === 'authenticated') return sessionFrom(other.session, other.at);
    const forgotten = { ...context, ...FORGOTTEN };
    return { ...FORGOTTEN, ...listFrom(forgotten, other), ...stepFrom(forgotten, other) };
  },
  'keep only whose sign-in it was': ({ context: { emailAddress, intermediateDigest } }) => ({
    ...NO_SIGN_IN,
    emailAddress,
    intermediateDigest,
  }),
  'note whose link it was': (moment) => {
    const result = resultOf(moment);
    const { session, emailAddress, organizations, stepUp, secondFactor, intermediateDigest } =
      moment.context;
    const shown = session ?? emailAddress ?? intermediateDigest ?? stepUp ?? secondFactor;
    const isShown = shown !== null || organizations.length > 0;
    if (result.kind !== 'handed_off') return {};
    const unknown = { callback: null, isPersonUnknown: true };
    // R5.14: the next person may have loaded the link again.
    if (result.emailAddress === null || moment.context.isPersonUnknown) return unknown;
    const own = personOf(moment.context);
    const { emailAddress: ofLink } = result;
    if (isShown && (own === null || !isSameEmail(own, ofLink))) return unknown;
    // What goes on without the other tab tells who is here.
    const goesOn = organizations.length > 0 || stepUp !== null || secondFactor !== null;
    return goesOn ? TOLD : { emailAddress: ofLink, callback: 'handed_off', isPersonUnknown: false };
  },

  // Verification
  'ask to verify the e-mail': (moment) => stepFrom(moment.context, resultOf(moment)),
  'ask for the factor': (moment) => stepFrom(moment.context, resultOf(moment)),
  "use the other tab's intermediate session": ({ event, now }) =>
    newIntermediate(now, event.intermediateDigest),
  'note when the code was sent': (moment) => sentAt(moment, 'codeSentAt'),
  'note when the link was sent': (moment) => sentAt(moment, 'linkSentAt'),
  // R11.25: the list of the menu stays beside it, for a return that fails.
  'ask to verify the e-mail with a way to return': stepWithReturn,
  'ask for the factor with a way to return': stepWithReturn,
  'choose the one that was left': ({ context: { returnTo, memberships } }) => ({
    ...RESET,
    selectedOrganization: returnTo,
    organizations: memberships ?? [],
  }),
  'count a refused code': ({ context }) => ({ codeRejections: context.codeRejections + 1 }),
  'show the enrolment': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'enrolling' ? { enrolment: result.enrolment } : {};
  },

  // The session
  'start the session': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'authenticated' ? sessionFrom(result.session, result.at) : {};
  },
  'start the found session': ({ event, now }) => sessionFrom(event.session, now),
  'hold the session': (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'authenticated') return {};
    return { session: result.session, organizations: [], ...FORGOTTEN_INTERMEDIATE };
  },
  'start the held session': ({ context: { session }, now }) =>
    session ? sessionFrom(session, now) : {},
  'update the session': ({ context, event: { session }, now }) => ({
    session,
    expiryWarned: context.expiryWarned && isNearEnd(session, now),
  }),
  'remember the organization': ({ context: { session } }) =>
    session === null || session.impersonated ? {} : { lastOrganization: session.organization },
  'sign out as requested': () => ({ signOutReason: 'requested' }),
  'sign out to create an organization': () => ({ signOutReason: 'creation' }),
  'sign out by stopping the impersonation': () => ({ signOutReason: 'impersonation_stopped' }),

  // The refresh
  'refresh at once': () => ({ refreshMode: 'urgent' }),
  'refresh to renew': () => ({ refreshMode: 'extend' }),
  'keep the refreshed session': (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'refreshed') return {};
    const { session, at } = result;
    // A time that another clock wrote counts as now.
    const isPlausible = at <= moment.now && at > moment.now - 3 * MINUTE;
    return {
      session,
      refreshedAt: isPlausible ? at : moment.now,
      refreshAttempt: 0,
      retryInMs: 0,
      connection: 'up',
      refreshMode: 'scheduled',
      expiryWarned: moment.context.expiryWarned && isNearEnd(session, at),
    };
  },
  'wait for the other tab': (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'deferred') return {};
    const { retryInMs } = result;
    // A longer wait than the usual one means that the other tab waits for a retry (R11.6).
    return { retryInMs, connection: retryInMs > 2 * SECOND ? 'down' : moment.context.connection };
  },
  'wait to retry as told': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'unavailable' ? failedAttempt(moment.context, result.retryInMs) : {};
  },
  'wait to retry': ({ context }) => failedAttempt(context, backoff(context)),

  // The organization menu
  'hold the request': ({ context, event }) => held(context, event),
  'drop the held list': ({ context }) => drop(context, 'organization.list'),
  'drop the held switch': ({ context }) => drop(context, 'organization.switch'),
  'drop the held renewal': ({ context }) => drop(context, 'session.extend'),
  'switch as asked': ({ event }) => ({ switchTo: event.id }),
  'switch as held': ({ context: { heldRequests } }) => ({
    switchTo: heldRequests.flatMap((each) => ('id' in each ? each.id : []))[0] ?? null,
  }),
  'list the memberships': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'discovered' ? { memberships: result.discovery.organizations } : {};
  },
};

function stepWithReturn(moment: Moment): Change {
  const { session, memberships } = moment.context;
  return {
    ...stepFrom(moment.context, resultOf(moment)),
    returnTo: session?.organization ?? null,
    memberships,
  };
}

function sentAt(moment: Moment, name: 'codeSentAt' | 'linkSentAt'): Change {
  const result = resultOf(moment);
  return result.kind === 'sent' && addressOf(moment) !== null ? { [name]: result.at } : {};
}
