import type { DocumentStart } from '../app/document-start.ts';
import { whenIdle } from '../app/when-idle.ts';
import { readLastOrganization } from '../storage/last-organization.ts';
import { isStorageAllowed } from '../storage/web-storage.ts';
import { afterPrerendering } from './after-prerendering.ts';
import { watchCardButtons } from './card-buttons.ts';
import { isBrowserSupported } from './check-browser.ts';
import { chooseFirstPaint } from './first-paint.ts';
import { showStartError } from './show-start-error.ts';

/**
 * The document's own script. It runs before the first paint: chooses what the document shows, starts Google for a click
 * on the card, and loads the product, which the card needs only when the browser is idle or something happens (R1.18).
 *
 * @param data what the build writes into the element of this script; the development server has no prerendered card,
 *   and loads the product by itself
 */
function start(data: DOMStringMap) {
  const { app, starting = '', stuck = '' } = data;
  const { pathname } = window.location;
  const { style, dataset } = document.documentElement;
  const firstPaint = chooseFirstPaint(pathname, import.meta.env.VITE_STYTCH_PUBLIC_TOKEN);
  dataset.firstPaint = firstPaint;
  const lastOrganization = readLastOrganization();
  if (lastOrganization !== null) {
    // The parser has not reached the card yet. A style sheet shows the name in it (`first-paint.css`).
    style.setProperty('--last-organization', JSON.stringify(lastOrganization.name));
    dataset.returning = '';
  }
  let loading: Promise<unknown> | undefined;
  const load = () => {
    if (loading === undefined && app !== undefined) {
      if (firstPaint !== 'public') preload(app);
      // A person who stays at the login needs nothing else (R1.3). The pages arrive while the person chooses.
      if (firstPaint === 'loading') preload(data.callback);
      if (firstPaint === 'member') preload(data.pages);
      // The first file is the entry.
      loading = import(/* @vite-ignore */ app.split(' ')[0] ?? '');
      loading.catch(() => {
        // The card needs no product for Google.
        if (firstPaint !== 'login') showStartError();
      });
    }
    return Promise.resolve(loading);
  };
  const documentStart: DocumentStart = watchCardButtons(load, starting, stuck);
  window.documentStart = documentStart;
  // A navigation interrupts pending imports (R1.8).
  window.addEventListener('beforeunload', () => {
    documentStart.navigationStartedAt = performance.now();
  });
  if (firstPaint !== 'login') {
    load();
    return;
  }
  const loadUnlessLeaving = () => void documentStart.whenNotLeaving().then(load);
  whenIdle(loadUnlessLeaving);
  // Another tab may have signed in or out; a page that the back/forward cache kept is new to its reader.
  window.addEventListener('storage', loadUnlessLeaving);
  window.addEventListener('pageshow', ({ persisted }) => persisted && loadUnlessLeaving());
}

/** Fetches modules and style sheets, given as addresses that are separated by spaces. */
function preload(files = ''): void {
  for (const href of files.split(' ').filter((each) => each !== '')) {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

// The document says what is missing, and nothing starts: a newer browser (R1.16), https, without which a browser has no
// digests, or cookies (R1.7).
if (!isBrowserSupported()) document.documentElement.dataset.unsupported = 'browser';
else if (!window.isSecureContext) document.documentElement.dataset.unsupported = 'http';
else if (!isStorageAllowed()) document.documentElement.dataset.unsupported = 'cookies';
else {
  const data = document.currentScript?.dataset ?? {};
  afterPrerendering(() => start(data));
}
