import type { AuthView } from '#machines/auth/auth.view.types.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import type { ModelStep } from '#statechart/explore/steps.ts';
import { noticeText, screensIn } from '../support/screen-texts.ts';
import { gestures, USER_EVENTS } from './gestures.ts';

/** The content behind the session gate. */
export const GATED_TEXT = 'The content of a signed-in member.';

/** The names of the rendered screens, joined by `and`. */
export function renderedScreens(): string {
  return screensIn(document.body.textContent, GATED_TEXT);
}

/** The notice of a view, unless it is rendered. */
export function missingNotices(view: AuthView): readonly string[] {
  const text = noticeText(view);
  const isRendered = text === null || document.body.textContent.includes(text);
  return isRendered ? [] : [`the notice "${text}" is missing`];
}

/** Controls that stay although the machine takes nothing from them: the menu opens and closes without it. */
const MAY_BE_IDLE: readonly string[] = [
  'organization.list',
  'organization.closeMenu',
  'organization.switch',
  // Of an open menu, whose state is not the machine's.
  'organization.create',
];

/** The controls that are missing, and the controls whose event the machine does not handle. */
export function controlMismatches(
  { path }: AuthSimulationState,
  taken: readonly ModelStep[],
): readonly string[] {
  const leaves = path.split(' ');
  return USER_EVENTS.flatMap((type) => {
    if (type === 'impersonation.stop') return [];
    const offered = gestures[type].control() !== null;
    const takes = taken.some((step) => step.type === type);
    if (offered === takes) return [];
    if (takes) return [`${leaves}: nothing on the screen causes "${type}"`];
    return MAY_BE_IDLE.includes(type) ? [] : [`${leaves}: the control of "${type}" does nothing`];
  });
}
