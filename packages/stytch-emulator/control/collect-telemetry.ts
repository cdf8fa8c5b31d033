import { LIMITS } from '../store/limits.ts';
import type { Store } from '../store/store.ts';

/** Keeps a request of analytics or of an error report, unparsed and oldest first. Returns the response's body. */
export async function collectTelemetry(store: Store, request: Request): Promise<object> {
  const url = new URL(request.url);
  const bytes = Buffer.from(await request.arrayBuffer());
  const text = bytes.toString('utf8');
  const { telemetry } = store.state;
  telemetry.push({
    at: new Date(store.clock.now()).toISOString(),
    method: request.method,
    path: url.pathname,
    query: url.search,
    headers: Object.fromEntries(request.headers),
    // A compressed body is not UTF-8 text, so it is stored as base64.
    body: Buffer.from(text, 'utf8').equals(bytes) ? text : `base64:${bytes.toString('base64')}`,
  });
  if (telemetry.length > LIMITS.telemetryLogEntries) telemetry.shift();
  return {};
}
