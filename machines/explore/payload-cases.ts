import type { AuthActorContracts } from '../auth/auth.actors.ts';
import type { AuthEvent, Outcome } from '../auth/auth.types.ts';
import {
  ACME,
  BIRCH,
  ENROLMENT,
  factorAt,
  LISTED,
  NONE_LISTED,
  NOTHING_KNOWN,
  OTHER_SESSION,
  plain,
  refusal,
  SECRETS,
  SESSION,
  SHORT_SESSION,
  stepUpAt,
} from './fixtures.ts';

/** An event with a payload, by a name that says which branch it is for. */
export interface EventCase<Type extends AuthEvent['type']> {
  readonly name: string;
  readonly event: Extract<AuthEvent, { type: Type }>;
}

/** What an invoked actor resolves to, by a name that says which branch it is for. */
export interface AnswerCase<Output> {
  readonly name: string;
  readonly output: Output;
}

/**
 * Every event of the machine with the payloads that matter, one for each guard branch. A new event without a
 * case is a compile error.
 *
 * Moments are in milliseconds from the moment of use (`atMoment`).
 */
export const eventCases: { readonly [Type in AuthEvent['type']]: readonly EventCase<Type>[] } = {
  'google.start': [{ name: 'pressed', event: { type: 'google.start' } }],
  'organization.choose': [
    { name: 'listed', event: { type: 'organization.choose', organization: plain(ACME) } },
  ],
  'organization.type': [{ name: 'pressed', event: { type: 'organization.type' } }],
  'organization.submit': [
    { name: 'listed', event: { type: 'organization.submit', name: ' Acme ' } },
    { name: 'new', event: { type: 'organization.submit', name: 'New Team' } },
    { name: 'unusable', event: { type: 'organization.submit', name: '!' } },
    { name: 'blank', event: { type: 'organization.submit', name: '   ' } },
  ],
  'organization.cancel': [{ name: 'pressed', event: { type: 'organization.cancel' } }],
  'organization.forget': [{ name: 'pressed', event: { type: 'organization.forget' } }],
  'organization.chooseDifferent': [
    { name: 'pressed', event: { type: 'organization.chooseDifferent' } },
  ],
  'organization.list': [{ name: 'opened', event: { type: 'organization.list' } }],
  'organization.switch': [{ name: 'other', event: { type: 'organization.switch', id: BIRCH.id } }],
  back: [{ name: 'pressed', event: { type: 'back' } }],
  'code.send': [{ name: 'pressed', event: { type: 'code.send' } }],
  'code.verify': [
    { name: 'six digits', event: { type: 'code.verify', code: ` ${SECRETS.emailCode} ` } },
    { name: 'blank', event: { type: 'code.verify', code: ' ' } },
  ],
  'link.send': [{ name: 'pressed', event: { type: 'link.send' } }],
  'link.confirm': [{ name: 'pressed', event: { type: 'link.confirm' } }],
  'factor.verify': [
    { name: 'six digits', event: { type: 'factor.verify', code: ` ${SECRETS.factorCode} ` } },
    { name: 'blank', event: { type: 'factor.verify', code: ' ' } },
  ],
  'factor.recover': [
    {
      name: 'a code',
      event: { type: 'factor.recover', recoveryCode: ` ${SECRETS.recoveryCode} ` },
    },
    { name: 'blank', event: { type: 'factor.recover', recoveryCode: ' ' } },
  ],
  'factor.useRecoveryCode': [{ name: 'pressed', event: { type: 'factor.useRecoveryCode' } }],
  'factor.useCode': [{ name: 'pressed', event: { type: 'factor.useCode' } }],
  'factor.enrolled': [
    {
      name: 'six digits',
      event: { type: 'factor.enrolled', code: ` ${SECRETS.enrolmentCode} ` },
    },
    { name: 'blank', event: { type: 'factor.enrolled', code: ' ' } },
  ],
  'factor.retry': [{ name: 'pressed', event: { type: 'factor.retry' } }],
  'codes.saved': [{ name: 'pressed', event: { type: 'codes.saved' } }],
  'session.extend': [{ name: 'pressed', event: { type: 'session.extend' } }],
  signOut: [{ name: 'pressed', event: { type: 'signOut' } }],
  'impersonation.stop': [{ name: 'pressed', event: { type: 'impersonation.stop' } }],
  'notice.dismiss': [{ name: 'pressed', event: { type: 'notice.dismiss' } }],
  'session.found': [
    { name: 'same', event: { type: 'session.found', session: SESSION } },
    { name: 'another', event: { type: 'session.found', session: OTHER_SESSION } },
  ],
  'session.gone': [
    { name: 'expired', event: { type: 'session.gone', reason: 'expired' } },
    { name: 'elsewhere', event: { type: 'session.gone', reason: 'elsewhere' } },
  ],
  'email.verified': [{ name: 'elsewhere', event: { type: 'email.verified' } }],
  'network.online': [{ name: 'again', event: { type: 'network.online' } }],
  'page.visible': [{ name: 'again', event: { type: 'page.visible' } }],
  'page.restored': [
    { name: 'with session', event: { type: 'page.restored', hasSession: true } },
    { name: 'without session', event: { type: 'page.restored', hasSession: false } },
  ],
  'route.changed': [
    { name: 'with session', event: { type: 'route.changed', hasSession: true } },
    { name: 'without session', event: { type: 'route.changed', hasSession: false } },
  ],
  'project.known': [
    {
      name: 'closed',
      event: {
        type: 'project.known',
        project: { slugPattern: '^[a-z-]{3,20}$', createOrganizationEnabled: false },
      },
    },
  ],
};

