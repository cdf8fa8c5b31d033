import { authView } from '#machines/auth/auth.view.ts';
import { callbackPath } from '#machines/rules/callback-path.ts';
import { DEFAULT_REDIRECT } from '#machines/rules/limits.ts';
import { saveRedirect, takeRedirect } from '../storage/redirect.ts';
import type { AuthActor } from './auth-actor.ts';
import type { AppRouter } from './router.tsx';

/** The layout route of all routes that need a session. */
const MEMBER_ROUTE = '/_member';

/**
 * Navigates on the events that the machine emits. The tab that completed a sign-in goes to the stored redirect
 * or the policies page (R3.1, R3.2). A tab that another tab signed in stays on its address, unless that is a
 * callback route (R3.6).
 *
 * Call it before the actor starts, so that no event is missed.
 */
export function navigateOnEmitted(actor: AuthActor, router: AppRouter): void {
  actor.on('signedIn', ({ by }) => {
    if (by === 'here') replacePage(router, takeRedirect());
    else if (callbackPath(window.location.pathname) !== null) replacePage(router, DEFAULT_REDIRECT);
  });
  actor.on('signedOut', ({ reason }) => {
    // A full page load, so that nothing of the impersonated session stays in memory (R12.4).
    if (reason === 'impersonation_stopped') window.location.assign('/');
  });
}

/** Stores the path, query and hash whenever the login screen replaces a route that needs a session (R2.11). */
export function saveRequestedPage(actor: AuthActor, router: AppRouter): void {
  const save = () => {
    const { screen } = authView(actor.getSnapshot());
    const needsSession = router.state.matches.some(({ routeId }) => routeId === MEMBER_ROUTE);
    if (!needsSession || screen === 'app' || screen === 'loading') return;
    const { pathname, search, hash } = window.location;
    saveRedirect(pathname + search + hash);
  };
  actor.subscribe(save);
  router.subscribe('onResolved', save);
}

/** Replaces the history entry, so that Back does not return to the sign-in. `router.navigate` would drop the query. */
function replacePage(router: AppRouter, href: string): void {
  router.history.replace(href);
}
