import type { AuthView } from '#machines/auth/auth.view.types.ts';
import type { AuthSimulationState } from '#machines/explore/auth-stepper.ts';
import type { ModelStep } from '#machines/explore/steps.ts';
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

/** Controls that stay active in a state that does not handle their event, each with the reason. */
const unhandledControls: readonly { readonly leaf: string; readonly event: string }[] = [
  // The menu opens and closes at any time, and the request waits until the machine is idle.
  { leaf: 'signedIn.listing', event: 'organization.list' },
  { leaf: 'signedIn.refreshing.attempting', event: 'organization.list' },
  { leaf: 'signedIn.refreshing.waiting', event: 'organization.list' },
  { leaf: 'signedIn.listing', event: 'organization.switch' },
  { leaf: 'signedIn.refreshing.attempting', event: 'organization.switch' },
  { leaf: 'signedIn.refreshing.waiting', event: 'organization.switch' },
  // The request of the expiry warning waits too.
  { leaf: 'signedIn.listing', event: 'session.extend' },
  { leaf: 'signedIn.switching', event: 'session.extend' },
  { leaf: 'signedIn.refreshing.attempting', event: 'session.extend' },
];

/** The controls that are missing, and the controls whose event the machine does not handle. */
export function controlMismatches(
  { path }: AuthSimulationState,
  taken: readonly ModelStep[],
): readonly string[] {
  const leaves = path.split(' ');
  const isListed = (type: string) =>
    unhandledControls.some(({ leaf, event }) => event === type && leaves.includes(leaf));
  return USER_EVENTS.flatMap((type) => {
    if (type === 'impersonation.stop') return [];
    const isOffered = gestures[type].control() !== null;
    const isHandled = taken.some((step) => step.type === type);
    if (isOffered === isHandled) return [];
    if (isHandled) return [`${leaves}: no control causes "${type}"`];
    return isListed(type) ? [] : [`${leaves}: the control of "${type}" has no effect`];
  });
}
