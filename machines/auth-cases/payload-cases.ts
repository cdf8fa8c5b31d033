import { type ModelStep, type PayloadCase, stepName } from '#statechart/explore/steps.ts';
import { withAbsoluteTimes } from '#statechart/explore/with-absolute-times.ts';
import type { AuthActorContracts } from '../auth/auth.actors.ts';
import type { AuthEvent } from '../auth/auth.events.ts';
import type { Outcome } from '../auth/auth.types.ts';
import { ORGANIZATION_NAME_MAX_LENGTH } from '../rules/limits.ts';
import {
  ACME,
  BIRCH,
  DISCOVERY,
  DORAS_DISCOVERY,
  DORAS_INTERMEDIATE,
  DORAS_SESSION,
  EMPTY_DISCOVERY,
  ENROLMENT,
  failureOf,
  NEW_INTERMEDIATE,
  OTHER_SESSION,
  organizationOf,
  SECRETS,
  SESSION,
  SHORT_SESSION,
  secondFactorFor,
  stepUpFor,
  UNKNOWN_DISCOVERY,
} from './fixtures.ts';

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
  ],
  'organization.switch': [{ name: 'other', value: { type: 'organization.switch', id: BIRCH.id } }],
  back: [{ name: 'pressed', value: { type: 'back' } }],
  'code.send': [{ name: 'pressed', value: { type: 'code.send' } }],
  'code.verify': [
    { name: 'six digits', value: { type: 'code.verify', code: ` ${SECRETS.emailCode} ` } },
    { name: 'blank', value: { type: 'code.verify', code: ' ' } },
  ],
  'link.send': [{ name: 'pressed', value: { type: 'link.send' } }],
  'link.confirm': [{ name: 'pressed', value: { type: 'link.confirm' } }],
  'factor.verify': [
    { name: 'six digits', value: { type: 'factor.verify', code: ` ${SECRETS.factorCode} ` } },
    { name: 'blank', value: { type: 'factor.verify', code: ' ' } },
  ],
  'factor.recover': [
    {
      name: 'a code',
      value: { type: 'factor.recover', recoveryCode: ` ${SECRETS.recoveryCode} ` },
    },
    { name: 'blank', value: { type: 'factor.recover', recoveryCode: ' ' } },
  ],
  'factor.useRecoveryCode': [{ name: 'pressed', value: { type: 'factor.useRecoveryCode' } }],
  'factor.useCode': [{ name: 'pressed', value: { type: 'factor.useCode' } }],
  'factor.enrolled': [
    {
      name: 'six digits',
      value: { type: 'factor.enrolled', code: ` ${SECRETS.enrolmentCode} ` },
    },
    { name: 'blank', value: { type: 'factor.enrolled', code: ' ' } },
  ],
  'factor.retry': [{ name: 'pressed', value: { type: 'factor.retry' } }],
  'codes.saved': [{ name: 'pressed', value: { type: 'codes.saved' } }],
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

/** The sender of each event: a person by a gesture, or the actor `externalEvents`. */
export const eventSenders = {
  'google.start': 'person',
  'google.chooseAccount': 'person',
  'organization.choose': 'person',
  'organization.type': 'person',
  'organization.submit': 'person',
  'organization.cancel': 'person',
  'organization.forget': 'person',
  'organization.continue': 'person',
  'organization.forgetLast': 'person',
  'organization.chooseDifferent': 'person',
  'organization.list': 'person',
  'organization.create': 'person',
  'organization.switch': 'person',
  back: 'person',
  'code.send': 'person',
  'code.verify': 'person',
  'link.send': 'person',
  'link.confirm': 'person',
  'factor.verify': 'person',
  'factor.recover': 'person',
  'factor.useRecoveryCode': 'person',
  'factor.useCode': 'person',
  'factor.enrolled': 'person',
  'factor.retry': 'person',
  'codes.saved': 'person',
  'session.extend': 'person',
  signOut: 'person',
  'impersonation.stop': 'person',
  'notice.dismiss': 'person',
  'personNotice.dismiss': 'person',
  'session.found': 'externalEvents',
  'session.gone': 'externalEvents',
  'network.online': 'externalEvents',
  'page.visible': 'externalEvents',
  'page.restored': 'externalEvents',
  'route.changed': 'externalEvents',
  'project.known': 'externalEvents',
  'session.check': 'externalEvents',
} as const satisfies Record<AuthEvent['type'], 'person' | 'externalEvents'>;

type Senders = typeof eventSenders;

type SentBy<Sender> = {
  [Type in keyof Senders]: Senders[Type] extends Sender ? Type : never;
}[keyof Senders];

/** The events that a person causes. */
export type UserEventType = SentBy<'person'>;

/** The events that the `externalEvents` actor sends. */
export type ExternalEventType = SentBy<'externalEvents'>;