/** Who sends an event: a person by a gesture, or the world through the machine's one callback actor. */
export const senders = {
  'google.start': 'person',
  'organization.choose': 'person',
  'organization.type': 'person',
  'organization.submit': 'person',
  'organization.cancel': 'person',
  'organization.forget': 'person',
  'organization.chooseDifferent': 'person',
  'organization.list': 'person',
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
  'session.found': 'externalEvents',
  'session.gone': 'externalEvents',
  'email.verified': 'externalEvents',
  'network.online': 'externalEvents',
  'page.visible': 'externalEvents',
  'page.restored': 'externalEvents',
  'route.changed': 'externalEvents',
  'project.known': 'externalEvents',
} as const satisfies Record<AuthEvent['type'], 'person' | 'externalEvents'>;

/** The events a person causes; every view test has one gesture for each. */
export type UserEventType = {
  [Type in AuthEvent['type']]: (typeof senders)[Type] extends 'person' ? Type : never;
}[AuthEvent['type']];

/** Every invoke of the machine by its id, and the contract it runs; `externalEvents` never answers. */
export const invocations = {
  startGoogle: 'startGoogle',
  startGoogleForChosen: 'startGoogle',
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
  switchOrganization: 'switchOrganization',
  revoke: 'revoke',
} as const satisfies Record<string, keyof AuthActorContracts>;

export type InvokeId = keyof typeof invocations;
type AnswerOf<Id extends InvokeId> = AuthActorContracts[(typeof invocations)[Id]]['output'];

const authenticated: AnswerCase<Outcome> = {
  name: 'authenticated',
  output: { kind: 'authenticated', session: SESSION, at: 0 },
};
const verifyEmail: AnswerCase<Outcome> = {
  name: 'verify e-mail',
  output: {
    kind: 'primary_required',
    stepUp: stepUpAt(ACME, 'email_otp', 'magic_link'),
    at: 0,
  },
};
const confirmFactor: AnswerCase<Outcome> = {
  name: 'second factor',
  output: { kind: 'mfa_required', secondFactor: factorAt('totp'), at: 0 },
};
const incomplete: AnswerCase<Outcome> = { name: 'incomplete', output: { kind: 'incomplete' } };
const refused = { name: 'failed', output: refusal('other') } as const;
const intermediateOver = { name: 'intermediate over', output: refusal('intermediate') } as const;
const sessionOver = { name: 'session over', output: refusal('session') } as const;
const outcomeCases = [authenticated, verifyEmail, confirmFactor, incomplete, refused] as const;
const factorCases = [...outcomeCases, intermediateOver] as const;

