import { type ModelStep, type PayloadCase, stepName } from '#statechart/explore/steps.ts';
import type { AuthActorContracts } from '../auth/auth.actors.ts';
import type { AuthEvent } from '../auth/auth.events.ts';
import type { RefreshResult, Sent, SignedInSession } from '../auth/auth.types.ts';
import { ORGANIZATION_NAME_MAX_LENGTH } from '../rules/limits.ts';
import {
  ACME,
  at,
  BIRCH,
  CONNECTION,
  DISCOVERY,
  DORAS_INTERMEDIATE,
  DORAS_SESSION,
  EMPTY_DISCOVERY,
  failed,
  incomplete,
  intermediateOver,
  list,
  listOfAnotherPerson,
  OTHER_SESSION,
  organizationOf,
  otherFailure,
  SESSION,
  SHORT_SESSION,
  sessionGranted,
  sessionOfAnotherPerson,
  signedInAs,
  stepUpFor,
  stepUpRequired,
  TYPED_IN_STEP_UP,
  timedOut,
  UNKNOWN_DISCOVERY,
  verify,
} from './fixtures.ts';
import * as secondFactor from './second-factor-cases.ts';
import { withAbsoluteTimes } from './with-absolute-times.ts';

type EventOf<Type extends AuthEvent['type']> = Extract<AuthEvent, { type: Type }>;

const TOO_LONG_NAME = 'x'.repeat(ORGANIZATION_NAME_MAX_LENGTH + 1);

/**
 * The payloads of every event of the machine, at least one for each guard branch. An event without a case does
 * not compile. Times are relative (`withAbsoluteTimes`).
 */
export const eventCases: {
  readonly [Type in AuthEvent['type']]: readonly PayloadCase<EventOf<Type>>[];
} = {
  'google.start': [{ name: 'pressed', value: { type: 'google.start' } }],
  'google.chooseAccount': [{ name: 'pressed', value: { type: 'google.chooseAccount' } }],
  'organization.choose': [
    { name: 'listed', value: { type: 'organization.choose', organization: organizationOf(ACME) } },
  ],
  'organization.type': [{ name: 'pressed', value: { type: 'organization.type' } }],
  'organization.submit': [
    { name: 'listed', value: { type: 'organization.submit', name: ' Acme ' } },
    { name: 'new', value: { type: 'organization.submit', name: 'New Team' } },
    { name: 'without a letter', value: { type: 'organization.submit', name: '!' } },
    { name: 'too long', value: { type: 'organization.submit', name: TOO_LONG_NAME } },
    { name: 'blank', value: { type: 'organization.submit', name: '   ' } },
  ],
  'organization.cancel': [{ name: 'pressed', value: { type: 'organization.cancel' } }],
  'organization.continue': [{ name: 'pressed', value: { type: 'organization.continue' } }],
  'organization.forgetLast': [{ name: 'pressed', value: { type: 'organization.forgetLast' } }],
  'organization.forget': [{ name: 'pressed', value: { type: 'organization.forget' } }],
  'organization.chooseDifferent': [
    { name: 'pressed', value: { type: 'organization.chooseDifferent' } },
  ],
  'organization.list': [{ name: 'opened', value: { type: 'organization.list' } }],
  'organization.create': [
    { name: 'new', value: { type: 'organization.create', name: 'New Team' } },
    { name: 'too long', value: { type: 'organization.create', name: TOO_LONG_NAME } },
    { name: 'blank', value: { type: 'organization.create', name: ' ' } },
  ],
  'organization.switch': [{ name: 'other', value: { type: 'organization.switch', id: BIRCH.id } }],
  back: [{ name: 'pressed', value: { type: 'back' } }],
  'code.send': [{ name: 'pressed', value: { type: 'code.send' } }],
  'code.verify': [
    { name: 'six digits', value: { type: 'code.verify', code: ` ${TYPED_IN_STEP_UP.emailCode} ` } },
    { name: 'blank', value: { type: 'code.verify', code: ' ' } },
  ],
  'link.send': [{ name: 'pressed', value: { type: 'link.send' } }],
  'sso.start': [{ name: 'pressed', value: { type: 'sso.start', connectionId: CONNECTION.id } }],
  'link.confirm': [{ name: 'pressed', value: { type: 'link.confirm' } }],
  ...secondFactor.eventCases,
  'session.extend': [{ name: 'pressed', value: { type: 'session.extend' } }],
  signOut: [{ name: 'pressed', value: { type: 'signOut' } }],
  'impersonation.stop': [{ name: 'pressed', value: { type: 'impersonation.stop' } }],
  'notice.dismiss': [{ name: 'pressed', value: { type: 'notice.dismiss' } }],
  'personNotice.dismiss': [{ name: 'pressed', value: { type: 'personNotice.dismiss' } }],
  'session.check': [{ name: 'not accepted', value: { type: 'session.check' } }],
  'session.found': [
    { name: 'same', value: { type: 'session.found', session: SESSION } },
    { name: 'another', value: { type: 'session.found', session: OTHER_SESSION } },
    { name: "another person's", value: { type: 'session.found', session: DORAS_SESSION } },
  ],
  'session.gone': [
    { name: 'expired', value: { type: 'session.gone', reason: 'expired' } },
    { name: 'elsewhere', value: { type: 'session.gone', reason: 'elsewhere' } },
  ],
  'network.online': [{ name: 'again', value: { type: 'network.online' } }],
  'page.visible': [{ name: 'again', value: { type: 'page.visible' } }],
  'page.restored': [
    { name: 'with session', value: { type: 'page.restored', hasSession: true } },
    { name: 'without session', value: { type: 'page.restored', hasSession: false } },
  ],
  'route.changed': [
    { name: 'with session', value: { type: 'route.changed', hasSession: true } },
    { name: 'without session', value: { type: 'route.changed', hasSession: false } },
  ],
  'project.known': [
    {
      name: 'closed',
      value: {
        type: 'project.known',
        project: { slugPattern: null, createOrganizationEnabled: false },
      },
    },
    {
      name: 'with a slug pattern',
      value: {
        type: 'project.known',
        project: { slugPattern: '^[a-z-]{3,20}$', createOrganizationEnabled: true },
      },
    },
  ],
};

