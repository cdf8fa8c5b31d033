import type { AuthEvent } from '#machines/auth/auth.types.ts';
import { authView } from '#machines/auth/auth.view.ts';
import type { AuthView } from '#machines/auth/auth.view.types.ts';
import { callbackPath } from '#machines/rules/callback-path.ts';
import { DEFAULT_REDIRECT } from '#machines/rules/limits.ts';
import type { AuthActor } from '../auth-actor.ts';
import type { PageAddress } from './navigation.ts';

/** Back closes the field for a name. After a switch, it leads to where the person was (R11.25). */
function leavingEvent(view: AuthView) {
  if (view.screen === 'selection') return 'organization.cancel';
  const hasSwitched = 'returnTo' in view && view.returnTo !== null;
  return hasSwitched ? 'organization.return' : 'organization.chooseDifferent';
}

/** What leads to a step again that Back has left: the choice of its organization, or the opening of the field. */
function returningEvent(view: AuthView): AuthEvent {
  return view.screen === 'stepUp' || view.screen === 'secondFactor'
    ? { type: 'organization.choose', organization: view.organization }
    : { type: 'organization.type' };
}

/**
 * Gives step-up, the second factor and the field for a name a history entry of their own, so that Back leads to the list
 * of organizations, as "← Choose a different organization" does, or to the organization that a switch has left, and not
 * to Google (R2.13). Forward leads from the list to the step again, by what has led to it before: the history holds nothing
 * of the sign-in.
 * From the member pages, Back passes over the entry of the callback: it leads to the page before the product.
 *
 * Call it after the router has been created: the router changes the address in a microtask.
 */
export function addStepEntry(actor: AuthActor, address: PageAddress): void {
  let isLeaving = false;
  let hadEntry: boolean;
  let isOnTheWay = false;
  /** What Forward sends: nothing, unless Back has led to the list that is shown. */
  let again: AuthEvent | null = null;
  const view = () => authView(actor.getSnapshot());
  const screen = () => view().screen;
  const hasEntry = () => {
    const now = view();
    // Also while the name is used, or the step is reached again: going back could stop the page that is being opened.
    isOnTheWay =
      now.screen === 'selection' && (now.mode === 'typing' || (isOnTheWay && now.busy !== null));
    return isOnTheWay || now.screen === 'stepUp' || now.screen === 'secondFactor';
  };
  // The mark of the entry of a step: a verification, or the field for a name.
  const isMarked = () => window.history.state?.isStep === true;

  const follow = () => {
    hadEntry = hasEntry();
    if (isLeaving || hadEntry === isMarked()) return;
    if (hadEntry) {
      window.history.pushState({ ...window.history.state, isStep: true }, '');
      // A sign-out can be about to load another page, which going back would prevent.
    } else if (screen() !== 'loading' && screen() !== 'login') {
      isLeaving = true;
      window.history.back();
    }
  };

  window.addEventListener('popstate', () => {
    if (isLeaving) isLeaving = false;
    else if (hasEntry() && !isMarked()) {
      const left = view();
      actor.send({ type: leavingEvent(left) });
      again = returningEvent(left);
    } else if (again !== null && isMarked()) {
      actor.send(again);
      isOnTheWay = true;
    }
    // The entry before that of a step that has signed in is still that of the callback. It can be the first one.
    else if (screen() === 'app' && callbackPath(window.location.pathname) !== null) {
      address.replace(DEFAULT_REDIRECT);
      window.history.back();
    }
    follow();
  });
  // After the address of a completed sign-in, which replaces this entry. On Back the router sends an event before the
  // listener above runs, so that only another screen counts.
  actor.subscribe(() => {
    // Whoever comes to a list from another screen has not left a step of it by Back.
    if (screen() !== 'selection') again = null;
    queueMicrotask(() => {
      if (hasEntry() !== hadEntry) follow();
    });
  });
  follow();
}
