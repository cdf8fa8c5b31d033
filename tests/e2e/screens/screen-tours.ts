import { memberTours } from './member-tours.ts';
import type { ScreenTour } from './screen-tour.types.ts';
import { secondFactorTours } from './second-factor-tours.ts';
import { signInTours } from './sign-in-tours.ts';
import { stepUpTours } from './step-up-tours.ts';

/** Tours that together visit a screen in every state of the machine except `STATES_WITHOUT_SCREEN`. */
export const screenTours: readonly ScreenTour[] = [
  ...signInTours,
  ...stepUpTours,
  ...secondFactorTours,
  ...memberTours,
];

/** The states that no tour visits, each with the reason. */
export const STATES_WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  restoring: 'the machine leaves it before React renders',
  'signedOut.stepUp.otp.deciding': 'the machine leaves it in the step that enters it',
  'signedOut.stepUp.magicLink.deciding': 'the machine leaves it in the step that enters it',
  'signedOut.secondFactor.deciding': 'the machine leaves it in the step that enters it',
  'signedOut.awaitingOtherTab':
    'shows the screen of redeeming, in the tab that an e-mailed link opened',
  signingOut: 'the machine leaves it at once, whatever the provider answers',
};