/** Every event type of the machine. */
export const EVENT_TYPES = keysOf(eventCases);

/**
 * The machine's event for a step, its times absolute.
 *
 * @param now epoch milliseconds
 * @throws when there is no such case
 */
export function eventForStep(step: ModelStep, now: number): AuthEvent {
  const type = EVENT_TYPES.find((each) => each === step.type);
  const found = type && eventCases[type].find(({ name }) => name === step.case);
  if (!found) throw new Error(`No payload case for "${stepName(step)}".`);
  return withAbsoluteTimes(found.value, now);
}

/** The events that no person causes: the actor `sessionMonitor` sends them, and the calls of the service `session.check`. */
const EXTERNAL_EVENTS = [
  'session.found',
  'session.gone',
  'session.check',
  'network.online',
  'page.visible',
  'page.restored',
  'route.changed',
  'project.known',
] as const satisfies readonly AuthEvent['type'][];

export type ExternalEventType = (typeof EXTERNAL_EVENTS)[number];
export type PersonEventType = Exclude<AuthEvent['type'], ExternalEventType>;

export function isExternalEvent(type: string): type is ExternalEventType {
  return EXTERNAL_EVENTS.some((external) => external === type);
}

/** The actor contract of every invoke, by its id; `sessionMonitor` is missing because it never resolves. */
export const invocations = {
  startGoogle: 'startGoogle',
  redeem: 'redeem',
  readOrganizations: 'readOrganizations',
  readMemberships: 'readOrganizations',
  exchange: 'exchange',
  create: 'create',
  sendCode: 'sendCode',
  verifyCode: 'verifyCode',
  sendLink: 'sendLink',
  ...secondFactor.invocations,
  resume: 'resume',
  refresh: 'refresh',
  extend: 'refresh',
  switchOrganization: 'switchOrganization',
  revoke: 'revoke',
} as const satisfies Record<string, keyof AuthActorContracts>;

export type InvokeId = keyof typeof invocations;
type ResultOf<Id extends InvokeId> = AuthActorContracts[(typeof invocations)[Id]]['output'];

const refreshedAs = (name: string, session: SignedInSession): PayloadCase<RefreshResult> => ({
  name,
  value: { kind: 'refreshed', session, at },
});

const sessionOver = failed('session', 'session over');

/** What every refresh can result in. */
const refreshCases: readonly PayloadCase<ResultOf<'refresh'>>[] = [
  refreshedAs('refreshed', SESSION),
  refreshedAs("another person's session", DORAS_SESSION),
  { name: 'deferred', value: { kind: 'deferred', retryInMs: 2_000 } },
  { name: 'unavailable', value: { kind: 'unavailable', retryInMs: 5_000 } },
  { name: 'timed out', value: { kind: 'unavailable', retryInMs: 256_000 } },
  sessionOver,
];

