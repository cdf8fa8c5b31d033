import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { changesRoute } from './http/changes-route.ts';
import { Problem, problemResponse } from './http/problem.ts';
import {
  authenticate,
  createPermit,
  type RequestContext,
  type ServiceOptions,
} from './http/request-context.ts';
import { logRequests } from './http/request-log.ts';
import { policyRoutes } from './policies/policy-routes.ts';

/** Bytes that a request's body may have. */
const BODY_MAX_SIZE = 64 * 1_024;

/**
 * Creates the service: everything below `/api`. Its responses are JSON, those that are no success problem details.
 *
 * A new resource has routes of its own, which are added here; see `README.md`.
 */
export function createApp(options: ServiceOptions) {
  const permit = createPermit(options);
  const app = new Hono<RequestContext>()
    .basePath('/api')
    .use(logRequests(options.log))
    .use(limitBody)
    .get('/health', async ({ json }) => {
      await (await options.database).run('select 1');
      return json({ status: 'ok' });
    })
    .use(authenticate(options))
    .route('/policies', policyRoutes(permit))
    .route('/changes', changesRoute(options));
  app.notFound(({ var: { requestId } }) =>
    problemResponse(new Problem(404, 'not_found', 'The service has no such call.'), requestId),
  );
  app.onError((error, { var: { requestId } }) => {
    const problem = toProblem(error);
    if (problem.status >= 500) options.log(JSON.stringify({ requestId, error: explain(error) }));
    return problemResponse(problem, requestId);
  });
  return app;
}

/** The calls, for the typed client of the page. */
export type Api = ReturnType<typeof createApp>;

/** Whether a path is the service's; all others are the page's. */
export function isServicePath(pathname: string): boolean {
  return /^\/api(?:\/|$)/.test(pathname);
}

/** Node ends a body that is longer than its header says. */
const limitBody: MiddlewareHandler = async ({ req }, next) => {
  const unknown = req.header('transfer-encoding') === undefined ? 0 : Number.POSITIVE_INFINITY;
  if (Number(req.header('content-length') ?? unknown) > BODY_MAX_SIZE) {
    throw new Problem(413, 'too_large', 'The body of the request is larger than 64 kB.');
  }
  await next();
};

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HTTPException) {
    return new Problem(400, 'malformed', 'The body of the request is not JSON.');
  }
  return new Problem(503, 'unavailable', 'The service cannot answer now. Try again.');
}

/** Says what has failed, without the values of a statement. */
function explain(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return `${cause.name}: ${Reflect.get(cause, 'code') ?? cause.message}`;
}