/** The actor contract of every invoke, by its id; `externalEvents` is missing because it never resolves. */
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
  verifyFactor: 'verifyFactor',
  enrolFactor: 'verifyFactor',
  recover: 'recover',
  enrol: 'enrol',
  resume: 'resume',
  refresh: 'refresh',
  extend: 'refresh',
  switchOrganization: 'switchOrganization',
  revoke: 'revoke',
} as const satisfies Record<string, keyof AuthActorContracts>;

export type InvokeId = keyof typeof invocations;
type ResultOf<Id extends InvokeId> = AuthActorContracts[(typeof invocations)[Id]]['output'];

const authenticated: PayloadCase<Outcome> = {
  name: 'authenticated',
  value: { kind: 'authenticated', session: SESSION, at: 0 },
};
const verifyEmail: PayloadCase<Outcome> = {
  name: 'verify e-mail',
  value: {
    kind: 'primary_required',
    stepUp: stepUpFor(ACME, 'email_otp', 'magic_link'),
    intermediateDigest: NEW_INTERMEDIATE,
    at: 0,
  },
};
const confirmFactor: PayloadCase<Outcome> = {
  name: 'second factor',
  value: {
    kind: 'mfa_required',
    secondFactor: secondFactorFor('totp'),
    intermediateDigest: NEW_INTERMEDIATE,
    at: 0,
  },
};
const incomplete: PayloadCase<Outcome> = { name: 'incomplete', value: { kind: 'incomplete' } };
/** Every call has such a result: the edge makes it within the deadline. */
const timedOut = { name: 'timed out', value: failureOf('timeout') } as const;
const otherFailure = { name: 'failed', value: failureOf('other') } as const;
const refused = { name: 'refused', value: failureOf('refused') } as const;
const wrongCode = { name: 'wrong code', value: failureOf('input') } as const;
const wrongCodeOfApp = { ...wrongCode, name: 'wrong code of an app' };
const intermediateOver = { name: 'intermediate over', value: failureOf('intermediate') } as const;
const sessionOver = { name: 'session over', value: failureOf('session') } as const;
const outcomeCases = [authenticated, verifyEmail, confirmFactor, incomplete, otherFailure] as const;
const factorCases = [...outcomeCases, intermediateOver] as const;

const listed = {
  name: 'listed',
  value: { kind: 'discovered', discovery: DISCOVERY, intermediateDigest: NEW_INTERMEDIATE, at: 0 },
} as const;
const noneListed = {
  name: 'none listed',
  value: {
    kind: 'discovered',
    discovery: EMPTY_DISCOVERY,
    intermediateDigest: NEW_INTERMEDIATE,
    at: 0,
  },
} as const;
const listedForAnother = {
  name: 'listed for another person',
  value: {
    kind: 'discovered',
    discovery: DORAS_DISCOVERY,
    intermediateDigest: DORAS_INTERMEDIATE,
    at: 0,
  },
} as const;
const anotherPerson: PayloadCase<Outcome> = {
  name: 'authenticated as another person',
  value: { kind: 'authenticated', session: DORAS_SESSION, at: 0 },
};
const verifyEmailOfAnother: PayloadCase<Outcome> = {
  name: 'verify the e-mail of another person',
  value: {
    kind: 'primary_required',
    stepUp: { ...stepUpFor(ACME, 'email_otp'), emailAddress: DORAS_SESSION.emailAddress },
    intermediateDigest: DORAS_INTERMEDIATE,
    at: 0,
  },
};
const confirmFactorOfAnother: PayloadCase<Outcome> = {
  name: 'second factor of another person',
  value: {
    kind: 'mfa_required',
    secondFactor: { ...secondFactorFor('totp'), emailAddress: DORAS_SESSION.emailAddress },
    intermediateDigest: DORAS_INTERMEDIATE,
    at: 0,
  },
};
const othersOutcomes = [anotherPerson, verifyEmailOfAnother, confirmFactorOfAnother] as const;
const sent = { name: 'sent', value: { kind: 'sent', at: 0 } } as const;

/** One step-up for each combination of allowed methods. */
const stepUps: readonly PayloadCase<Outcome>[] = [
  verifyEmail,
  {
    name: 'verify by code',
    value: {
      kind: 'primary_required',
      stepUp: stepUpFor(ACME, 'email_otp'),
      intermediateDigest: NEW_INTERMEDIATE,
      at: 0,
    },
  },
  {
    name: 'verify by link',
    value: {
      kind: 'primary_required',
      stepUp: stepUpFor(ACME, 'magic_link'),
      intermediateDigest: NEW_INTERMEDIATE,
      at: 0,
    },
  },
  {
    name: 'verify otherwise',
    value: {
      kind: 'primary_required',
      stepUp: stepUpFor(ACME),
      intermediateDigest: NEW_INTERMEDIATE,
      at: 0,
    },
  },
];

const factors: readonly PayloadCase<Outcome>[] = [
  confirmFactor,
  {
    name: 'enrolment',
    value: {
      kind: 'mfa_required',
      secondFactor: secondFactorFor('enrolment'),
      intermediateDigest: NEW_INTERMEDIATE,
      at: 0,
    },
  },
  {
    name: 'unsupported factor',
    value: {
      kind: 'mfa_required',
      secondFactor: secondFactorFor('unsupported'),
      intermediateDigest: NEW_INTERMEDIATE,
      at: 0,
    },
  },
];

