import { authSetup } from '../auth.setup.ts';
import type { AuthEvent } from '../auth.types.ts';
import {
  chooseDifferentOrganization,
  emitSignedIn,
  ifResult,
  readOrganizationsFirst,
  sessionOutcomes,
  withResult,
} from './shared-transitions.ts';

const typedCode = ({ event }: { event: { code: string } }) => event.code;
const typedRecoveryCode = ({ event }: { event: { recoveryCode: string } }) => event.recoveryCode;

const codeOf = (event: AuthEvent) =>
  event.type === 'factor.verify' || event.type === 'factor.enrolled' ? event.code.trim() : null;

const recoveryCodeOf = (event: AuthEvent) =>
  event.type === 'factor.recover' ? event.recoveryCode.trim() : null;

/** The intermediate session is over: nothing here can go on without a new one. */
const expired = {
  guard: ifResult('isIntermediateOver'),
  target: '#auth.signedOut.selecting',
  actions: 'endSecondFactor',
} as const;

/** What checking a code or a recovery code leads to; refused, it is typed again. */
const checked = [
  ...sessionOutcomes,
  expired,
  { target: 'entering', actions: withResult('explainRejectedCode') },
] as const;

const unexpected = { target: 'entering', actions: 'explainUnexpected' } as const;
const late = { BUSY_TIMEOUT: { target: 'entering', actions: 'explainTimeout' } } as const;

const verifying = authSetup.createStateConfig({
  description: 'A code of the authenticator app is asked for.',
  initial: 'entering',
  states: {
    entering: {
      description: 'The code is typed.',
      on: {
        'factor.verify': {
          guard: { type: 'isNotBlank', params: typedCode },
          target: 'checking',
          actions: 'clearNotice',
        },
        'factor.useRecoveryCode': {
          target: '#auth.signedOut.secondFactor.recovering',
          actions: 'clearNotice',
        },
      },
    },
    checking: {
      description: 'The code is being checked.',
      tags: 'busy',
      invoke: {
        id: 'verifyFactor',
        src: 'verifyFactor',
        input: ({ context, event }) => ({
          secondFactor: context.secondFactor,
          code: codeOf(event),
          enrol: false,
        }),
        onDone: checked,
        onError: unexpected,
      },
      after: late,
    },
  },
});

const recovering = authSetup.createStateConfig({
  description: 'A recovery code is asked for instead.',
  initial: 'entering',
  states: {
    entering: {
      description: 'The recovery code is typed.',
      on: {
        'factor.recover': {
          guard: { type: 'isNotBlank', params: typedRecoveryCode },
          target: 'checking',
          actions: 'clearNotice',
        },
        'factor.useCode': {
          target: '#auth.signedOut.secondFactor.verifying',
          actions: 'clearNotice',
        },
      },
    },
    checking: {
      description: 'The recovery code is being checked.',
      tags: 'busy',
      invoke: {
        id: 'recover',
        src: 'recover',
        input: ({ context, event }) => ({
          secondFactor: context.secondFactor,
          recoveryCode: recoveryCodeOf(event),
        }),
        onDone: checked,
        onError: unexpected,
      },
      after: late,
    },
  },
});

const enrolling = authSetup.createStateConfig({
  description: 'The member sets up an authenticator app first.',
  initial: 'preparing',
  states: {
    preparing: {
      description: 'A new secret is being made.',
      tags: 'busy',
      invoke: {
        id: 'enrol',
        src: 'enrol',
        input: ({ context }) => ({ secondFactor: context.secondFactor }),
        onDone: [
          {
            guard: ifResult('isEnrolling'),
            target: 'entering',
            actions: withResult('rememberEnrolment'),
          },
          expired,
          { target: 'failed', actions: withResult('explainResult') },
        ],
        onError: { target: 'failed', actions: 'explainUnexpected' },
      },
      after: { BUSY_TIMEOUT: { target: 'failed', actions: 'explainTimeout' } },
    },
    failed: {
      description: 'No secret could be made; the person may try again.',
      on: { 'factor.retry': { target: 'preparing', actions: 'clearNotice' } },
    },
    entering: {
      description: 'The secret is shown, and the first code of the app is typed.',
      on: {
        'factor.enrolled': {
          guard: { type: 'isNotBlank', params: typedCode },
          target: 'checking',
          actions: 'clearNotice',
        },
      },
    },
    checking: {
      description: 'The first code is being checked.',
      tags: 'busy',
      invoke: {
        id: 'enrolFactor',
        src: 'verifyFactor',
        input: ({ context, event }) => ({
          secondFactor: context.secondFactor,
          code: codeOf(event),
          enrol: true,
        }),
        onDone: [
          {
            guard: ifResult('isAuthenticated'),
            target: '#auth.signedOut.secondFactor.savingCodes',
            actions: withResult('holdSession'),
          },
          expired,
          { target: 'entering', actions: withResult('explainRejectedCode') },
        ],
        onError: unexpected,
      },
      after: late,
    },
  },
});

const savingCodes = authSetup.createStateConfig({
  description: 'The recovery codes are shown once, to be kept, before the member goes on.',
  on: {
    'codes.saved': {
      target: '#auth.signedIn',
      actions: ['startHeldSession', emitSignedIn],
    },
    'session.found': { actions: { type: 'updateSession', params: ({ event }) => event.session } },
    'session.gone': {
      target: '#auth.signedOut.default',
      actions: { type: 'endSession', params: ({ event }) => event.reason },
    },
  },
});

/** A second factor, when the organization asks for one (R10.1). */
export const secondFactor = authSetup.createStateConfig({
  description: 'The organization asks for a second factor.',
  initial: 'deciding',
  exit: 'clearEnrolment',
  states: {
    deciding: {
      description: 'Decides which factor the member has, or must set up.',
      always: [
        { guard: 'factorIsUnsupported', target: 'unsupported' },
        { guard: 'mustEnrol', target: 'enrolling' },
        { target: 'verifying' },
      ],
    },
    verifying,
    recovering,
    enrolling,
    savingCodes,
    unsupported: { description: 'The organization asks for a method this product does not offer.' },
  },
  after: {
    INTERMEDIATE_EXPIRY: {
      guard: 'hasIntermediateSession',
      target: '#auth.signedOut.selecting',
      actions: 'endSecondFactor',
    },
  },
  on: {
    'organization.chooseDifferent': [
      readOrganizationsFirst,
      { guard: 'holdsNoSession', ...chooseDifferentOrganization },
    ],
  },
});
