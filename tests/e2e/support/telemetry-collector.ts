import { gunzipSync } from 'node:zlib';

/** One request of a telemetry service, as the emulator's collector received it. */
export interface Collected {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** One analytics event, as it left the browser. */
export interface AnalyticsEvent {
  readonly event: string;
  readonly properties: Record<string, unknown>;
  readonly timestamp: string;
  readonly [field: string]: unknown;
}

/** One error report, as it left the browser. */
export interface ErrorReport {
  readonly release: string;
  readonly transaction: string;
  readonly tags: Record<string, unknown>;
  readonly breadcrumbs: readonly { readonly message: string; readonly data: unknown }[];
  readonly exception: {
    readonly values: readonly { readonly type: string; readonly value: string }[];
  };
  readonly [field: string]: unknown;
}

/** Every request the collector has received since the last reset, oldest first; nothing left encoded. */
export async function collected(origin: string): Promise<Collected[]> {
  const response = await fetch(`${origin}/_emulator/telemetry`);
  const entries: Collected[] = await response.json();
  return entries.map((entry) => ({ ...entry, body: decoded(entry.body) }));
}

/** The analytics events among them. */
export async function analyticsEvents(origin: string): Promise<AnalyticsEvent[]> {
  const requests = await collected(origin);
  const bodies = requests.filter(({ path }) => path.includes('/telemetry/posthog/'));
  return bodies.flatMap(({ body }) => eventsOf(JSON.parse(body)));
}

function eventsOf(body: { batch?: AnalyticsEvent[] } | AnalyticsEvent[] | AnalyticsEvent) {
  if (Array.isArray(body)) return body;
  return 'batch' in body && Array.isArray(body.batch) ? body.batch : [body as AnalyticsEvent];
}

/** The error reports among them. */
export async function errorReports(origin: string): Promise<ErrorReport[]> {
  const requests = await collected(origin);
  return requests
    .filter(({ path }) => path.endsWith('/envelope/'))
    .map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''));
}

function decoded(body: string): string {
  if (!body.startsWith('base64:')) return decodeURIComponentSafely(body);
  const bytes = Buffer.from(body.slice('base64:'.length), 'base64');
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

function decodeURIComponentSafely(body: string): string {
  if (!body.startsWith('data=')) return body;
  const data = decodeURIComponent(body.slice('data='.length));
  return data.startsWith('{') || data.startsWith('[')
    ? data
    : Buffer.from(data, 'base64').toString('utf8');
}
