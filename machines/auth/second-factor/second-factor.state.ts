import { typedText } from '../auth.guards.ts';
import { createState } from '../auth.setup.ts';
import type { Scope } from '../auth.types.ts';
import {
  chooseDifferent,
  type Done,
  emitSignedIn,
  ifKind,
  ifOver,
  say,
  showList,
  signIn,
  startGoogleForOrganization,
  updateFoundSession,
} from '../states/shared-transitions.ts';
import { normalizedRecoveryCode } from './recovery-code.ts';
import type { SecondFactorContracts } from './second-factor.actors.ts';
import type { Requirement } from './second-factor.types.ts';

/** Reads the required second factor, and the digest of the intermediate session that it belongs to (R22.1). */
const ownFactor = ({ context }: Scope) => ({
  secondFactor: context.secondFactor,
  intermediateDigest: context.intermediate?.digest ?? '',
});

const ifFactor = (factor: Requirement['factor']) => ({ type: 'factorIs', params: factor }) as const;

/** Checks the typed code, unless it is blank. */
const check = { guard: 'isNotBlank', target: 'checking', actions: 'clearNotice' } as const;

/** The second factor cannot continue after the intermediate session has expired (R10.9). */
const leaveSecondFactor = {
  target: '#auth.signedOut.selecting',
  actions: ['clearChoice', 'clearIntermediateSession', say('info', 'secondFactorExpired')],
} as const;

const intermediateIsOver = { guard: ifOver('intermediate'), ...leaveSecondFactor } as const;

/** After a rejection the person types again. */
const typeAgain = {
  target: 'entering',
  actions: ['explainResult', 'countRejection'],
} as const;

/** The results of checking a code or a recovery code that grant nothing; the end of the intermediate session first. */
const rejections = [intermediateIsOver, { guard: 'hasFailed', ...typeAgain }] as const;

const authenticator = createState({
  description: 'Asks for a code of the authenticator app.',
  initial: 'entering',
  always: [
    { guard: ifFactor('unsupported'), target: '#auth.signedOut.secondFactor.unsupported' },
    { guard: ifFactor('enrolment'), target: '#auth.signedOut.secondFactor.enrolling' },
  ],
  states: {
    entering: {
      description: 'The person types the code.',
      on: {
        'factor.verify': check,
        'factor.useRecoveryCode': {
          target: '#auth.signedOut.secondFactor.recovering',
          actions: 'clearNotice',
        },
      },
    },
    checking: {
      description: 'Checks the code.',
      invoke: {
        id: 'verifyFactor',
        src: 'verifySecondFactor',
        input: (scope) => ({ ...ownFactor(scope), code: typedText(scope.event), enrol: false }),
        onDone: rejections,
      },
    },
  },
});

const sayRecoveryCodeUsed = {
  type: 'say',
  params: ({ event: { output } }: Done<SecondFactorContracts['recoverSecondFactor']['output']>) => {
    const left = output.kind === 'authenticated' ? output.recoveryCodesLeft : undefined;
    return left === undefined
      ? ({ tone: 'success', code: 'recoveryCodeUsed' } as const)
      : ({ tone: 'success', code: 'recoveryCodeUsedOfSeveral', values: { left } } as const);
  },
} as const;

const recovering = createState({
  description: 'Asks for a recovery code.',
  initial: 'entering',
  states: {
    entering: {
      description: 'The person types the recovery code.',
      on: {
        'factor.recover': check,
        'factor.useCode': {
          target: '#auth.signedOut.secondFactor.authenticator',
          actions: 'clearNotice',
        },
      },
    },
    checking: {
      description: 'Checks the recovery code.',
      invoke: {
        id: 'recover',
        src: 'recoverSecondFactor',
        input: (scope) => ({
          ...ownFactor(scope),
          recoveryCode: normalizedRecoveryCode(typedText(scope.event)),
        }),
        onDone: [{ ...signIn, actions: [...signIn.actions, sayRecoveryCodeUsed] }, ...rejections],
      },
    },
  },
});

const enrolling = createState({
  description: 'The member sets up an authenticator app.',
  initial: 'preparing',
  states: {
    preparing: {
      description: 'Requests a new secret.',
      invoke: {
        id: 'enrol',
        src: 'enrolSecondFactor',
        input: ownFactor,
        onDone: [
          {
            guard: ifKind('enrolling'),
            target: 'entering',
            actions: 'rememberEnrolment',
          },
          intermediateIsOver,
          showList,
          { target: 'failed', actions: 'explainResult' },
        ],
      },
    },
    failed: {
      description: 'No secret was returned; the person can try again.',
      on: { 'factor.retry': { target: 'preparing', actions: 'clearNotice' } },
    },
    entering: {
      description: 'Shows the secret; the person types the first code of the app.',
      on: { 'factor.enrolled': check },
    },
    checking: {
      description: 'Checks the first code.',
      invoke: {
        id: 'enrolFactor',
        src: 'verifySecondFactor',
        input: (scope) => ({ ...ownFactor(scope), code: typedText(scope.event), enrol: true }),
        onDone: [
          {
            guard: ifKind('authenticated'),
            target: '#auth.signedOut.secondFactor.savingCodes',
            actions: 'holdSessionWhileSavingCodes',
          },
          intermediateIsOver,
          showList,
          typeAgain,
        ],
      },
    },
  },
});

const savingCodes = createState({
  description: 'Shows the recovery codes once, before the member continues.',
  on: {
    // The sign-in is complete: the codes must be saved first.
    'organization.chooseDifferent': {},
    'codes.saved': {
      target: '#auth.signedIn',
      actions: ['startHeldSession', emitSignedIn('here')],
    },
    'session.found': updateFoundSession,
  },
});

/** The second factor, when the organization requires one (R10.1). */
export const secondFactor = createState({
  description: 'The organization requires a second factor.',
  initial: 'authenticator',
  exit: 'clearEnrolment',
  states: {
    authenticator,
    recovering,
    enrolling,
    savingCodes,
    unsupported: {
      description: 'The organization requires a method that this product does not offer.',
    },
  },
  after: {
    INTERMEDIATE_WARNING: { guard: 'hasIntermediateSession', actions: 'warnOfExpiry' },
    INTERMEDIATE_EXPIRY: { guard: 'hasIntermediateSession', ...leaveSecondFactor },
  },
  on: {
    'organization.chooseDifferent': chooseDifferent,
    'google.start': startGoogleForOrganization,
  },
});
