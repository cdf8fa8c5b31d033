import type { Screen } from '#machines/auth/auth.view.types.ts';

/**
 * What is on the screen in each state a person can be in. Two screens where what was there before stays up
 * while something finishes.
 */
export const expectedScreens: Readonly<Record<string, readonly Screen[]>> = {
  resuming: ['loading'],
  'signedOut.default.idle': ['login'],
  'signedOut.default.starting': ['login'],
  'signedOut.confirming': ['confirm'],
  'signedOut.redeeming': ['selection', 'loading'],
  'signedOut.awaitingOtherTab': ['loading'],
  'signedOut.discovering': ['selection'],
  'signedOut.selecting.browsing': ['selection'],
  'signedOut.selecting.typing': ['selection'],
  'signedOut.selecting.starting': ['selection'],
  'signedOut.exchanging': ['selection', 'stepUp'],
  'signedOut.creating': ['selection'],
  'signedOut.stepUp.otp.unavailable': ['stepUp'],
  'signedOut.stepUp.otp.idle': ['stepUp'],
  'signedOut.stepUp.otp.sending': ['stepUp'],
  'signedOut.stepUp.otp.awaitingCode': ['stepUp'],
  'signedOut.stepUp.otp.verifying': ['stepUp'],
  'signedOut.stepUp.magicLink.unavailable': ['stepUp'],
  'signedOut.stepUp.magicLink.idle': ['stepUp'],
  'signedOut.stepUp.magicLink.sending': ['stepUp'],
  'signedOut.stepUp.magicLink.awaitingLink': ['stepUp'],
  'signedOut.secondFactor.verifying.entering': ['secondFactor'],
  'signedOut.secondFactor.verifying.checking': ['secondFactor'],
  'signedOut.secondFactor.recovering.entering': ['secondFactor'],
  'signedOut.secondFactor.recovering.checking': ['secondFactor'],
  'signedOut.secondFactor.enrolling.preparing': ['secondFactor'],
  'signedOut.secondFactor.enrolling.failed': ['secondFactor'],
  'signedOut.secondFactor.enrolling.entering': ['secondFactor'],
  'signedOut.secondFactor.enrolling.checking': ['secondFactor'],
  'signedOut.secondFactor.savingCodes': ['secondFactor'],
  'signedOut.secondFactor.unsupported': ['secondFactor'],
  'signedIn.authenticated': ['app'],
  'signedIn.listing': ['app'],
  'signedIn.refreshing.attempting': ['app'],
  'signedIn.refreshing.waiting': ['app'],
  'signedIn.switching': ['app'],
  signingOut: ['loading'],
};

/** States that only decide: no person is ever in one. */
export const decidingStates: readonly string[] = [
  'restoring',
  'signedOut.stepUp.otp.deciding',
  'signedOut.stepUp.magicLink.deciding',
  'signedOut.secondFactor.deciding',
];
