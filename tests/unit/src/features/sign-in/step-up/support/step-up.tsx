import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { StepUpView } from '#machines/auth/auth.view.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { StepUpScreen } from '#src/features/sign-in/step-up/step-up-screen.tsx';
import { renderScreen } from '#tests/unit/support/render.tsx';
import { buildNotice, stepUpScreenView } from '#tests/unit/support/view-fixtures.ts';

export const CODE = 'Verification code';
export const withCode = (
  code: Partial<StepUpView['code']>,
  view = stepUpScreenView,
): StepUpView => ({
  ...view,
  code: { ...view.code, ...code },
});
export const withLink = (
  link: Partial<StepUpView['link']>,
  view = stepUpScreenView,
): StepUpView => ({
  ...view,
  link: { ...view.link, ...link },
});
export const codeSent = (view: StepUpView) => withCode({ status: 'awaitingCode', sentAt: 1 }, view);
export const linkSent = (view: StepUpView) => withLink({ status: 'awaitingLink', sentAt: 1 }, view);
export const refused = buildNotice('error', sentenceOf({ code: 'codeWrong' }), {
  isAboutInput: true,
});

/** The views that the machine produces for these events. */
function transition(event: AuthEvent, view: StepUpView): StepUpView {
  if (event.type === 'code.send') return withCode({ status: 'sending' }, view);
  if (event.type === 'code.verify') return withCode({ status: 'verifying' }, view);
  return event.type === 'link.send' ? withLink({ status: 'sending' }, view) : view;
}

/** Renders the step-up screen with a view. */
export const show = (view: StepUpView = stepUpScreenView) =>
  renderScreen<StepUpView>(StepUpScreen, view, transition);
