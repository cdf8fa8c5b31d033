import { setMaxListeners } from 'node:events';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { openDatabase } from './database/database.ts';
import type { DatabaseSettings } from './database/settings.ts';
import { changesRoute } from './http/changes-route.ts';
import { Problem, problemResponse } from './http/problem.ts';
import { authenticate, createPermit, type RequestContext } from './http/request-context.ts';
import { logRequests } from './http/request-log.ts';
import type { Provider } from './identity/provider.ts';
import { policyRoutes } from './policies/policies.ts';

interface ServiceSettings {
  readonly database: DatabaseSettings;
  readonly provider: Provider;
  /** Receives one line for each request. */
  readonly log: (line: string) => void;
}

/** The service with its database. */
export type Service = ReturnType<typeof createService>;

/** The calls, for the typed client of the page. */
export type Api = Service['app'];

/**
 * Creates the service: everything below `/api`. Its responses are JSON; those of a failure are problem details. It
 * answers at once; a request that needs the database waits until that is open.
 *
 * A new resource has routes of its own, which are added here; see `README.md`.
 */
export function createService({ database: settings, provider, log }: ServiceSettings) {
  const stopping = new AbortController();
  // Each open stream listens.
  setMaxListeners(0, stopping.signal);
  const report = (what: string, error: Error | null) =>
    log(JSON.stringify(error ? { degraded: what, error: error.message } : { recovered: what }));
  const database = openDatabase(settings, report);
  // A request that needs the database meets the failure, too.
  database.catch(() => undefined);
  const permit = createPermit(provider);
  const app = new Hono<RequestContext>()
    .basePath('/api')
    .use(logRequests(log))
    .on(['POST', 'PUT'], '*', limitBody)
    .get('/health', async ({ json }) => {
      await (await database).check();
      return json({ status: 'ok' });
    })
    .use(authenticate(provider, database))
    .route('/policies', policyRoutes(permit))
    .route('/changes', changesRoute(database, provider.now, stopping.signal));
  app.notFound(({ var: { requestId } }) =>
    problemResponse(new Problem(404, 'The service has no such call.'), requestId),
  );
  app.onError((error, { var: { requestId } }) => {
    const problem = toProblem(error);
    if (problem.status >= 500) log(JSON.stringify({ requestId, error: explain(error) }));
    return problemResponse(problem, requestId);
  });
  return {
    app,
    /** Resolves when the database is open; rejects when it cannot be opened. */
    ready: database,
    /** Ends the streams, so that a server can close. */
    endStreams: () => stopping.abort(),
    /** Closes the database when all requests are answered. */
    close: async () => (await database).close(),
  };
}

/** Whether a path is the service's; all others are the page's. */
export function isServicePath(pathname: string): boolean {
  return /^\/api(?:\/|$)/.test(pathname);
}

/** Not for a DELETE: the limit would copy the request, which Node's `Request` refuses inside Vite's server. */
const limitBody = bodyLimit({
  maxSize: 64 * 1_024,
  onError: () => {
    throw new Problem(413, 'The body of the request is larger than 64 kB.');
  },
});

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HTTPException) return new Problem(400, 'The body is not JSON.');
  if (error instanceof v.ValiError) return new Problem(422, 'A value is missing or malformed.');
  return new Problem(503, 'The service cannot answer now. Try again.');
}

/** Says what has failed, without the values of a statement. */
function explain(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return `${cause.name}: ${Reflect.get(cause, 'code') ?? cause.message}`;
}
