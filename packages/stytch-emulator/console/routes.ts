import { Hono } from 'hono';
import { assetResponse } from '../assets.ts';
import type { Store } from '../store/store.ts';
import { controlsPage } from './controls-page.ts';
import { inboxPage } from './inbox-page.ts';

/** Creates the pages of the console, mounted at /_emulator. */
export function consoleRoutes(store: Store): Hono {
  const app = new Hono();
  app.get('/', () => inboxPage(store));
  app.get('/console/controls', () => controlsPage(store));
  app.get('/assets/pages.css', () => assetResponse('pages.css'));
  app.get('/assets/console.js', () => assetResponse('console.js'));
  return app;
}
