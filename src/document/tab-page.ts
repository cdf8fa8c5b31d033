import { isSignInCallback } from '#machines/rules/sign-in-callback.ts';
import { forgetPerson, readIdentityNote, storeIdentityNote } from '../storage/identity-question.ts';
import { localStorageKeys, safeLocalStorage, safeSessionStorage } from '../storage/web-storage.ts';
import { isAnswerLate, navigationType, readCallbackParams } from '../stytch/callback.ts';

/** Session storage key: the page of this tab that was loaded last, and an id of the tab, separated by a colon. */
const PAGE_KEY = 'tab_page';

/** The local storage keys of the same, one for each tab, start with this: nothing is read before it is written. */
const TAB_PREFIX = 'tab_page:';

/** The number of tabs whose page is known. One that is shown stays known. */
const MOST_TABS = 200;

/**
 * Reloads a page that comes back from the back/forward cache after another page has run in the same tab (R22.16): what
 * it knows of the tab's person is outdated, and it writes nothing into storage until then (`web-storage.ts`). When the tab
 * has been at another site in between, browsers can give such a page an outdated session storage, also after a reload.
 * Local storage tells; the tab then shows nothing of its sign-in, and asks about any session or list. The same holds
 * for a page that is loaded by Back or Forward. Either storage can be outdated, so both are compared. A page that comes
 * back while it does not know its person is reloaded, too.
 *
 * It also records that an answer of Google or a link has arrived, before anything can fail: a reload would take it out
 * of the address, and with it the reason for a question (R22.11).
 *
 * @returns a function that tells whether this page is being replaced: it must send and write nothing more, ever
 */
export function watchTabPage(): () => boolean {
  // The visible page of the tab goes on, also with another person: this one starts when it takes its place.
  // eslint-disable-next-line no-restricted-properties -- Where it is missing, nothing is prerendered.
  if (document.prerendering) {
    document.documentElement.dataset.leaving = '';
    document.addEventListener('prerenderingchange', () => window.location.reload());
    return () => true;
  }
  const stored = safeSessionStorage.read(PAGE_KEY);
  let tab = tabOf(stored) ?? `${Math.random()}`;
  let page = '';
  const newest = () => safeLocalStorage.read(TAB_PREFIX + tab);
  const start = () => {
    // The time puts the pages of all tabs in order.
    page = `${Date.now()}${Math.random()}:${tab}`;
    safeSessionStorage.write(PAGE_KEY, page);
    safeLocalStorage.write(TAB_PREFIX + tab, page);
    const pages = localStorageKeys(TAB_PREFIX).map(safeLocalStorage.read);
    // Never its own, also when the clock was set back.
    const others = pages.filter((each) => each !== page).sort();
    for (const each of others.slice(0, 1 - MOST_TABS)) {
      safeLocalStorage.remove(TAB_PREFIX + tabOf(each));
    }
  };
  const params = readCallbackParams(new URL(window.location.href));
  const isAnswer = isSignInCallback(params?.callback ?? null);
  const known = newest();
  // An older process has loaded the page: Back and Forward lead there. Local storage forgets a tab that stays open, and
  // the browser can reopen a tab without its session storage, which tells the same type.
  const isOutdated = known === null ? navigationType() === 'back_forward' : stored !== known;
  // The answer of a page before this one, of which nothing else is known. The retry of a person keeps what they chose.
  // The address of a page that could not be loaded holds the answer; another person can load it again (R5.14).
  const isUnknown = isAnswer ? isLoadedAgain() || isAnswerLate() : isPersonUnknown();
  if (isOutdated || isUnknown) forgetPerson();
  else if (isAnswer) storeIdentityNote(readIdentityNote() === null ? 'answer' : 'unknown');
  start();
  /** `null`: it never was. */
  let isCached: boolean | null = null;
  let isLeaving = false;
  let isReloading = false;
  const reload = () => {
    isReloading = true;
    window.location.reload();
  };
  const leaveIfReplaced = (event: Event) => {
    const isPageShow = event.type === 'pageshow';
    const isReturning = isCached && (isPageShow || document.visibilityState === 'visible');
    const known = newest();
    const last = safeSessionStorage.read(PAGE_KEY);
    if (isPageShow) isCached &&= false;
    // Also a page that still redeems an answer: another person may have pressed Back (R5.14).
    const mustReload = known !== page || last !== page || isPersonUnknown();
    if (!isLeaving && !(isReturning && mustReload)) {
      if (event.type !== 'storage' || isCached === true || known === page) return;
      // Another tab has cleared local storage, or has started as one of very many.
      if (known === null) safeLocalStorage.write(TAB_PREFIX + tab, page);
      // While this page is shown, only a copy of its tab can take its place. The copy keeps the id.
      else if (isCached === null) {
        tab = `${Math.random()}`;
        start();
      }
      return;
    }
    event.stopImmediatePropagation();
    // Back or Forward within this document has ended the reload.
    if (isLeaving && event.type === 'popstate') reload();
    // A person can go on before the reload has begun, and come back.
    if (isReloading || (isLeaving && !isReturning)) return;
    if (last !== known) {
      // The storage module writes nothing while this is set.
      isLeaving = false;
      forgetPerson();
    }
    isLeaving = true;
    // A slow reload shows nothing of the previous person meanwhile, also where the page renders only now.
    document.documentElement.dataset.leaving = '';
    // The response of a call that this page has made would sign in after the person has left.
    window.stop();
    reload();
  };
  window.addEventListener('pagehide', ({ persisted }) => {
    isCached = persisted;
    isReloading = false;
  });
  // First of all listeners. Chromium fires the one of the visibility before the other.
  document.addEventListener('visibilitychange', leaveIfReplaced);
  window.addEventListener('pageshow', leaveIfReplaced);
  window.addEventListener('popstate', leaveIfReplaced);
  // What other tabs have changed meanwhile arrives, too.
  window.addEventListener('storage', leaveIfReplaced);
  return () => isLeaving;
}

/** Lets no page of this tab count as the newest: one that comes back, or that an older process loads, is outdated. */
export function forgetTabPage(): void {
  safeLocalStorage.remove(TAB_PREFIX + tabOf(safeSessionStorage.read(PAGE_KEY)));
}

/** Whether the tab may have tried to load this address before. Chromium calls the reload of an error page `navigate`. */
function isLoadedAgain(): boolean {
  // eslint-disable-next-line baseline-js/use-baseline, no-restricted-properties -- Without it, the type alone tells.
  const replaced = window.navigation?.activation?.from?.url;
  return navigationType() !== 'navigate' || replaced === window.location.href;
}

function isPersonUnknown(): boolean {
  const note = readIdentityNote();
  return note === 'unknown' || note === 'answer';
}

function tabOf(page: string | null): string | undefined {
  return page?.split(':')[1];
}
