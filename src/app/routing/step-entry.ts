import { authView } from '#machines/auth/auth.view.ts';
import type { AuthView } from '#machines/auth/auth.view.types.ts';
import { callbackPath } from '#machines/rules/callback-path.ts';
import { DEFAULT_REDIRECT } from '#machines/rules/limits.ts';
import type { AuthActor } from '../auth-actor.ts';
import type { PageAddress } from './navigation.ts';

/** The property of `history.state` that marks the entry of a step: a verification, or the field for a name. */
const MARK = 'isStep';

/** Back closes the field for a name. After a switch, it leads to where the person was (R11.25). */
function leavingEvent(view: AuthView) {
  if (view.screen === 'selection') return 'organization.cancel';
  const hasSwitched = 'returnTo' in view && view.returnTo !== null;
  return hasSwitched ? 'organization.return' : 'organization.chooseDifferent';
}

/**
 * Gives step-up, the second factor and the field for a name a history entry of their own, so that Back leads to the list
 * of organizations, as "← Choose a different organization" does, or to the organization that a switch has left, and not
 * to Google (R2.13).
 * From the member pages, Back passes over the entry of the callback: it leads to the page before the product.
 *
 * Call it after the router has been created: the router changes the address in a microtask.
 */
export function addStepEntry(actor: AuthActor, address: PageAddress): void {
  let isLeaving = false;
  let hadEntry = false;
  let isNaming = false;
  const view = () => authView(actor.getSnapshot());
  const screen = () => view().screen;
  const hasEntry = () => {
    const now = view();
    // Also while the name is used: going back could stop the page that is being opened.
    isNaming =
      now.screen === 'selection' && (now.mode === 'typing' || (isNaming && now.busy !== null));
    return isNaming || now.screen === 'stepUp' || now.screen === 'secondFactor';
  };
  const isMarked = () => window.history.state?.[MARK] === true;

  const follow = () => {
    hadEntry = hasEntry();
    if (isLeaving || hadEntry === isMarked()) return;
    if (hadEntry) {
      window.history.pushState({ ...window.history.state, [MARK]: true }, '');
      // A sign-out can be about to load another page, which going back would prevent.
    } else if (screen() !== 'loading' && screen() !== 'login') {
      isLeaving = true;
      window.history.back();
    }
  };

  window.addEventListener('popstate', () => {
    if (isLeaving) isLeaving = false;
    else if (hasEntry() && !isMarked()) actor.send({ type: leavingEvent(view()) });
    // The entry before that of a step that has signed in is still that of the callback. It can be the first one.
    else if (screen() === 'app' && callbackPath(window.location.pathname) !== null) {
      address.replace(DEFAULT_REDIRECT);
      window.history.back();
    }
    follow();
  });
  // After the address of a completed sign-in, which replaces this entry. On Back the router sends an event before the
  // listener above runs, so that only another screen counts.
  actor.subscribe(() =>
    queueMicrotask(() => {
      if (hasEntry() !== hadEntry) follow();
    }),
  );
  follow();
}
