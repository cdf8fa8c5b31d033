import { isSignInCallback } from '#machines/rules/sign-in-callback.ts';
import { storeIdentityQuestion } from '../storage/identity-question.ts';
import {
  keepSessionStorage,
  safeLocalStorage,
  safeSessionStorage,
} from '../storage/web-storage.ts';
import { navigationType, readCallbackParams } from '../stytch/callback.ts';

/** Session storage key: an id of this tab, and the page of it that was loaded last, separated by a colon. */
const TAB_KEY = 'tab_page';

/** Local storage key: the same of each tab, separated by spaces, the latest last. */
const PAGES_KEY = 'tab_pages';

/** The number of tabs whose page is known. */
const MOST_TABS = 20;

/**
 * Reloads a page that comes back from the back/forward cache after another page has run in the same tab (R22.16): what
 * it knows of the tab's person is outdated, and what it writes into session storage until then is undone. When the tab
 * has been at another site in between, browsers can give such a page an outdated session storage, also after a reload.
 * Local storage tells; the tab then asks about any session or list. The same holds for a page that is loaded by Back
 * or Forward. Tabs that start at the same time can lose an entry of local storage, so both are compared.
 *
 * It also records that an answer of Google or a link has arrived, before anything can fail: a reload would take it out
 * of the address, and with it the reason for a question (R22.11).
 */
export function watchTabPage(): void {
  const stored = safeSessionStorage.read(TAB_KEY);
  const [tab = ''] = (stored ?? randomId()).split(':');
  const page = `${tab}:${randomId()}`;
  const newest = () => knownPages().find((each) => each.startsWith(`${tab}:`));
  // The older process of the page that is returned to has loaded it again. A duplicated tab has the same id.
  if (navigationType() === 'back_forward' && stored !== (newest() ?? stored)) {
    storeIdentityQuestion(true);
  }
  safeSessionStorage.write(TAB_KEY, page);
  const others = knownPages().filter((each) => !each.startsWith(`${tab}:`));
  safeLocalStorage.write(PAGES_KEY, [...others, page].slice(-MOST_TABS).join(' '));
  let isCached = false;
  let isLeaving = false;
  const leaveIfReplaced = (event: Event) => {
    const isPageShow = event.type === 'pageshow';
    const isReturning = isCached && (isPageShow || document.visibilityState === 'visible');
    const known = newest();
    const last = safeSessionStorage.read(TAB_KEY);
    if (isPageShow) isCached = false;
    if (!isLeaving && !(isReturning && (known !== page || last !== page))) return;
    event.stopImmediatePropagation();
    if (isLeaving) return;
    isLeaving = true;
    // A slow reload shows nothing of the previous person meanwhile.
    document.documentElement.dataset.firstPaint = 'loading';
    if (last !== known) storeIdentityQuestion(true);
    window.addEventListener('pagehide', keepSessionStorage());
    window.location.reload();
  };
  window.addEventListener('pagehide', ({ persisted }) => {
    isCached = persisted;
  });
  // First of all listeners. Chromium fires the one of the visibility before the other.
  document.addEventListener('visibilitychange', leaveIfReplaced);
  window.addEventListener('pageshow', leaveIfReplaced);
  // What other tabs have changed meanwhile arrives, too.
  window.addEventListener('storage', leaveIfReplaced);
  const params = readCallbackParams(new URL(window.location.href));
  if (params !== null && isSignInCallback(params.callback)) storeIdentityQuestion(true);
}

function knownPages(): readonly string[] {
  return safeLocalStorage.read(PAGES_KEY)?.split(' ') ?? [];
}

function randomId(): string {
  return String(Math.random()).slice(2);
}
