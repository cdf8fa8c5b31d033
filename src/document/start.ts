import { readLastOrganization } from '../storage/last-organization.ts';
import { isStorageAllowed } from '../storage/web-storage.ts';
import { settingsRequest } from '../stytch/sdk/settings-request.ts';
import { afterPrerendering } from './after-prerendering.ts';
import { isBrowserSupported } from './check-browser.ts';
import type { DocumentStart } from './document-start.ts';
import { watchEarlyClick } from './early-click.ts';
import { chooseFirstPaint } from './first-paint.ts';

/**
 * The document's own script. It runs before the first paint, while everything else is still being fetched: chooses
 * what the document shows, requests the project's settings, and records a click on the Google button.
 *
 * @param data what the build writes into the element of this script; the development server has no prerendered card
 */
function start({
  google,
  actors,
  screens,
  list,
  pages,
  chart,
  starting = '',
  stuck = '',
}: DOMStringMap): void {
  const publicToken = import.meta.env.VITE_STYTCH_PUBLIC_TOKEN;
  const { pathname } = window.location;
  const firstPaint = chooseFirstPaint(pathname, publicToken);
  // A public page is shown without the sign-in, which starts later.
  const isPublic = firstPaint === 'public';
  document.documentElement.dataset.firstPaint = firstPaint;
  const preloadScreens = () => {
    preload(screens);
    // A person who stays at the login needs nothing else (R1.3). The pages arrive while the person chooses.
    if (firstPaint === 'loading') preload(list);
    if (firstPaint === 'member') preload(pages);
  };
  const lastOrganization = readLastOrganization();
  if (lastOrganization !== null) {
    const { style, dataset } = document.documentElement;
    // The parser has not reached the card yet. A style sheet shows the name in it (`first-paint.css`).
    style.setProperty('--last-organization', JSON.stringify(lastOrganization.name));
    dataset.returning = '';
  }
  const documentStart: DocumentStart = {
    lastOrganization,
    settings: !isPublic && isStorageAllowed() ? requestSettings(publicToken) : null,
    preloadScreens,
    ...watchEarlyClick(starting, stuck),
  };
  window.documentStart = documentStart;
  // A link of the card works before the product runs, whose pending imports the navigation then interrupts (R1.8).
  window.addEventListener('beforeunload', () => {
    documentStart.navigationStartedAt = performance.now();
  });
  if (isPublic) {
    if (pathname === '/chart') preload(chart);
    return;
  }
  // Not a link of the document, which would come before the settings.
  preload(google);
  // A callback and a session need them as soon as the SDK.
  if (firstPaint === 'loading' || firstPaint === 'member') preload(actors);
  if (firstPaint === 'member') preloadScreens();
  warmUpWhenShown();
}

/** Calls `warmUp` after the first paint of the card, which must not wait for it. */
function warmUpWhenShown(): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    setTimeout(warmUp);
  }).observe({ type: 'paint' });
}

/**
 * Makes the browser load its time zones and set up its random numbers. Each takes long the first time, and the SDK's
 * constructor uses both: here they cost nothing, because the scripts are still on their way.
 */
function warmUp(): void {
  Intl.DateTimeFormat().resolvedOptions();
  crypto.getRandomValues(new Uint8Array(1));
}

function requestSettings(publicToken: string): Promise<Response> {
  const apiOrigin = import.meta.env.VITE_EMULATOR ? window.location.origin : null;
  const { url, init } = settingsRequest(publicToken, apiOrigin);
  const response = window.fetch(url, init);
  // The transport requests them again if this fails.
  response.catch(() => undefined);
  return response;
}

/** Fetches modules and style sheets, given as addresses that are separated by spaces. */
function preload(files = ''): void {
  for (const href of files.split(' ').filter((each) => each !== '')) {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    // After what the first paint waits for, and after the settings.
    else link.fetchPriority = 'low';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

// The document says what is missing, and nothing starts: a newer browser (R1.16), or https, without which a browser has
// no digests.
if (!isBrowserSupported()) document.documentElement.dataset.unsupported = 'browser';
else if (!window.isSecureContext) document.documentElement.dataset.unsupported = 'http';
else {
  const data = document.currentScript?.dataset ?? {};
  afterPrerendering(() => start(data));
}
