import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RequestContext } from './request-context.ts';

/** Logs one line of JSON about each request. No line has a token, a name or the address itself. */
export function logRequests(log: (line: string) => void): MiddlewareHandler<RequestContext> {
  return async (context, next) => {
    const { requestId } = context.var;
    const began = performance.now();
    // Before `next()`: for a header that is added to a finished response, Hono creates a new response.
    context.header('cache-control', 'no-store');
    await next();
    const { method } = context.req;
    const { status } = context.res;
    const route = matchedRoutes(context).findLast((each) => each.method !== 'ALL')?.path;
    const milliseconds = Math.round(performance.now() - began);
    const time = new Date().toISOString();
    log(JSON.stringify({ time, requestId, method, route, status, milliseconds }));
  };
}
