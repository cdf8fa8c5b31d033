import { callbackPath } from '#machines/rules/callback-path.ts';
import { storeIdentityQuestion } from '../storage/identity-question.ts';
import { keepSessionStorage, safeSessionStorage } from '../storage/web-storage.ts';

/** Session storage key of the page of this tab that was loaded last. */
const KEY = 'tab_page';

/** The token types of what somebody has answered. A support link is not one: whoever opens it is never its member. */
const ANSWERS = ['discovery_oauth', 'oauth', 'discovery'];

/**
 * Lets the newest page of a tab decide whose tab it is (R22.16). A page from the back/forward cache knows only what the
 * tab was then: if another page has run since, it is loaded again, and stores nothing until then.
 *
 * It also notes that an answer of Google or a link has arrived, before anything can fail: a reload would take it out of
 * the address, and with it the reason for a question (R22.11).
 */
export function watchTabPage(): void {
  const page = String(Math.random());
  safeSessionStorage.write(KEY, page);
  let isLeaving = false;
  const leaveIfReplaced = (event: Event) => {
    const newest = safeSessionStorage.read(KEY);
    const isReplaced = newest !== null && newest !== page;
    if (!isLeaving && (!isReplaced || document.visibilityState === 'hidden')) return;
    event.stopImmediatePropagation();
    if (isLeaving) return;
    isLeaving = true;
    window.addEventListener('pagehide', keepSessionStorage());
    window.location.reload();
  };
  // First of all listeners. Chromium fires the one of the visibility before the other.
  document.addEventListener('visibilitychange', leaveIfReplaced);
  window.addEventListener('pageshow', leaveIfReplaced);
  const { pathname, search } = window.location;
  const type = new URLSearchParams(search).get('stytch_token_type') ?? '';
  if (callbackPath(pathname) !== null && ANSWERS.includes(type)) storeIdentityQuestion(true);
}