const refused = failed('refused');
const wrongCode = failed('input', 'wrong code');
const outcomeCases = [
  sessionGranted,
  stepUpRequired,
  secondFactor.requiredCases.required,
  incomplete,
  otherFailure,
] as const;

const listed = list('listed', DISCOVERY);
const noneListed = list('none listed', EMPTY_DISCOVERY);

const emailAddress = DORAS_SESSION.emailAddress;
const othersOutcomes = [
  sessionOfAnotherPerson,
  verify(
    'verify the e-mail of another person',
    { ...stepUpFor(ACME, 'email_otp'), emailAddress },
    DORAS_INTERMEDIATE,
  ),
  secondFactor.requiredCases.ofAnother,
] as const;
const sent: PayloadCase<Sent> = { name: 'sent', value: { kind: 'sent', at } };

/** One step-up for each combination of allowed methods. */
const stepUps = [
  stepUpRequired,
  verify('verify by code', stepUpFor(ACME, 'email_otp')),
  verify('verify by link', stepUpFor(ACME, 'magic_link')),
  verify('verify otherwise', stepUpFor(ACME)),
  verify('single sign-on', { ...stepUpFor(BIRCH), connections: [CONNECTION] }),
] as const;

/**
 * The results of every invoked actor, at least one for each guard branch. A result that is not in the actor's
 * contract does not compile.
 */
export const resultCases: {
  readonly [Id in InvokeId]: readonly PayloadCase<ResultOf<Id>>[];
} = {
  startGoogle: [timedOut, otherFailure],
  redeem: [
    listed,
    noneListed,
    list('unknown', UNKNOWN_DISCOVERY),
    list('listed by a link of another browser', DISCOVERY, { link: 'foreign' }),
    list('listed as requested', DISCOVERY, { link: 'own' }),
    list('listed as requested for an organization', DISCOVERY, {
      link: 'own',
      requestedFor: ACME.id,
    }),
    listOfAnotherPerson,
    ...outcomeCases,
    // After the same person's outcomes, because a walk continues with the first case that leads to a state.
    ...othersOutcomes,
    intermediateOver,
    timedOut,
  ],
  readOrganizations: [
    listed,
    noneListed,
    listOfAnotherPerson,
    timedOut,
    otherFailure,
    refused,
    intermediateOver,
  ],
  readMemberships: [listed, listOfAnotherPerson, timedOut, otherFailure, sessionOver],
  exchange: [
    sessionGranted,
    ...stepUps,
    ...secondFactor.requiredCases.each,
    ...othersOutcomes,
    listed,
    listOfAnotherPerson,
    incomplete,
    timedOut,
    otherFailure,
    refused,
    intermediateOver,
  ],
  create: [
    ...outcomeCases,
    timedOut,
    sessionOfAnotherPerson,
    listed,
    listOfAnotherPerson,
    intermediateOver,
  ],
  sendCode: [sent, timedOut, otherFailure],
  verifyCode: [listed, wrongCode, timedOut, otherFailure, intermediateOver],
  sendLink: [sent, timedOut, otherFailure],
  ...secondFactor.resultCases,
  resume: [...outcomeCases, sessionOfAnotherPerson, timedOut, sessionOver],
  refresh: [
    ...refreshCases,
    refreshedAs('near its end', SHORT_SESSION),
    refreshedAs('over before the interval', { ...SESSION, expiresAt: 120_000 }),
    refreshedAs('over by a clock that is ahead', { ...SESSION, expiresAt: -60_000 }),
    refreshedAs('renamed', {
      ...SESSION,
      organization: { ...SESSION.organization, name: 'Acme Labs' },
    }),
    { name: 'deferred in an outage', value: { kind: 'deferred', retryInMs: 30_000 } },
    failed('unexpected', 'failed'),
  ],
  extend: refreshCases,
  switchOrganization: [
    signedInAs('authenticated', OTHER_SESSION),
    sessionOfAnotherPerson,
    refreshedAs('a session that another tab switched', OTHER_SESSION),
    refreshedAs("another person's session", DORAS_SESSION),
    verify('verify e-mail', stepUpFor(BIRCH, 'email_otp', 'magic_link')),
    secondFactor.requiredCases.ofBirch,
    incomplete,
    sessionOver,
    timedOut,
    otherFailure,
  ],
  revoke: [{ name: 'timed out', value: undefined }],
};

/** The id of every invoke that resolves. */
export const INVOKE_IDS = keysOf(invocations);

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = [];
  for (const key in table) keys.push(key);
  return keys;
}
