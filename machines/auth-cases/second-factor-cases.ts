import type { AuthActorContracts } from '../auth/auth.actors.ts';
import {
  type Enrolment,
  FACTORS,
  type Requirement,
} from '../auth/second-factor/second-factor.types.ts';
import * as cases from './fixtures.ts';

const { ACME, at, BIRCH, EMAIL: emailAddress, NEW_INTERMEDIATE, organizationOf } = cases;

export function secondFactorFor(factor: Requirement['factor']): Requirement {
  return { organization: organizationOf(ACME), memberId: 'member-ada', emailAddress, factor };
}

/** What a person types in the second factor; the machine never keeps it. */
export const TYPED_IN_SECOND_FACTOR = {
  code: '271828',
  recovery: 'canary-typed-recovery',
  first: '161803',
};

export const ENROLMENT_SECRETS: Enrolment = {
  secret: 'CANARYENROLMENTSECRET',
  qrCode: 'data:image/png;base64,canaryEnrolmentPicture',
  recoveryCodes: ['canary-fresh-recovery'],
};

/** The payloads of the events of the second factor. */
export const eventCases = {
  'factor.verify': [
    {
      name: 'six digits',
      value: { type: 'factor.verify', code: ` ${TYPED_IN_SECOND_FACTOR.code} ` },
    },
    { name: 'blank', value: { type: 'factor.verify', code: ' ' } },
  ],
  'factor.recover': [
    {
      name: 'a code',
      value: { type: 'factor.recover', code: ` ${TYPED_IN_SECOND_FACTOR.recovery} ` },
    },
    { name: 'blank', value: { type: 'factor.recover', code: ' ' } },
  ],
  'factor.useRecoveryCode': [{ name: 'pressed', value: { type: 'factor.useRecoveryCode' } }],
  'factor.useCode': [{ name: 'pressed', value: { type: 'factor.useCode' } }],
  'factor.enrolled': [
    {
      name: 'six digits',
      value: { type: 'factor.enrolled', code: ` ${TYPED_IN_SECOND_FACTOR.first} ` },
    },
    { name: 'blank', value: { type: 'factor.enrolled', code: ' ' } },
  ],
  'factor.retry': [{ name: 'pressed', value: { type: 'factor.retry' } }],
  'codes.saved': [{ name: 'pressed', value: { type: 'codes.saved' } }],
} as const;

const required = (name: string, secondFactor: Requirement, intermediateDigest = NEW_INTERMEDIATE) =>
  ({ name, value: { kind: 'mfa_required', secondFactor, intermediateDigest, at } }) as const;

const totp = secondFactorFor('totp');
const each = FACTORS.map((factor) => required(`factor ${factor}`, secondFactorFor(factor)));
const totpRequired = required('factor totp', totp);

/** What the calls of sign-in result in, when the organization requires a second factor. */
export const requiredCases = {
  required: totpRequired,
  /** One for each factor. */
  each,
  ofAnother: required(
    'second factor of another person',
    { ...totp, emailAddress: cases.DORAS_SESSION.emailAddress },
    cases.DORAS_INTERMEDIATE,
  ),
  ofBirch: required('second factor', { ...totp, organization: organizationOf(BIRCH) }),
} as const;

const { sessionGranted, stepUpRequired, incomplete, sessionOfAnotherPerson, listOfAnotherPerson } =
  cases;
const failures = [cases.otherFailure, cases.intermediateOver, cases.timedOut] as const;
const results = [sessionGranted, stepUpRequired, totpRequired, incomplete, ...failures] as const;

const enrolling = {
  name: 'enrolling',
  value: { kind: 'enrolling', enrolment: ENROLMENT_SECRETS },
} as const;

/** The actor contracts of the invokes of the second factor, by their ids. */
export const invocations = {
  verifyFactor: 'verifySecondFactor',
  enrolFactor: 'verifySecondFactor',
  recover: 'recoverSecondFactor',
  enrol: 'enrolSecondFactor',
} as const satisfies Record<string, keyof AuthActorContracts>;

/** Their results. */
export const resultCases = {
  verifyFactor: [
    ...results,
    cases.failed('input', 'wrong app code'),
    sessionOfAnotherPerson,
    listOfAnotherPerson,
  ],
  enrolFactor: [sessionGranted, listOfAnotherPerson, ...failures],
  recover: [...results, sessionOfAnotherPerson, listOfAnotherPerson],
  enrol: [enrolling, listOfAnotherPerson, ...failures],
} as const;
