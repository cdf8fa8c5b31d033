import type { Context, Hono } from 'hono';
import { jsonResponse } from '../api/http/json-response.ts';
import { LIMITS } from '../store/limits.ts';
import type { Store } from '../store/store.ts';

async function collect(store: Store, context: Context): Promise<Response> {
  const { raw } = context.req;
  const url = new URL(raw.url);
  const bytes = Buffer.from(await raw.arrayBuffer());
  const text = bytes.toString('utf8');
  const { telemetry } = store.state;
  telemetry.push({
    id: store.ids.next('telemetry'),
    at: new Date(store.clock.now()).toISOString(),
    method: raw.method,
    path: url.pathname,
    query: url.search,
    headers: Object.fromEntries(raw.headers),
    // A compressed body is not UTF-8 text, so it is stored as base64.
    body: Buffer.from(text, 'utf8').equals(bytes) ? text : `base64:${bytes.toString('base64')}`,
  });
  if (telemetry.length > LIMITS.telemetryLogEntries) telemetry.shift();
  store.emit({ kind: 'telemetry', text: url.pathname });
  return jsonResponse({}, 200);
}

/** Mounts a collector of analytics and error reports, which it keeps unparsed and oldest first. */
export function mountTelemetryControl(app: Hono, store: Store): void {
  app.get('/telemetry', () => jsonResponse(store.state.telemetry, 200));
  app.delete('/telemetry', () => {
    store.state.telemetry = [];
    return jsonResponse({ ok: true }, 200);
  });
  app.on(['GET', 'POST', 'PUT'], '/telemetry/*', (context) => collect(store, context));
}
