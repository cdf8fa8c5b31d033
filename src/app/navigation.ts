import { authView } from '#machines/auth/auth.view.ts';
import { callbackPath } from '#machines/rules/callback-path.ts';
import { DEFAULT_REDIRECT } from '#machines/rules/limits.ts';
import { saveRedirect, takeRedirect } from '../storage/redirect.ts';
import type { AuthActor } from './auth-actor.ts';
import type { AppRouter } from './router.tsx';

/** The route under which everything needs a session. */
const GATED_ROUTE = '/_member';

/**
 * Turns the machine's facts into navigation (R3.1, R3.6): the tab that finished a sign-in goes to the saved
 * redirect, else to the policies page; a tab that was moved by another stays on its own address.
 *
 * To be called before the actor starts, so that no fact is missed.
 */
export function navigateOnEmitted(actor: AuthActor, router: AppRouter): void {
  actor.on('signedIn', ({ by }) => {
    if (by === 'here') goTo(router, takeRedirect());
    // The saved redirect belongs to the tab that finishes; nobody stays on a callback's address, though.
    else if (callbackPath(window.location.pathname) !== null) goTo(router, DEFAULT_REDIRECT);
  });
  actor.on('signedOut', ({ reason }) => {
    // A full load, so that nothing in memory outlives the impersonation (R12.4).
    if (reason === 'impersonation_stopped') window.location.assign('/');
  });
}

/**
 * Stores the wanted path, query and hash, as they were typed, whenever the login screen stands in place of
 * a route that needs a session (R2.11).
 */
export function saveRequestedPage(actor: AuthActor, router: AppRouter): void {
  const remember = () => {
    const { screen } = authView(actor.getSnapshot());
    const gated = router.state.matches.some(({ routeId }) => routeId === GATED_ROUTE);
    if (!gated || screen === 'app' || screen === 'loading') return;
    const { pathname, search, hash } = window.location;
    saveRedirect(pathname + search + hash);
  };
  actor.subscribe(remember);
  router.subscribe('onResolved', remember);
}

/** The address of a sign-in is not a place to come back to; the query must survive, so no `navigate`. */
function goTo(router: AppRouter, href: string): void {
  router.history.replace(href);
}
