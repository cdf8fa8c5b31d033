import type { AuthEvent } from '#machines/auth/auth.types.ts';

type EventTypes = readonly AuthEvent['type'][];

/** Handled in every state. So is `notice.dismiss`, but only while there is a notice. */
const EVERYWHERE: EventTypes = ['project.known', 'impersonation.stop'];

const SIGNED_OUT: EventTypes = ['session.found', 'signIn.outdated'];
const SELECTING: EventTypes = [...SIGNED_OUT, 'back'];
const STEP_UP: EventTypes = [
  ...SIGNED_OUT,
  'google.start',
  'handoff.offered',
  'email.verified',
  'organization.chooseDifferent',
];
const SECOND_FACTOR: EventTypes = [...SIGNED_OUT, 'organization.chooseDifferent'];
const SIGNED_IN: EventTypes = [
  'session.found',
  'session.gone',
  'route.changed',
  'page.restored',
  'signOut',
  'organization.list',
  'organization.closeMenu',
  'organization.switch',
  'session.extend',
];

/**
 * The events that each state handles. Written by hand, so that a missing transition and one too many both fail
 * a test. A guard may still reject a payload.
 */
export const handledEvents: Readonly<Record<string, EventTypes>> = withEverywhere({
  resuming: ['session.found'],
  'signedOut.default.idle': [
    ...SIGNED_OUT,
    'google.start',
    'google.chooseAccount',
    'organization.forget',
    'organization.continue',
    'organization.forgetLast',
  ],
  'signedOut.default.starting': [...SIGNED_OUT, 'page.restored'],
  'signedOut.default.continuing': [...SIGNED_OUT, 'page.restored'],
  'signedOut.confirmingLink': [...SIGNED_OUT, 'link.confirm', 'back'],
  'signedOut.redeeming': SIGNED_OUT,
  'signedOut.awaitingOtherTab': SIGNED_OUT,
  'signedOut.confirmingIdentity': [
    ...SIGNED_OUT,
    'identity.confirm',
    'identity.reject',
    'session.gone',
  ],
  'signedOut.discovering': SIGNED_OUT,
  'signedOut.selecting.browsing': [
    ...SELECTING,
    'google.start',
    'organization.choose',
    'organization.type',
  ],
  'signedOut.selecting.typing': [
    ...SELECTING,
    'google.start',
    'organization.choose',
    'organization.submit',
    'organization.cancel',
  ],
  'signedOut.selecting.starting': [...SELECTING, 'page.restored'],
  'signedOut.exchanging': SIGNED_OUT,
  'signedOut.creating': SIGNED_OUT,
  'signedOut.stepUp.otp.unavailable': STEP_UP,
  'signedOut.stepUp.otp.idle': [...STEP_UP, 'code.send', 'code.verify'],
  'signedOut.stepUp.otp.sending': [...STEP_UP, 'code.verify'],
  'signedOut.stepUp.otp.awaitingCode': [...STEP_UP, 'code.send', 'code.verify'],
  'signedOut.stepUp.otp.verifying': STEP_UP,
  'signedOut.stepUp.magicLink.unavailable': STEP_UP,
  'signedOut.stepUp.magicLink.idle': [...STEP_UP, 'link.send'],
  'signedOut.stepUp.magicLink.sending': STEP_UP,
  'signedOut.stepUp.magicLink.awaitingLink': [...STEP_UP, 'link.send'],
  'signedOut.secondFactor.verifying.entering': [
    ...SECOND_FACTOR,
    'factor.verify',
    'factor.useRecoveryCode',
  ],
  'signedOut.secondFactor.verifying.checking': SECOND_FACTOR,
  'signedOut.secondFactor.recovering.entering': [
    ...SECOND_FACTOR,
    'factor.recover',
    'factor.useCode',
  ],
  'signedOut.secondFactor.recovering.checking': SECOND_FACTOR,
  'signedOut.secondFactor.enrolling.preparing': SECOND_FACTOR,
  'signedOut.secondFactor.enrolling.failed': [...SECOND_FACTOR, 'factor.retry'],
  'signedOut.secondFactor.enrolling.entering': [...SECOND_FACTOR, 'factor.enrolled'],
  'signedOut.secondFactor.enrolling.checking': SECOND_FACTOR,
  'signedOut.secondFactor.savingCodes': [...SIGNED_OUT, 'session.gone', 'codes.saved'],
  'signedOut.secondFactor.unsupported': SECOND_FACTOR,
  // A request is held only while the session is busy, so there is none to drop here.
  'signedIn.authenticated': [
    ...SIGNED_IN.filter((type) => type !== 'organization.closeMenu'),
    'network.online',
    'page.visible',
  ],
  'signedIn.listing': SIGNED_IN,
  'signedIn.refreshing.attempting': SIGNED_IN,
  'signedIn.refreshing.waiting': [...SIGNED_IN, 'network.online', 'page.visible'],
  'signedIn.switching': SIGNED_IN,
  signingOut: [],
});

function withEverywhere(table: Readonly<Record<string, EventTypes>>) {
  return Object.fromEntries(
    Object.entries(table).map(([leaf, types]) => [leaf, [...types, ...EVERYWHERE]]),
  );
}
