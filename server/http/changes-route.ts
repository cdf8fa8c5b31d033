import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { RequestContext, ServiceOptions } from './request-context.ts';

/** Milliseconds between two comments that keep proxies from ending a quiet stream. */
const KEEP_ALIVE = 20_000;

/**
 * Streams the names of the resources that change in the member's organization; `*` when any of them may have. It ends
 * with the JWT that it was opened with, or when the service stops.
 */
export function changesRoute({ database, now, stopping }: ServiceOptions) {
  return new Hono<RequestContext>().get('/', async (context) => {
    const { organizationId, jwtExpiresAt } = context.var.member;
    const { changes } = await database;
    context.header('x-accel-buffering', 'no');
    return streamSSE(context, async (stream) => {
      const send = (data: string) => void stream.writeSSE({ data }).catch(() => undefined);
      const unsubscribe = changes.subscribe(organizationId, (resource) => send(resource ?? '*'));
      const keepAlive = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE);
      const ended = new AbortController();
      const expiry = setTimeout(() => ended.abort(), jwtExpiresAt - now());
      await new Promise<void>((resolve) => {
        const end = () => resolve();
        ended.signal.addEventListener('abort', end);
        stopping?.addEventListener('abort', end, { signal: ended.signal });
        stream.onAbort(end);
        send('');
      });
      ended.abort();
      clearTimeout(expiry);
      clearInterval(keepAlive);
      unsubscribe();
    });
  });
}
