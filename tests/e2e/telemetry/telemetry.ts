/** A request to a telemetry service, as the emulator's collector received it. */
interface CollectedRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** An analytics event, as the browser sent it. */
export interface AnalyticsEvent {
  readonly event: string;
  readonly properties: Record<string, unknown>;
  readonly timestamp: string;
}

/** An error report, as the browser sent it. */
export interface ErrorReport {
  readonly exception: { readonly values: readonly { readonly value: string }[] };
}

/** Returns the requests since the last reset, oldest first. */
export async function collectedRequests(origin: string): Promise<CollectedRequest[]> {
  return (await fetch(`${origin}/_emulator/telemetry`)).json();
}

/** Returns the analytics events that the collector received. */
export async function analyticsEvents(origin: string): Promise<AnalyticsEvent[]> {
  const requests = await collectedRequests(origin);
  return requests
    .filter(({ path }) => path.includes('/telemetry/posthog/'))
    .flatMap(({ body }) => {
      const parsed = JSON.parse(textOf(body));
      return parsed.batch ?? parsed;
    });
}

/** A page that is being left sends a form with the events in Base64. */
function textOf(body: string): string {
  const data = new URLSearchParams(body).get('data');
  return data === null ? body : Buffer.from(data, 'base64').toString('utf8');
}

/** Returns the error reports that the collector received. */
export async function errorReports(origin: string): Promise<ErrorReport[]> {
  const requests = await collectedRequests(origin);
  return requests
    .filter(({ path }) => path.endsWith('/envelope/'))
    .map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''));
}
