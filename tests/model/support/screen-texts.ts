import type { AuthView, Screen } from '#machines/auth/auth.view.ts';
import { messages } from '#src/features/sign-in/messages.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { selectionMessages } from '#src/features/sign-in/selection-messages.ts';
import { verificationMessages } from '#src/features/sign-in/verification-messages.ts';
import { messages as ui } from '#src/ui/messages.ts';
import { secondFactorTexts } from '../second-factor/page.ts';

/** Texts that only one screen has. */
const screenTexts = {
  loading: Object.values(ui.loading),
  login: [messages.login.invitation],
  confirmLink: [
    verificationMessages.confirmLink.heading,
    verificationMessages.confirmLink.organizationHeading,
  ],
  selection: [selectionMessages.heading],
  stepUp: [verificationMessages.stepUp.heading, verificationMessages.stepUp.ssoHeading],
  secondFactor: secondFactorTexts,
} as const satisfies Record<Exclude<Screen, 'app'>, readonly string[]>;

/**
 * The names of the screens in a text, joined by `and`; empty for none.
 *
 * @param appText what stands for the screen `app`
 */
export function screensIn(text: string, appText: string): string {
  return Object.entries({ ...screenTexts, app: [appText] })
    .filter(([, texts]) => texts.some((each) => text.includes(each)))
    .map(([name]) => name)
    .join(' and ');
}

/** The notice that a view shows; `null` for none. The exchange after a verification shows its own message. */
export function noticeText(view: AuthView): string | null {
  if (view.screen === 'loading' || view.notice === null) return null;
  // The page has elements in place of the isolates of a value.
  const isVerified = view.screen === 'stepUp' && view.completing;
  const said = isVerified ? ({ code: 'emailVerified' } as const) : view.notice;
  return sentenceOf(said).replace(/[\u2068\u2069]/g, '');
}
