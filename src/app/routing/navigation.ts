import { callbackPath } from '#machines/rules/callback-path.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { clearRedirect, takeRedirect } from '../../storage/redirect.ts';
import { recordSignOut } from '../../storage/sign-out.ts';
import type { AuthActor } from '../auth-actor.ts';
import { pageKind } from './page-kind.ts';

/**
 * Replaces path, query and hash of the page and of its history entry, so that Back does not return to them. A router
 * follows, because it watches the history of the window; its own `navigate` would drop the query.
 */
export function replacePageUrl(href: string): void {
  window.history.replaceState(null, '', href);
}

/**
 * Leaves nothing of a member's page to the next person: neither a stored redirect nor the address (R3.7).
 *
 * @param to the address in place of a member's page
 */
function leavePage(to = '/'): void {
  clearRedirect();
  if (pageKind(window.location.pathname) === 'member') replacePageUrl(to);
}

/**
 * Navigates on the events that the machine emits. The tab that completed a sign-in goes to the stored redirect
 * or the first page (R3.1, R3.2). A tab that another tab signed in stays on its address, unless that is a
 * callback route (R3.6). After a sign-out, neither the address nor a stored redirect stays for the next person (R3.7).
 *
 * Call it before the actor starts, so that no event is missed.
 */
export function navigateOnEmitted(actor: AuthActor): void {
  actor.on('signedIn', ({ by }) => {
    if (by === 'here') replacePageUrl(takeRedirect() ?? FIRST_PAGE);
    else if (callbackPath(window.location.pathname) !== null) replacePageUrl(FIRST_PAGE);
  });
  // Leaves nothing of the previous person to the current one.
  const leave = () => leavePage(FIRST_PAGE);
  if (actor.getSnapshot().context.personNotice !== null) leave();
  actor.on('personChanged', leave);
  actor.on('signedOut', ({ reason }) => {
    // After these, the same person is expected to return to the page.
    if (reason === 'expired' || reason === 'cleared') return;
    leavePage();
    if (reason !== 'impersonation_stopped') return;
    // Local storage was cleared, with the record of the sign-out.
    recordSignOut();
    // A full page load, so that nothing of the impersonated session stays in memory (R12.4).
    window.location.assign('/');
  });
}
