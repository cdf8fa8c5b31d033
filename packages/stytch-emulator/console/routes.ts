import { Hono } from 'hono';
import { assetResponse } from '../pages/assets.ts';
import type { Store } from '../store/store.ts';
import { faultsPage } from './faults-page.ts';
import { inboxPage } from './inbox-page.ts';
import { peoplePage } from './people-page.ts';
import { requestsPage } from './requests-page.ts';
import { settingsPage } from './settings-page.ts';
import { telemetryPage } from './telemetry-page.ts';

/** Creates the pages of the console, mounted at /_emulator. */
export function consoleRoutes(store: Store): Hono {
  const app = new Hono();
  app.get('/', () => inboxPage(store));
  app.get('/console/people', () => peoplePage(store));
  app.get('/console/requests', () => requestsPage(store));
  app.get('/console/telemetry', () => telemetryPage(store));
  app.get('/console/faults', () => faultsPage(store));
  app.get('/console/settings', () => settingsPage(store));
  app.get('/assets/:name', ({ req, notFound }) => assetResponse(req.param('name')) ?? notFound());
  return app;
}
