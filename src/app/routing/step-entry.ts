import { authView } from '#machines/auth/auth.view.ts';
import { callbackPath } from '#machines/rules/callback-path.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import type { AuthActor } from '../auth-actor.ts';
import { replacePageUrl } from './navigation.ts';

/**
 * Gives a verification a history entry of its own, so that Back leads to the list of organizations, as "← Choose a
 * different organization" does, and not to Google (R2.13). From the member pages, Back passes over the entry of the
 * callback: it leads to the page before the product.
 *
 * Call it after the router has been created: the router changes the address in a microtask.
 */
export function addStepEntry(actor: AuthActor): void {
  let isLeaving = false;
  let wasStep: boolean;
  const screen = () => authView(actor.getSnapshot()).screen;
  const isStep = () => screen() === 'stepUp' || screen() === 'secondFactor';
  const isStepEntry = () => window.history.state?.isStep === true;

  const follow = () => {
    wasStep = isStep();
    if (isLeaving || wasStep === isStepEntry()) return;
    if (wasStep) {
      window.history.pushState({ ...window.history.state, isStep: true }, '');
      // A sign-out can be about to load another page, which going back would prevent.
    } else if (screen() !== 'loading' && screen() !== 'login') {
      isLeaving = true;
      window.history.back();
    }
  };

  window.addEventListener('popstate', () => {
    if (isLeaving) isLeaving = false;
    else if (isStep() && !isStepEntry()) actor.send({ type: 'organization.chooseDifferent' });
    // The entry before that of a step that has signed in is still that of the callback. It can be the first one.
    else if (screen() === 'app' && callbackPath(window.location.pathname) !== null) {
      replacePageUrl(FIRST_PAGE);
      window.history.back();
    }
    follow();
  });
  // In a microtask, because the URL of a completed sign-in replaces this entry first. On Back the router sends an event
  // before the listener above runs, so that only another screen counts.
  actor.subscribe(() =>
    queueMicrotask(() => {
      if (isStep() !== wasStep) follow();
    }),
  );
  follow();
}
