import { ConfirmLinkScreen } from './screens/confirm-link-screen.tsx';
import { StepUpScreen } from './step-up/step-up-screen.tsx';

/** The screens of few sign-ins. They load together, by one import. */
export const lateScreens = {
  confirmLink: ConfirmLinkScreen,
  stepUp: StepUpScreen,
};
