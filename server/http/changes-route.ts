import { once } from 'node:events';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Database } from '../database/database.ts';
import type { RequestContext } from './request-context.ts';

/** Milliseconds between two comments that keep proxies from ending a quiet stream. */
const KEEP_ALIVE = 20_000;

/**
 * Streams the names of the resources that change in the member's organization; `*` when any of them may have. It ends
 * with the JWT that it was opened with, or when the service stops.
 *
 * @param now returns epoch milliseconds, as the provider counts them
 */
export function changesRoute(
  database: Promise<Database>,
  now: () => number,
  stopping: AbortSignal,
) {
  return new Hono<RequestContext>().get('/', async (context) => {
    const { organizationId, jwtExpiresAt } = context.var.member;
    const { changes } = await database;
    context.header('x-accel-buffering', 'no');
    return streamSSE(context, async (stream) => {
      const send = (data: string) => void stream.writeSSE({ data }).catch(() => undefined);
      const unsubscribe = changes.subscribe(organizationId, (resource) => send(resource ?? '*'));
      const keepAlive = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE);
      const ended = new AbortController();
      const end = () => ended.abort();
      const expiry = setTimeout(end, jwtExpiresAt - now());
      stopping.addEventListener('abort', end);
      stream.onAbort(end);
      send('');
      await once(ended.signal, 'abort');
      stopping.removeEventListener('abort', end);
      clearTimeout(expiry);
      clearInterval(keepAlive);
      unsubscribe();
    });
  });
}
