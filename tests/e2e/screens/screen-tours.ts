import { memberWalks } from './member-tours.ts';
import type { Walk } from './screen-tour.types.ts';
import { secondFactorWalks } from './second-factor-tours.ts';
import { signInWalks } from './sign-in-tours.ts';
import { stepUpWalks } from './step-up-tours.ts';

/** Together they stop in every state of the machine in which a screen stands still. */
export const walks: readonly Walk[] = [
  ...signInWalks,
  ...stepUpWalks,
  ...secondFactorWalks,
  ...memberWalks,
];

/** States in which no screen can be looked at, each with the reason. */
export const UNSEEN: Readonly<Record<string, string>> = {
  restoring: 'left before anything is drawn',
  'signedOut.stepUp.otp.deciding': 'left in the step it is entered in',
  'signedOut.stepUp.magicLink.deciding': 'left in the step it is entered in',
  'signedOut.secondFactor.deciding': 'left in the step it is entered in',
  'signedOut.awaitingOtherTab': 'the overlay of redeeming, in the tab that an e-mailed link opened',
  signingOut: 'answered at once, whatever the provider does',
};