const listed = {
  name: 'listed',
  output: { kind: 'discovered', discovery: LISTED, at: 0 },
} as const;
const noneListed = {
  name: 'none listed',
  output: { kind: 'discovered', discovery: NONE_LISTED, at: 0 },
} as const;
const sent = { name: 'sent', output: { kind: 'sent', at: 0 } } as const;

/** Step-ups of every shape: which methods are allowed, and whether an address is known. */
const stepUps: readonly AnswerCase<Outcome>[] = [
  verifyEmail,
  {
    name: 'verify by code',
    output: { kind: 'primary_required', stepUp: stepUpAt(ACME, 'email_otp'), at: 0 },
  },
  {
    name: 'verify by link',
    output: { kind: 'primary_required', stepUp: stepUpAt(ACME, 'magic_link'), at: 0 },
  },
  {
    name: 'verify otherwise',
    output: { kind: 'primary_required', stepUp: stepUpAt(ACME), at: 0 },
  },
];

const factors: readonly AnswerCase<Outcome>[] = [
  confirmFactor,
  {
    name: 'enrolment',
    output: { kind: 'mfa_required', secondFactor: factorAt('enrolment'), at: 0 },
  },
  {
    name: 'unsupported factor',
    output: { kind: 'mfa_required', secondFactor: factorAt('unsupported'), at: 0 },
  },
];

/**
 * Every answer of every invoked actor that matters, one for each guard branch. A new invoke without answers
 * is a failing lint; an answer that its contract does not know is a compile error.
 */
export const answerCases: {
  readonly [Id in InvokeId]: readonly AnswerCase<AnswerOf<Id>>[];
} = {
  startGoogle: [{ name: 'bootstrap', output: refusal('bootstrap') }, refused],
  startGoogleForChosen: [{ name: 'bootstrap', output: refusal('bootstrap') }, refused],
  redeem: [
    listed,
    noneListed,
    { name: 'nobody', output: { kind: 'discovered', discovery: NOTHING_KNOWN, at: 0 } },
    { name: 'taken over', output: { kind: 'handed_off' } },
    ...outcomeCases,
    intermediateOver,
  ],
  readOrganizations: [listed, noneListed, refused, intermediateOver],
  readMemberships: [listed, refused],
  exchange: [authenticated, ...stepUps, ...factors, incomplete, refused, intermediateOver],
  create: [...outcomeCases, intermediateOver],
  sendCode: [sent, refused],
  verifyCode: [listed, refused, intermediateOver],
  sendLink: [sent, refused],
  verifyFactor: [...factorCases],
  enrolFactor: [authenticated, refused, intermediateOver],
  recover: [...factorCases],
  enrol: [
    { name: 'enrolling', output: { kind: 'enrolling', enrolment: ENROLMENT } },
    refused,
    intermediateOver,
  ],
  resume: [...outcomeCases, sessionOver],
  refresh: [
    { name: 'refreshed', output: { kind: 'refreshed', session: SESSION, at: 0 } },
    { name: 'near its end', output: { kind: 'refreshed', session: SHORT_SESSION, at: 0 } },
    { name: 'deferred', output: { kind: 'deferred', retryInMs: 2_000 } },
    { name: 'deferred in an outage', output: { kind: 'deferred', retryInMs: 30_000 } },
    { name: 'unavailable', output: { kind: 'unavailable', retryInMs: 4_000 } },
    sessionOver,
    { name: 'failed', output: refusal('unreachable') },
  ],
  switchOrganization: [
    { name: 'authenticated', output: { kind: 'authenticated', session: OTHER_SESSION, at: 0 } },
    verifyEmail,
    confirmFactor,
    incomplete,
    sessionOver,
    refused,
  ],
  revoke: [{ name: 'done', output: undefined }],
};

/** What an actor is rejected with when something truly unexpected happens. */
export const UNEXPECTED = new Error('Something nobody expected.');
