import { secondFactorMessages } from '#src/features/sign-in/second-factor/messages.ts';
import { authenticatorMessages } from '#src/ui/authenticator/messages.ts';

const { heading, recoveryHeading, unsupportedHeading, enrolHeading } = secondFactorMessages;
const { savingHeading } = authenticatorMessages;

/** Texts that only the screen of the second factor has. */
export const secondFactorTexts = [
  heading,
  recoveryHeading,
  unsupportedHeading,
  enrolHeading,
  savingHeading,
];

const css = '[autocomplete="one-time-code"]';
const typed = 'code';

/** How a person causes the events of the second factor that no button has the name of. */
export const secondFactorGestures = {
  'factor.verify': { css, typed, heading },
  'factor.recover': { css: `[placeholder="${secondFactorMessages.recoveryPlaceholder}"]`, typed },
  'factor.enrolled': { css, typed, heading: enrolHeading },
} as const;
