import { type AuthView, authView, type Screen } from '#machines/auth/auth.view.ts';
import { callbackPath } from '#machines/rules/callback-path.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import type { AuthActor } from '../auth-actor.ts';
import { replacePageUrl } from './navigation.ts';

/** Which screens are a step of their own for the browser's Back. */
const IS_STEP: Readonly<Record<Screen, (view: AuthView) => boolean>> = {
  loading: () => false,
  login: () => false,
  confirmLink: () => false,
  selection: (view) => view.screen === 'selection' && view.mode === 'typing',
  stepUp: () => true,
  secondFactor: () => true,
  app: () => false,
};

/**
 * Gives a verification and the field for a name a history entry of their own, so that Back leads to the list
 * of organizations, as "← Choose a different organization" and "Cancel" do, and not to Google (R2.13).
 * From the member pages, Back passes over the entry of the callback: it leads to the page before the product.
 *
 * Call it when the actor starts: on a slow phone a step is shown, and Back pressed, before the router is there.
 */
export function addStepEntry(actor: AuthActor): void {
  let isLeaving = false;
  let hadEntry: boolean;
  let isUsingTypedName = false;
  const view = () => authView(actor.getSnapshot());
  const screen = () => view().screen;
  const hasEntry = () => {
    const now = view();
    const isStep = IS_STEP[now.screen](now);
    // The entry also stays while a typed name is used: going back then could stop the page that is being opened.
    isUsingTypedName =
      now.screen === 'selection' && (isStep || (isUsingTypedName && now.busy !== null));
    return isStep || isUsingTypedName;
  };
  const leaveStep = () => {
    const isNaming = screen() === 'selection';
    actor.send({ type: isNaming ? 'organization.cancel' : 'organization.chooseDifferent' });
  };

  const follow = () => {
    // What the loading leads to decides whether the entry of a reloaded step stays.
    hadEntry = screen() === 'loading' ? isStepEntry() : hasEntry();
    if (isLeaving || hadEntry === isStepEntry()) return;
    if (hadEntry) {
      window.history.pushState({ ...window.history.state, isStep: true }, '');
      // A sign-out can be about to load another page, which going back would prevent.
    } else if (screen() !== 'login') {
      isLeaving = true;
      window.history.back();
    }
  };

  window.addEventListener('popstate', () => {
    if (isLeaving) isLeaving = false;
    else if (hasEntry() && !isStepEntry()) leaveStep();
    // The entry before that of a step that has signed in is still that of the callback. It can be the first one.
    else if (screen() === 'app' && callbackPath(window.location.pathname) !== null) {
      replacePageUrl(FIRST_PAGE);
      window.history.back();
    }
    follow();
  });
  // In a microtask, because the URL of a completed sign-in replaces this entry first. Only another screen counts: on Back
  // an event can come before the listener above runs.
  actor.subscribe(() =>
    queueMicrotask(() => {
      if (hasEntry() !== hadEntry) follow();
    }),
  );
  follow();
}

/** Returns whether the present history entry is that of a step. */
function isStepEntry(): boolean {
  return window.history.state?.isStep === true;
}

/** Creates a router, which replaces the state of an entry that it has not made, and gives that state back. */
export function keepHistoryState<Router>(createRouter: () => Router): Router {
  const { state } = window.history;
  const router = createRouter();
  window.history.replaceState({ ...window.history.state, ...state }, '');
  return router;
}