/**
 * The results of every invoked actor, at least one for each guard branch. A result that is not in the actor's
 * contract does not compile.
 */
export const resultCases: {
  readonly [Id in InvokeId]: readonly PayloadCase<ResultOf<Id>>[];
} = {
  startGoogle: [{ name: 'bootstrap', value: failureOf('bootstrap') }, timedOut, otherFailure],
  redeem: [
    listed,
    noneListed,
    {
      name: 'unknown',
      value: {
        kind: 'discovered',
        discovery: UNKNOWN_DISCOVERY,
        intermediateDigest: NEW_INTERMEDIATE,
        at: 0,
      },
    },
    {
      name: 'listed by a link of another browser',
      value: {
        kind: 'discovered',
        discovery: DISCOVERY,
        requestedHere: false,
        intermediateDigest: NEW_INTERMEDIATE,
        at: 0,
      },
    },
    {
      name: 'listed as requested',
      value: {
        kind: 'discovered',
        discovery: DISCOVERY,
        requestedHere: true,
        intermediateDigest: NEW_INTERMEDIATE,
        at: 0,
      },
    },
    {
      name: 'listed as requested for an organization',
      value: {
        kind: 'discovered',
        discovery: DISCOVERY,
        requestedHere: true,
        requestedFor: ACME.id,
        intermediateDigest: NEW_INTERMEDIATE,
        at: 0,
      },
    },
    listedForAnother,
    ...outcomeCases,
    // After this person's own: a walk goes on for the first one that it finds.
    ...othersOutcomes,
    intermediateOver,
    timedOut,
    { name: 'no response', value: failureOf('unreachable') },
  ],
  readOrganizations: [
    listed,
    noneListed,
    listedForAnother,
    timedOut,
    otherFailure,
    refused,
    intermediateOver,
  ],
  readMemberships: [listed, listedForAnother, timedOut, otherFailure, sessionOver],
  exchange: [
    authenticated,
    ...stepUps,
    ...factors,
    ...othersOutcomes,
    listed,
    listedForAnother,
    incomplete,
    timedOut,
    otherFailure,
    refused,
    intermediateOver,
  ],
  create: [...outcomeCases, timedOut, anotherPerson, listed, listedForAnother, intermediateOver],
  sendCode: [sent, timedOut, otherFailure],
  verifyCode: [listed, wrongCode, timedOut, otherFailure, intermediateOver],
  sendLink: [sent, timedOut, otherFailure],
  verifyFactor: [...factorCases, timedOut, wrongCodeOfApp, anotherPerson, listedForAnother],
  enrolFactor: [authenticated, listedForAnother, timedOut, otherFailure, intermediateOver],
  recover: [...factorCases, timedOut, anotherPerson, listedForAnother],
  enrol: [
    { name: 'enrolling', value: { kind: 'enrolling', enrolment: ENROLMENT } },
    timedOut,
    listedForAnother,
    otherFailure,
    intermediateOver,
  ],
  resume: [...outcomeCases, anotherPerson, timedOut, sessionOver],
  refresh: [
    { name: 'refreshed', value: { kind: 'refreshed', session: SESSION, at: 0 } },
    {
      name: 'near its end',
      value: { kind: 'refreshed', session: SHORT_SESSION, at: 0 },
    },
    {
      name: "another person's session",
      value: { kind: 'refreshed', session: DORAS_SESSION, at: 0 },
    },
    { name: 'deferred', value: { kind: 'deferred', retryInMs: 2_000 } },
    { name: 'deferred in an outage', value: { kind: 'deferred', retryInMs: 30_000 } },
    { name: 'unavailable', value: { kind: 'unavailable', retryInMs: 5_000 } },
    { name: 'timed out', value: { kind: 'unavailable', retryInMs: 256_000 } },
    sessionOver,
    { name: 'failed', value: failureOf('unexpected') },
  ],
  extend: [
    { name: 'refreshed', value: { kind: 'refreshed', session: SESSION, at: 0 } },
    {
      name: "another person's session",
      value: { kind: 'refreshed', session: DORAS_SESSION, at: 0 },
    },
    { name: 'deferred', value: { kind: 'deferred', retryInMs: 2_000 } },
    { name: 'timed out', value: { kind: 'unavailable', retryInMs: 5_000 } },
    sessionOver,
  ],
  switchOrganization: [
    { name: 'authenticated', value: { kind: 'authenticated', session: OTHER_SESSION, at: 0 } },
    anotherPerson,
    {
      name: 'a session that another tab switched',
      value: { kind: 'refreshed', session: OTHER_SESSION, at: 0 },
    },
    {
      name: "another person's session",
      value: { kind: 'refreshed', session: DORAS_SESSION, at: 0 },
    },
    verifyEmail,
    confirmFactor,
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
