import { LIMITS } from '../../store/limits.ts';
import type { LoggedRequest } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { readAuthorization, readTelemetry } from './credentials.ts';

async function readBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const text = await request.clone().text();
  if (text === '') return null;
  if (request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Adds a request to the request log. The caller sets the status once there is a response. */
export async function logRequest(store: Store, request: Request): Promise<LoggedRequest> {
  const url = new URL(request.url);
  const header = (name: string) => request.headers.get(name);
  const entry: LoggedRequest = {
    at: new Date(store.clock.now()).toISOString(),
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: {
      authorization: readAuthorization(header('authorization')),
      telemetry: readTelemetry(header('x-sdk-client')),
      parentHost: header('x-sdk-parent-host'),
      origin: header('origin'),
      referer: header('referer'),
    },
    body: null,
    status: 0,
    fault: null,
  };
  const { requests } = store.state;
  requests.push(entry);
  if (requests.length > LIMITS.requestLogEntries) requests.shift();
  entry.body = await readBody(request);
  return entry;
}
