import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import * as v from 'valibot';
import { auditRoutes } from './audit/audit.ts';
import { openDatabase } from './database/database.ts';
import { failureOf } from './database/failures.ts';
import type { DatabaseSettings } from './database/settings.ts';
import { changesRoute } from './http/changes-route.ts';
import { Problem, sendProblem } from './http/problem.ts';
import { authenticate, createPermit, type RequestContext } from './http/request-context.ts';
import { logRequests } from './http/request-log.ts';
import { createIdentity } from './identity/identity.ts';
import type { Provider } from './identity/provider.ts';
import { policyRoutes } from './policies/policies.ts';
import { createReport, explain } from './report.ts';

interface ServiceSettings {
  readonly database: DatabaseSettings;
  readonly provider: Provider;
  /** Receives one line for each request, each stream that ends, and each change between working and failing. */
  readonly log: (line: string) => void;
}

/** The service with its database. */
export type Service = ReturnType<typeof createService>;

/** Which resource's read permission lets a member hear of changes to each table. */
const RESOURCE_BY_TABLE = {
  policies: 'policy',
  audit_entries: 'audit',
};

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
  const report = createReport(log);
  const database = openDatabase(settings, report);
  // A request that needs the database gets the failure, too.
  database.catch(() => undefined);
  const identity = createIdentity(provider, report);
  const permit = createPermit(identity);
  const { isPermitted } = identity;
  const { now } = provider;
  const stream = {
    database,
    isPermitted,
    tables: RESOURCE_BY_TABLE,
    now,
    stopping: stopping.signal,
    log,
  };
  const app = new Hono<RequestContext>()
    .basePath('/api')
    .use(requestId())
    .use(logRequests(log))
    .get('/live', ({ json }) => json({ status: 'ok' }))
    .get('/ready', async ({ json }) => {
      if (stopping.signal.aborted) throw new Problem(503, 'The service is stopping.');
      await Promise.all([(await database).check(), identity.ready()]);
      return json({ status: 'ok' });
    })
    .use(authenticate(identity, database))
    .on(['POST', 'PUT'], '*', limitBody)
    .route('/policies', policyRoutes(permit))
    .route('/audit', auditRoutes(permit))
    .route('/changes', changesRoute(stream));
  app.notFound((context) =>
    sendProblem(context, new Problem(404, 'The service has no such call.')),
  );
  app.onError((error, context) => {
    const problem = toProblem(error);
    const { requestId } = context.var;
    if (problem.status >= 500) log(JSON.stringify({ requestId, error: explain(error) }));
    return sendProblem(context, problem);
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

/** What a failure of the database means for the request. */
const DATABASE_PROBLEMS = {
  unavailable: new Problem(503, 'The service cannot answer now. Try again.'),
  conflict: new Problem(409, 'It exists already.'),
  invalid: new Problem(422, 'A value breaks a rule of the database.'),
};

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HTTPException) return new Problem(400, 'The body is not JSON.');
  if (error instanceof v.ValiError) return new Problem(422, 'A value is missing or malformed.');
  const failure = failureOf(error);
  if (failure !== null) return DATABASE_PROBLEMS[failure];
  return new Problem(
    500,
    'The service has failed. Its log says why, beside the id of this request.',
  );
}
