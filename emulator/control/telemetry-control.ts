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
    // Compressed bodies are kept as base64, so that nothing is lost on the way into JSON.
    body: Buffer.from(text, 'utf8').equals(bytes) ? text : `base64:${bytes.toString('base64')}`,
  });
  if (telemetry.length > LIMITS.telemetryLog) telemetry.shift();
  store.emit({ kind: 'telemetry', text: url.pathname });
  return jsonResponse({}, 200);
}

/** A collector for whatever analytics or error reports a page sends: raw, oldest first. */
export function mountTelemetryControl(app: Hono, store: Store): void {
  app.get('/telemetry', () => jsonResponse(store.state.telemetry, 200));
  app.delete('/telemetry', () => {
    store.state.telemetry = [];
    return jsonResponse({ ok: true }, 200);
  });
  app.on(['GET', 'POST', 'PUT'], '/telemetry/*', (context) => collect(store, context));
}
